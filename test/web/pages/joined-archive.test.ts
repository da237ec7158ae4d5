import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ArchiveApp, startArchive } from "../../../src/archive/archive-app.ts";
import { enrolShop } from "../../../src/archive/shop-commands.ts";
import { makeTestDatabase } from "../../archive-service.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { expectAccessible } from "../accessibility.ts";
import { Reader } from "./reader.ts";

/* A shop joins the archive of its chain, and leaves it, without a terminal. */

const folder = temporaryFolder();
let database: Awaited<ReturnType<typeof makeTestDatabase>>;
let archive: ArchiveApp;
let reader: Reader;
beforeAll(async () => {
  database = await makeTestDatabase();
  archive = await startArchive({
    database: database.address,
    dataFolder: folder,
    host: "127.0.0.1",
    port: 0,
    log: { write() {} },
  });
  reader = await Reader.start();
  await reader.service.store("one\n");
});
afterAll(async () => {
  await reader?.end();
  await archive?.stop();
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("what is wrong with an address or a code is said in the form", async () => {
  await reader.open("#/~/system", "System");
  await reader.see("Prints are sent to no archive.");
  await reader.press("Join an archive");
  await reader.fill("Address", "archive");
  await reader.fill("Code", "MFRG-GZDF-MZTW-Q2LK");
  await reader.press("Join an archive");
  await reader.see("must be the address that whoever runs the archive has given", "dialog");
  await reader.fill("Address", archive.address);
  await reader.press("Join an archive");
  await reader.see(/code/, "dialog .field-problem");
  await expectAccessible(reader.page);
});

test("a shop joins with a code, and its prints are sent", async () => {
  const { code } = await enrolShop({ database: database.address }, "berlin-1", null);
  await reader.fill("Code", code);
  await reader.fill("At most, kB a second", "500");
  await reader.press("Join an archive");
  await reader.until(`document.querySelector("dialog") === null`);
  await reader.see("default → berlin-1");
  const { archive: joined } = await reader.api<{ archive: { bytesPerSecond: number } }>(
    "/api/workspace/default/upstream",
  );
  expect(joined.bytesPerSecond).toBe(500_000);
  await reader.see(/Sent1 printWaiting0 prints/);
  await expectAccessible(reader.page);
});

test("what is sent a second is limited otherwise, and not at all", async () => {
  await reader.see(/At most, kB a second500/);
  await reader.press("Change the limit");
  await reader.fill("At most, kB a second", "250");
  await expectAccessible(reader.page);
  await reader.press("Change the limit");
  await reader.see(/At most, kB a second250/);
  await reader.press("Change the limit");
  await reader.fill("At most, kB a second", "");
  await reader.press("Change the limit");
  await reader.until(`document.querySelector("dialog") === null`);
  const { archive: joined } = await reader.api<{ archive: { bytesPerSecond: number | null } }>(
    "/api/workspace/default/upstream",
  );
  expect(joined.bytesPerSecond).toBeNull();
});

test("lost prints are fetched, of which there are none", async () => {
  await reader.press("Fetch lost prints");
  await reader.press("Fetch lost prints");
  await reader.see("0 prints came back.");
});

test("a shop leaves", async () => {
  await reader.press("Leave");
  await reader.see("No print of default is sent any more.", "dialog");
  await reader.press("Leave");
  await reader.see("Prints are sent to no archive.");
});
