import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { type ArchiveApp, startArchive } from "../../src/archive/archive-app.ts";
import { makeToken } from "../../src/archive/archive-access.ts";
import type { TokenAnswer } from "../../src/contract/token.ts";
import { ServiceLog } from "../../src/operations/logs/service-log.ts";
import { makeTestDatabase } from "../archive-service.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { expectAccessible } from "./accessibility.ts";
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
    log: new ServiceLog([]),
  });
  await store("default", { label: "Order 1001" });
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

async function store(slug: string, print: object): Promise<void> {
  const headers = { Authorization: `Bearer ${archive.firstToken}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ raw: btoa("hello\n"), ...print });
  const response = await fetch(`${archive.address}/api/workspace/${slug}/prints/json`, {
    method: "POST",
    headers,
    body,
  });
  expect(response.status).toBe(201);
}

/** The print that is erased here. */
const ERASED = "4294967297";

/**
 * What was asked for and refused: a page that asks an archive for what it does not have. The page of the erased print may ask for
 * that (410): of the erasure it can be told before the answer closes it.
 */
const refused = () =>
  page.view.evaluate(
    `JSON.stringify(performance.getEntriesByType("resource")
      .filter(({ responseStatus }) => responseStatus >= 400).map(({ name, responseStatus }) => [responseStatus, name])
      .filter(([status, name]) => status !== 410 || !name.endsWith("/prints/${ERASED}")))`,
  );

test("its pages are those that an archive has", async () => {
  const links = await page.view.evaluate(
    `JSON.stringify([...new Set([...document.querySelectorAll(".nav-link[href]")].map((each) => each.hash))].sort())`,
  );
  expect(JSON.parse(String(links))).toEqual([
    "#/default",
    "#/default/gaps",
    "#/default/settings",
    "#/~/all",
    "#/~/audit",
    "#/~/people",
    "#/~/sessions",
    "#/~/shops",
    "#/~/system",
    "#/~/tokens",
    "#/~/workspaces",
  ]);
});

test.each([
  "gaps",
  "settings",
  "~/audit",
  "~/people",
  "~/sessions",
  "~/shops",
  "~/system",
  "~/system/configuration",
  "~/system/log",
  "~/tokens",
  "~/workspaces",
])("the page %s asks for nothing that is not there", async (name) => {
  const address = name.startsWith("~") ? `#/${name}` : `#/default/${name}`;
  await page.view.evaluate(`location.hash = ${JSON.stringify(address)}`);
  await page.until(
    `document.querySelector("main h1") !== null && document.querySelector("main .skeleton") === null`,
  );
  expect([await refused(), await page.faults()]).toEqual(["[]", []]);
});

test("each token says what it reaches: all workspaces, the shops of a group, or one", async () => {
  const place = { database: database.address };
  const wanted = { workspace: null, shopGroup: null, scopes: ["read"], expiresAt: null } as const;
  await makeToken(place, { ...wanted, name: "north", shopGroup: "north" });
  await makeToken(place, { ...wanted, name: "one", workspace: "default" });
  await page.view.evaluate(`location.hash = "#/~/system"`);
  await page.untilText("h1", "System");
  await page.view.evaluate(`location.hash = "#/~/tokens"`);
  await page.untilText("main", "to one workspace, the shops of a group, or all");
  await page.untilText("main td", "Shops of the group north");
  const rows = await page.view.evaluate(
    `[...document.querySelectorAll("main tbody tr")].map((row) => [...row.querySelectorAll("td")].slice(0, 2).map((cell) => cell.textContent.replace(/[0-9a-z]{12,}$/i, "")).join(": "))`,
  );
  expect((rows as string[]).map((row) => row.split(": ")[1]).toSorted()).toEqual([
    "All workspaces",
    "Shops of the group north",
    "default",
  ]);
  const answer = await page.view.evaluate(
    `fetch("/api/tokens").then((response) => response.json()).then(JSON.stringify)`,
  );
  const { items } = JSON.parse(String(answer)) as { items: TokenAnswer[] };
  expect(items.map(({ workspace, group }) => [workspace, group])).toEqual([
    ["", null],
    ["", "north"],
    ["default", null],
  ]);
});

test("the page of the system says which database it is, and how the archive is", async () => {
  await page.view.evaluate(`location.hash = "#/~/system"`);
  await page.untilText("main", /Kind of database\s*PostgreSQL \d+\.\d+/);
  await page.untilText("main", /Prints of shops are stored\./);
  const tabs = await page.view.evaluate(
    `JSON.stringify([...document.querySelectorAll("main [role=tab], main .tab")].map((each) => each.textContent))`,
  );
  expect(JSON.parse(String(tabs))).toEqual(["Overview", "Certificate", "Configuration", "Log"]);
});

test("all shops are where one begins, and searched at once", async () => {
  await page.view.evaluate(
    `fetch("/api/workspaces", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"slug":"berlin-1"}' })`,
  );
  await store("berlin-1", { label: "Order 2001", tag: { waiter: "Ada" } });
  await store("berlin-1", { label: "Order 2002" });
  await page.go(archive.address);
  await page.untilText("#count", /3 prints/);
  await page.untilText("h1", /All shops/);
  await page.until(
    `[...document.querySelectorAll(".row-shop")].map((each) => each.textContent).join() === "berlin-1,berlin-1,default"`,
  );
  await expectAccessible(page);
  await page.view.evaluate(`location.hash = "#/~/all?q=waiter:Ada"`);
  await page.untilText("#count", /1 print/);
  await page.press("Narrow down");
  await page.untilText(".facet-choice", /berlin-1/);
  await page.pressOn("a.facet-choice");
  await page.until(`location.hash === "#/berlin-1?q=waiter%3AAda"`);
  await page.untilText("#count", /1 print/);
  await page.view.evaluate(`history.back()`);
  await page.until(`document.querySelector(".row-shop") !== null`);
  await page.pressOn(".row-name");
  await page.until(`location.hash.startsWith("#/berlin-1/") && document.querySelector("#view") !== null`);
  expect([await refused(), await page.faults()]).toEqual(["[]", []]);
});

test("the menus of a print are wholly on the page of a phone", async () => {
  await page.view.resize(390, 844);
  for (const index of [0, 1]) {
    await page.pressFound(`document.querySelectorAll(".actions [aria-haspopup=menu]")[${index}]`);
    const [left, right] = await page.until<[number, number]>(`(() => {
      const menu = document.querySelector(".actions .menu");
      if (menu === null) return null;
      const { left, right } = menu.getBoundingClientRect();
      return [left, innerWidth - right];
    })()`);
    expect([left, right].filter((room) => room < 0)).toEqual([]);
    await page.view.press("Escape");
    await page.until(`document.querySelector(".actions .menu") === null`);
  }
  await page.view.resize(1280, 800);
});

test("what comes to any shop is in the list of all soon", async () => {
  await page.view.evaluate(`location.hash = "#/~/all"`);
  await page.untilText("#count", /3 prints/);
  await store("default", { label: "Order 3001" });
  await page.untilText(".row-name", /Order 3001/);
  await page.untilText("#count", /4 prints/);
});

test("of more than a page of prints the first are there before all are counted", async () => {
  for (let number = 0; number < 60; number++) await store("berlin-1", { label: `Many ${number}` });
  await page.view.evaluate(`location.hash = "#/~/all?q=label:Many"`);
  await page.untilText(".row-name", /Many 59/);
  await page.untilText("#count", /60 prints/);
  await page.view.evaluate(`document.querySelector("#list").scrollTop = 1e6`);
  await page.until(`[...document.querySelectorAll(".row-name")].at(-1)?.textContent.includes("Many 0")`);
  await store("default", { label: "Many 60" });
  await page.untilText("#count", /61 prints/);
  const counts = await page.view.evaluate(
    `performance.getEntriesByType("resource").filter((each) => each.name.endsWith("/api/prints/count")).length > 0`,
  );
  expect([counts, await refused(), await page.faults()]).toEqual([true, "[]", []]);
});

test("a person is given roles in workspaces and groups, and loses one", async () => {
  await page.view
    .evaluate(`fetch("/api/shops", { method: "POST", headers: { "Content-Type": "application/json" },
    body: '{"workspace":"berlin-1","group":"berlin"}' })`);
  await page.view.evaluate(`location.hash = "#/~/people"`);
  await page.press("Add a person");
  await page.fill("#person-name", "Ada");
  await page.until(
    `[...document.querySelectorAll("dialog option")].some(({ value }) => value === "group:berlin")`,
  );
  await page.press("In another place too");
  await page.select("Where 1", "group:berlin");
  await page.select("Role 2", "operator");
  await page.select("Where 2", "workspace:default");
  await expectAccessible(page);
  await page.press("Add a person");
  await page.untilText("main", /Shops of the group berlin \(Viewer\), default/);
  await page.press("Done");
  const grants = `fetch("/api/people").then((answer) => answer.json())
    .then(({ items }) => JSON.stringify(items.find(({ name }) => name === "Ada").grants))`;
  expect(JSON.parse(String(await page.view.evaluate(grants)))).toEqual([
    { role: "viewer", workspace: null, group: "berlin" },
    { role: "operator", workspace: "default", group: null },
  ]);
});

test("a print is shown, and offers what an archive does", async () => {
  await page.view.evaluate(`location.hash = "#/default/${ERASED}"`);
  await page.until(`document.querySelector("#view") !== null`);
  await page.until(
    `document.querySelector("#print-again") === null && document.querySelector("#edit") !== null`,
  );
  await page.press("More", ".actions");
  await page.press("Erase it for good", ".menu");
  await page.fill("dialog input", "Asked for on 3 May.");
  await page.press("Erase it for good");
  await page.untilText(".toast", `Print ${ERASED} is erased.`);
  await page.until(`location.hash === "#/default"`);
  const erased = await fetch(`${archive.address}/api/workspace/default/prints/${ERASED}`, {
    headers: { Authorization: `Bearer ${archive.firstToken}` },
  });
  expect(erased.status).toBe(410);
  expect([await refused(), await page.faults()]).toEqual(["[]", []]);
});

test("the print of a shop is offered neither to be changed nor to be deleted, only to be erased", async () => {
  const workspaces = await fetch(`${archive.address}/api/workspaces`, {
    headers: { Authorization: `Bearer ${archive.firstToken}` },
  });
  const { items } = (await workspaces.json()) as { items: { slug: string; isOfShop: boolean }[] };
  expect(items.map(({ slug, isOfShop }) => ({ slug, isOfShop }))).toEqual([
    { slug: "default", isOfShop: false },
    { slug: "berlin-1", isOfShop: true },
  ]);
  await page.go(archive.address);
  await page.view.evaluate(`location.hash = "#/berlin-1"`);
  await page.pressOn(".row-name");
  await page.until(
    `document.querySelector("#view #copy") !== null && document.querySelector("#edit") === null`,
  );
  await page.press("More", ".actions");
  await page.untilText(".menu", "Erase it for good");
  expect(await page.text(".menu")).not.toContain("Delete");
  await page.view.press("Escape");
});

test("the settings are those that count in an archive", async () => {
  const fields = async (slug: string) => {
    await page.view.evaluate(`location.hash = "#/${slug}/settings"`);
    await page.until(
      `location.hash.includes(${JSON.stringify(slug)}) && document.querySelector(".settings-page-form") !== null`,
    );
    await page.untilText("main", "are set in each shop");
    // Who writes software for tills tests it in a shop.
    await page.untilText("main", "such as for a screen at the head office");
    expect(await page.text("main")).not.toContain("till’s software");
    return page.view.evaluate(
      `[...document.querySelectorAll(".settings-form [name]")].map(({ name }) => name)`,
    );
  };
  const ofBoth = ["model", "width", "charset", "profile", "maskCardNumbers"];
  expect(await fields("default")).toEqual([...ofBoth, "printQuota", "requestRate"]);
  await page.go(archive.address);
  expect(await fields("berlin-1")).toEqual([...ofBoth, "requestRate"]);
  expect([await refused(), await page.faults()]).toEqual(["[]", []]);
});

test("a token is made for the shops of a group", async () => {
  await page.view.evaluate(`location.hash = "#/~/tokens"`);
  await page.press("Make a token");
  const places = `[...document.querySelectorAll("dialog select")[0].options]`;
  await page.until(`${places}.some(({ value }) => value === "group:berlin")`);
  expect(await page.view.evaluate(`${places}.map(({ textContent }) => textContent)`)).toEqual([
    "All workspaces",
    "Shops of the group berlin",
    "default",
    "berlin-1",
  ]);
  await page.select("Where it is good", "group:berlin");
  await expectAccessible(page);
  await page.press("Make a token", "dialog");
  await page.untilText("dialog", "Copy it now");
  const token = await page.view.evaluate(`document.querySelector("dialog input").value`);
  await page.press("Done");
  await page.untilText("main td", "Shops of the group berlin");
  const seen = await fetch(`${archive.address}/api/workspaces`, {
    headers: { Authorization: `Bearer ${String(token)}` },
  });
  const { items } = (await seen.json()) as { items: { slug: string }[] };
  expect(items.map(({ slug }) => slug)).toEqual(["berlin-1"]);
  expect([await refused(), await page.faults()]).toEqual(["[]", []]);
});
