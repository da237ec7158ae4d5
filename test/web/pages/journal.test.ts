import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ServiceLog } from "../../../src/operations/logs/service-log.ts";
import { NO_SEAL_OPTIONS } from "../../../src/seals/seal-options.ts";
import { temporaryFolder } from "../../service.ts";
import { expectAccessible } from "../accessibility.ts";
import { Reader } from "./reader.ts";
import { openLiveDatabase } from "../../live-database.ts";

const place = temporaryFolder();
let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start({ log: new ServiceLog([]), seals: { ...NO_SEAL_OPTIONS, to: place } });
  for (let number = 1; number <= 3; number++) await reader.service.store(`Receipt ${number}\n`);
});
afterAll(async () => {
  await reader?.end();
  rmSync(place, { recursive: true, force: true });
});

test("a journal is sealed, and tells where its seals are kept", async () => {
  await reader.open("#/default/journal", "Journal");
  await reader.see("It was not verified yet.");
  await reader.see(/3 · 3 since the last seal/);
  await reader.see(place);
  await reader.see("start the service with --time-stamp");
  await reader.press("Seal now");
  await reader.see("Sealed.", ".toasts");
  await reader.see(/3 · 0 since the last seal/);
  await reader.until(`document.querySelector(".journal-hash")?.textContent.length === 64`);
  const link = `document.querySelector('a[href*="journal/export"]').getAttribute("href")`;
  const address = String(await reader.page.view.evaluate(link));
  expect(address).toBe("/api/workspace/default/journal/export");
});

test("it is verified, and what was forged is told and leads to its print", async () => {
  await reader.press("Verify now");
  await reader.see("all was as it was entered");
  await reader.see("3 prints compared · 1 seal compared");
  using database = openLiveDatabase(join(reader.service.folder, "tillroll.sqlite"));
  database.run("UPDATE print SET label = '<b>forged</b>' WHERE id = 2");
  await reader.press("Verify now");
  await reader.see(/The last verification found \d faults/);
  await reader.until(`document.querySelector('.journal-findings a[href="#/default/2"]') !== null`);
  database.run("UPDATE print SET label = NULL WHERE id = 2");
  await reader.press("Verify now");
  await reader.seeNot("The last verification found");
});

test("a print's proof is in the menu of its downloads", async () => {
  await reader.page.view.evaluate(`location.hash = "#/default/1"`);
  await reader.until(`document.querySelector("#print-again") !== null`);
  await reader.press("Download");
  await reader.page.view.evaluate(`(() => {
    globalThis.saved = null;
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
      if (this.download.endsWith(".zip")) globalThis.saved = this.download;
      else click.call(this);
    };
  })()`);
  await reader.press("Proof (ZIP)");
  await reader.until(`globalThis.saved === "print-1-proof.zip"`);
});

test("it can be used without a mouse or a screen, in German too", async () => {
  await reader.open("#/default/journal", "Journal");
  await reader.see("Kept elsewhere");
  await expectAccessible(reader.page);
  expect(await reader.page.faults()).toEqual([]);
});
