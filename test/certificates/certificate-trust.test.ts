import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { CERTIFICATE_LIMITS } from "../../src/certificates/certificate-limits.ts";
import { factsOfCertificate } from "../../src/certificates/certificate-text.ts";
import {
  certificateHosts,
  divideHosts,
  makeAuthority,
  makeLeaf,
} from "../../src/certificates/local-authority.ts";
import { MILLISECONDS_PER_DAY } from "../../src/domain/limits.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();
const caFile = join(folder, "authority.pem");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOSTS = certificateHosts(
  ["shop-pc", "shop-pc.local", "tills.example"],
  ["192.168.1.5", "203.0.113.7", "fd00::7"],
);
const NOW = Date.now();
const authority = makeAuthority(HOSTS, NOW);
const other = makeAuthority(HOSTS, NOW);

/** What curl says that reaches a server by a name or an address, and trusts an authority; `trusted` when it is answered. */
async function seen(host: string, ca = authority.certificate): Promise<string> {
  const { certificate: cert, key } = makeLeaf(authority, [host], NOW);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { cert, key },
    fetch: () => new Response("trusted"),
  });
  await Bun.write(caFile, ca);
  const place = host.includes(":") ? `[${host}]` : host;
  const to = ["--connect-to", `::127.0.0.1:${server.port}`];
  const child = Bun.spawn(["curl", "-sS", "--cacert", caFile, ...to, `https://${place}:${server.port}/`], {
    stderr: "pipe",
  });
  const [answer, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  await server.stop(true);
  return answer || error;
}

describe("a client that trusts the authority", () => {
  test.each([
    "localhost",
    "shop-pc",
    "shop-pc.local",
    "printer.lan",
    "pc.home.arpa",
    "pos.internal",
    "tills.example",
    "127.0.0.1",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.1.5",
    "169.254.7.7",
    "203.0.113.7",
    "::1",
    "fd00::7",
    "fe80::1",
  ])("takes a certificate for %s", async (host) => {
    expect(await seen(host)).toBe("trusted");
  });

  // Whoever steals its key can pass for none of these.
  test.each(["example.com", "bank.example", "com", "203.0.113.8", "8.8.8.8", "172.32.0.1", "2001:db8::1"])(
    "takes none for %s",
    async (host) => {
      expect(await seen(host)).toContain("permitted subtree violation");
    },
  );

  test("takes one by a name though its TLS knows no limits of addresses", async () => {
    const { certificate: cert, key, byName } = makeLeaf(authority, HOSTS, NOW);
    const tls = [
      { cert, key },
      { serverName: "localhost", cert: byName?.certificate, key },
    ];
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", tls, fetch: () => new Response("trusted") });
    const ask = () => fetch(`https://localhost:${server.port}/`, { tls: { ca: authority.certificate } });
    expect(await (await ask()).text()).toBe("trusted");
    await server.stop(true);
  });

  test("takes none of another authority", async () => {
    expect(await seen("localhost", other.certificate)).not.toBe("trusted");
  });
});

test("the names that an authority may vouch for are told apart from the others", () => {
  const later = [...HOSTS, "new-name", "198.51.100.1", "10.0.0.9", "other.example"];
  expect(divideHosts(authority, later)).toEqual({
    covered: [...HOSTS, "10.0.0.9"],
    uncovered: ["new-name", "198.51.100.1", "other.example"],
  });
});

test("names and addresses are each there once, in one form, names first", () => {
  const names = ["Shop_1", "[::1]", "0.0.0.0", "shop-pc", "shop-pc", "", "pos till"];
  expect(certificateHosts(names, ["fe80::1%eth0", "FD00:0:0::7", "127.0.0.1", "::"])).toEqual([
    "localhost",
    "Shop_1",
    "shop-pc",
    "::1",
    "127.0.0.1",
    "fe80::1",
    "fd00::7",
  ]);
});

describe("how long certificates are for", () => {
  const facts = factsOfCertificate(makeLeaf(authority, HOSTS, NOW).certificate);
  test("a machine's, no longer than browsers take", () => {
    expect(facts.until - facts.from).toBeLessThanOrEqual(398 * MILLISECONDS_PER_DAY);
    expect(facts.hosts).toEqual(HOSTS);
  });
  test("never longer than its authority, whatever the clock says", () => {
    const above = factsOfCertificate(authority.certificate);
    const late = factsOfCertificate(
      makeLeaf(authority, HOSTS, above.until - MILLISECONDS_PER_DAY).certificate,
    );
    expect(late.until).toBe(above.until);
    const early = factsOfCertificate(makeLeaf(authority, HOSTS, 0).certificate);
    expect(early.from).toBe(above.from);
    expect(early.until).toBe(above.from + CERTIFICATE_LIMITS.leafMilliseconds);
  });
  test("times after 2049 have four digits for the year", () => {
    const at = Date.UTC(2049, 11, 1);
    const { from, until } = factsOfCertificate(makeAuthority(HOSTS, at).certificate);
    expect([from, until]).toEqual([
      at - CERTIFICATE_LIMITS.clockMilliseconds,
      at + CERTIFICATE_LIMITS.authorityMilliseconds,
    ]);
  });
});
