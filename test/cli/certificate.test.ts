import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { factsOfCertificate } from "../../src/certificates/certificate-text.ts";
import { makeAuthority, makeLeaf } from "../../src/certificates/local-authority.ts";
import { freePort, run, Service, temporaryFolder } from "../service.ts";

const files = temporaryFolder();
afterAll(() => rmSync(files, { recursive: true, force: true }));

/** A certificate of somebody else's, in files. */
function ownFiles(name: string): readonly [certificate: string, key: string] {
  const now = Date.now();
  const { certificate, key } = makeLeaf(makeAuthority([name], now), [name], now);
  const paths = [join(files, `${name}.crt`), join(files, `${name}.key`)] as const;
  writeFileSync(paths[0], certificate);
  writeFileSync(paths[1], key);
  return paths;
}

const authorityOf = (shown: string) => /Authority .*\nUntil .*\nSHA-256 +(\S+)/.exec(shown)?.[1];

describe.each([false, true])("while a service runs: %p", (runs) => {
  const port = freePort();
  let folder = temporaryFolder();
  let service: Service | null = null;
  const certificate = (...words: string[]) => run(["certificate", ...words, "--data", folder]);

  beforeAll(async () => {
    if (!runs) return;
    service = await Service.start({ flags: ["--https-port", String(port)] });
    rmSync(folder, { recursive: true });
    folder = service.folder;
  });
  afterAll(async () => {
    await service?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a client is shown now. */
  async function shown(): Promise<string | null> {
    if (!runs) return null;
    const child = Bun.spawn(["curl", "-skv", `https://localhost:${port}/healthz`], { stderr: "pipe" });
    const told = await new Response(child.stderr).text();
    return /subject: .*CN ?= ?(\S+)/.exec(told)?.[1] ?? told;
  }

  test("it is shown", async () => {
    const { exitCode, stdout, stderr } = await certificate();
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Certificate +\S+, of the local authority\nNames +localhost, /);
    expect(await certificate()).toMatchObject({ stdout });
  });

  test("the authority's is exported, in each form", async () => {
    const pem = await certificate("export");
    expect(authorityOf((await certificate()).stdout)).toBe(factsOfCertificate(pem.stdout).fingerprint);
    const file = join(files, `authority-${runs}.crt`);
    expect(await certificate("export", "--format", "der", "--output", file)).toMatchObject({ exitCode: 0 });
    const der = await Bun.file(file).bytes();
    expect(new Bun.CryptoHasher("sha256").update(der).digest("hex")).toBe(
      factsOfCertificate(pem.stdout).fingerprint.replaceAll(":", "").toLowerCase(),
    );
    const profile = await certificate("export", "--format", "mobileconfig");
    expect(profile.stdout).toContain(`<data>${der.toBase64()}</data>`);
  });

  test("commands on other machines trust it by its file", async () => {
    if (service === null) return;
    const file = join(files, "ca.pem");
    expect(await certificate("export", "--output", file)).toMatchObject({ exitCode: 0 });
    const words = ["print", "--test", "--url", `https://localhost:${port}`, "--token", service.token];
    const refused = await run(words);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("is not trusted")]);
    expect(await run([...words, "--ca", file])).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("a new one is made, by the same authority or a new one", async () => {
    const before = (await certificate()).stdout;
    const renewed = (await certificate("renew")).stdout;
    expect(authorityOf(renewed)).toBe(authorityOf(before) ?? "");
    const anew = (await certificate("renew", "--authority")).stdout;
    expect(authorityOf(anew)).not.toBe(authorityOf(before) ?? "");
    expect(authorityOf((await certificate()).stdout)).toBe(authorityOf(anew) ?? "");
  });

  test("it is replaced by one's own, and back", async () => {
    const [cert, key] = ownFiles("tills.example");
    const replaced = await certificate("replace", "--cert", cert, "--key", key);
    expect([replaced.exitCode, replaced.stdout]).toEqual([
      0,
      expect.stringMatching(/^Certificate +tills.example, your own, from Tillroll on tills.example/),
    ]);
    if (runs) while ((await shown()) !== "tills.example") await Bun.sleep(20);
    const back = await certificate("replace", "--local");
    expect(back.stdout).toContain("of the local authority");
    if (runs) while ((await shown()) === "tills.example") await Bun.sleep(20);
  });

  test.each<[string, readonly string[], number, string]>([
    ["neither", [], 2, "--cert FILE and --key FILE, or --local"],
    ["half", ["--cert", "x.crt"], 2, "--cert FILE and --key FILE, or --local"],
    ["both", ["--local", "--cert", "x.crt"], 2, "not both"],
    [
      "a file that is not there",
      ["--cert", "/none.crt", "--key", "/none.key"],
      1,
      "/none.crt cannot be read",
    ],
    [
      "no certificate",
      ["--cert", ownFiles("a.example")[1], "--key", ownFiles("a.example")[1]],
      1,
      "no certificate",
    ],
    ["no key", ["--cert", ownFiles("a.example")[0], "--key", ownFiles("a.example")[0]], 1, "no private key"],
    [
      "another's key",
      ["--cert", ownFiles("a.example")[0], "--key", ownFiles("b.example")[1]],
      1,
      "is not that of",
    ],
  ])("what is wrong is said, and nothing changes: %s", async (_, words, code, message) => {
    const { exitCode, stdout, stderr } = await certificate("replace", ...words);
    expect([exitCode, stdout]).toEqual([code, ""]);
    expect(stderr).toContain(message);
    expect((await certificate()).stdout).toContain("of the local authority");
  });
});

test("there is nothing to export before the first start", async () => {
  const { exitCode, stderr } = await run(["certificate", "export", "--data", join(files, "none")]);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("no local authority yet")]);
});
