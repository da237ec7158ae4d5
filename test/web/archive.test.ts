import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { type ArchiveApp, startArchive } from "../../src/archive/archive-app.ts";
import { makeTestDatabase } from "../archive-service.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { BrowserPage } from "./chromium.ts";

/* The dashboard of an archive: the same pages, without what goes with printers. */

const folder = temporaryFolder();
let database: Awaited<ReturnType<typeof makeTestDatabase>>;
let archive: ArchiveApp;
let page: BrowserPage;

beforeAll(async () => {
  database = await makeTestDatabase();
  archive = await startArchive({
    database: database.address,
    dataFolder: folder,
    host: "127.0.0.1",
    port: 0,
    log: { write() {} },
  });
  const headers = { Authorization: `Bearer ${archive.firstToken}`, "Content-Type": "application/json" };
  const raw = btoa("hello\n");
  const body = JSON.stringify({ raw, label: "Order 1001" });
  await fetch(`${archive.address}/api/workspace/default/prints/json`, { method: "POST", headers, body });
  page = await BrowserPage.open();
  await page.go(await archive.signInLink());
  await page.untilText("#count", /1 print/);
});

afterAll(async () => {
  page?.view.close();
  await archive?.stop();
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** What was asked for and refused: a page that asks an archive for what it does not have. */
const refused = () =>
  page.view.evaluate(
    `JSON.stringify(performance.getEntriesByType("resource").filter((each) => each.responseStatus >= 400).map((each) => each.name))`,
  );

test("its pages are those that an archive has", async () => {
  const links = await page.view.evaluate(
    `JSON.stringify([...new Set([...document.querySelectorAll(".nav-link[href]")].map((each) => each.hash))].sort())`,
  );
  expect(JSON.parse(String(links))).toEqual([
    "#/default",
    "#/default/gaps",
    "#/default/settings",
    "#/~/audit",
    "#/~/people",
    "#/~/sessions",
    "#/~/shops",
    "#/~/tokens",
    "#/~/workspaces",
  ]);
});

test.each(["gaps", "settings", "~/audit", "~/people", "~/sessions", "~/shops", "~/tokens", "~/workspaces"])(
  "the page %s asks for nothing that is not there",
  async (name) => {
    const address = name.startsWith("~") ? `#/${name}` : `#/default/${name}`;
    await page.view.evaluate(`location.hash = ${JSON.stringify(address)}`);
    await page.until(
      `document.querySelector("main h1") !== null && document.querySelector("main .skeleton") === null`,
    );
    expect([await refused(), await page.faults()]).toEqual(["[]", []]);
  },
);

test("a print is shown, and offers what an archive does", async () => {
  await page.view.evaluate(`location.hash = "#/default/4294967297"`);
  await page.until(`document.querySelector("#view") !== null`);
  await page.until(
    `document.querySelector("#print-again") === null && document.querySelector("#edit") !== null`,
  );
  expect([await refused(), await page.faults()]).toEqual(["[]", []]);
});
