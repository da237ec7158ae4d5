import { afterEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { type App, startApp } from "../../src/app.ts";
import { factsOfCertificate } from "../../src/certificates/certificate-text.ts";
import { makeAuthority, makeLeaf } from "../../src/certificates/local-authority.ts";
import { ArchiveClient } from "../../src/upstream/archive-client.ts";
import { pinnedCertificates, plainPin } from "../../src/upstream/pinned-certificates.ts";
import { findService } from "../../src/platform/running-service.ts";
import type { UpstreamAnswer } from "../../src/contract/joined-archive.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";
import { ModelArchive } from "./model-archive.ts";

/*
 * The whole service with its Worker, and an archive: joining, sending, what a new installation gets back, and what is told.
 */

const folders: string[] = [];
const apps: App[] = [];
const archives: ModelArchive[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
  for (const archive of archives.splice(0)) await archive.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A service on a folder of its own, and what asks it as a command on its machine does. */
async function start(folder = temporaryFolder()) {
  folders.push(folder);
  const app = await startApp({ dataFolder: folder, host: "127.0.0.1", port: 0, recognition: false });
  apps.push(app);
  const { localToken = "" } = findService(folder) ?? {};
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${app.address}/api/workspace/default${path}`, {
      method,
      headers: { Authorization: `Bearer ${localToken}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const archive = async () => (await ask<UpstreamAnswer>("GET", "/upstream")).archive;
  const print = async (label: string) =>
    (await ask<{ id: number }>("POST", "/prints/json", { raw: btoa(`${label}\n`), label })).id;
  const untilSent = () =>
    until(async () => {
      const { backlog, contactedAt } = (await archive()) ?? {};
      return contactedAt !== null && backlog?.prints === 0 && backlog.changes === 0;
    }, "all was sent");
  return { app, folder, ask, archive, print, untilSent };
}

function newArchive(tls?: Bun.TLSOptions | Bun.TLSOptions[]): ModelArchive {
  const archive = new ModelArchive(tls);
  archives.push(archive);
  return archive;
}

test("a shop joins, sends, is told of its erasures, and leaves", async () => {
  const archive = newArchive();
  const shop = await start();
  expect(await shop.archive()).toBeNull();
  await shop.print("before");
  await expect(shop.ask("PUT", "/upstream", { url: archive.url, code: "wrong" })).rejects.toThrow(
    "The archive said: The code is not good.",
  );
  const { archive: joined } = await shop.ask<UpstreamAnswer>("PUT", "/upstream", {
    url: archive.url,
    code: "CODE",
  });
  expect(joined).toMatchObject({ workspace: "berlin", isPinned: false, trouble: null });
  const id = await shop.print("after");
  await shop.untilSent();
  expect([...archive.prints.values()].map(({ print }) => print.label)).toEqual(["before", "after"]);
  await shop.ask("PATCH", `/prints/${id}`, { label: "changed" });
  await until(() => [...archive.prints.values()].some(({ print }) => print.label === "changed"));
  archive.erase([...archive.prints.keys()][0] ?? "");
  await shop.print("carries the answer with the order");
  await until(async () => !JSON.stringify(await shop.ask("POST", "/prints/search", {})).includes("before"));
  expect(shop.app.health().components["archive"]).toMatchObject({ state: "ok" });
  archive.keys.clear();
  await shop.print("waits");
  await until(async () => (await shop.archive())?.isRefused === true);
  await until(() => shop.app.health().components["archive"]?.state === "degraded");
  expect(await shop.ask<UpstreamAnswer>("DELETE", "/upstream")).toEqual({ archive: null });
  await until(() => shop.app.health().components["archive"]?.state === "ok");
});

test("a join that fails takes nothing from the connection there is, and one that succeeds changes it", async () => {
  const archive = newArchive();
  const shop = await start();
  const join = (more: object) => shop.ask<UpstreamAnswer>("PUT", "/upstream", { url: archive.url, ...more });
  await join({ code: "CODE", bytesPerSecond: 5_000_000 });
  await expect(join({ code: "wrong", bytesPerSecond: 2000 })).rejects.toThrow("The code is not good.");
  expect(await shop.archive()).toMatchObject({ workspace: "berlin", bytesPerSecond: 5_000_000 });
  await shop.print("goes on");
  await shop.untilSent();
  expect([...archive.prints.values()].map(({ print }) => print.label)).toEqual(["goes on"]);
  await join({ code: "CODE" });
  expect(await shop.archive()).toMatchObject({ workspace: "berlin", bytesPerSecond: null });
});

test("a shop that was installed anew gets its prints back, with their times, states and bytes", async () => {
  const archive = newArchive();
  const old = await start();
  await old.ask("PUT", "/upstream", { url: archive.url, code: "CODE" });
  const ids: number[] = [];
  for (let count = 0; count < 20; count++) ids.push(await old.print(`print ${count}`));
  // What is erased before it was sent never goes there.
  await old.untilSent();
  await old.ask("PATCH", `/prints/${ids[3]}`, { label: "changed" });
  await old.ask("DELETE", `/prints/${ids[4]}`);
  await old.ask("POST", `/prints/${ids[5]}/erase`, { reason: "asked for" });
  await old.untilSent();
  await until(() => [...archive.prints.values()].some(({ print }) => print.removal !== null));
  const read = async (from: typeof old, id: number) => {
    const print = await from.ask<Record<string, unknown>>("GET", `/prints/${id}`);
    return { ...print, userId: 0 };
  };
  const before = await Promise.all(ids.filter((_, index) => index !== 5).map((id) => read(old, id)));
  await old.app.stop();

  const fresh = await start();
  await fresh.ask("PUT", "/upstream", { url: archive.url, code: "CODE" });
  expect(await fresh.ask<{ prints: number }>("POST", "/upstream/pull", {})).toEqual({ prints: 19 });
  const after = await Promise.all(ids.filter((_, index) => index !== 5).map((id) => read(fresh, id)));
  expect(after).toEqual(before);
  await expect(read(fresh, ids[5] ?? 0)).rejects.toThrow("GONE");
  await fresh.print("new");
  await fresh.untilSent();
  // Nothing came back to the archive as another print.
  expect(archive.prints.size).toBe(21);
  expect(await fresh.ask<{ prints: number }>("POST", "/upstream/pull", {})).toEqual({ prints: 0 });
});

test("an address with http:// that leaves the machine has to be asked for", async () => {
  const shop = await start();
  const body = { url: "http://192.0.2.1/", code: "CODE" };
  await expect(shop.ask("PUT", "/upstream", body)).rejects.toThrow("use https://");
});

describe("the certificate is the one that the address names, or nothing is sent", () => {
  const authority = makeAuthority(["localhost"], Date.now());
  // It is good for none of the names by which the archive is asked: the pin takes their place.
  const leaf = makeLeaf(authority, ["archive.internal"], Date.now());
  const shown = { key: leaf.key, cert: `${leaf.certificate}${authority.certificate}` };
  const pins = { leaf: leaf.certificate, authority: authority.certificate };

  test.each(Object.entries(pins))("its own, or its authority: %s", async (_, certificate) => {
    const archive = newArchive(shown);
    const shop = await start();
    const join = (url: string) => shop.ask<UpstreamAnswer>("PUT", "/upstream", { url, code: "CODE" });
    await expect(join(`${archive.url}#${"0".repeat(64)}`)).rejects.toThrow("another certificate");
    await expect(join(archive.url)).rejects.toThrow("with the # and what is behind it");
    const { fingerprint } = factsOfCertificate(certificate);
    expect((await join(`${archive.url}#${fingerprint}`)).archive?.isPinned).toBe(true);
    await shop.print("over the pinned way");
    await shop.untilSent();
    expect(archive.prints.size).toBe(1);
  });

  test("by an address, of an authority whose addresses are limited", async () => {
    const { certificate: cert, key, byName } = makeLeaf(authority, ["localhost", "127.0.0.1"], Date.now());
    const archive = newArchive([
      { key, cert },
      { key, cert: byName?.certificate, serverName: "localhost" },
    ]);
    const shop = await start();
    const join = (url: string) => shop.ask<UpstreamAnswer>("PUT", "/upstream", { url, code: "CODE" });
    expect(new URL(archive.url).hostname).toBe("127.0.0.1");
    await expect(join(`${archive.url}#${"0".repeat(64)}`)).rejects.toThrow("another certificate");
    expect(archive.requests).toBe(0);
    const { fingerprint } = factsOfCertificate(authority.certificate);
    expect((await join(`${archive.url}#${fingerprint}`)).archive?.isPinned).toBe(true);
    await shop.print("over the pinned way");
    await shop.untilSent();
    expect(archive.prints.size).toBe(1);
  });

  test("another one at the same address gets nothing, though the same authority has made it", async () => {
    const archive = newArchive(shown);
    const other = makeLeaf(authority, ["archive.internal"], Date.now());
    const impostor = newArchive({ key: other.key, cert: `${other.certificate}${authority.certificate}` });
    const pin = plainPin(factsOfCertificate(leaf.certificate).fingerprint);
    const certificates = await pinnedCertificates(archive.url, pin);
    const ask = (url: string) =>
      new ArchiveClient({ url, pin, certificates }, new AbortController().signal).ask("join", null, {
        code: "CODE",
      });
    expect(await ask(archive.url)).toMatchObject({ workspace: "berlin" });
    await expect(ask(impostor.url)).rejects.toThrow("cannot be reached");
  });
});
