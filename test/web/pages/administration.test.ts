import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectAccessible } from "../accessibility.ts";
import { PRINTER_SETTINGS } from "../../../src/contract/printer-settings.ts";
import { WORKSPACE_SETTINGS } from "../../../src/contract/workspace-settings.ts";
import { toldDetails } from "../../../src/web/browser/pages/audit/told-details.ts";
import { LANGUAGES } from "../../../src/web/browser/texts/languages.ts";
import { showTexts } from "../../../src/web/browser/texts/texts.ts";
import { Reader } from "./reader.ts";

/* Pages of the service: tokens, workspaces and the audit log. */

const HOSTILE = '<img src=x onerror="faults.push(1)">';

let reader: Reader;
beforeAll(async () => {
  showTexts("en", await LANGUAGES.en.load());
  reader = await Reader.start();
});
afterAll(() => reader?.end());

test("a workspace is made, and one that there is already is refused in words", async () => {
  await reader.open("#/~/workspaces", "Workspaces");
  await reader.press("Make a workspace");
  await reader.fill("Name in addresses", "default");
  await submit("Make a workspace");
  await reader.see('There is a workspace "default" already', "dialog");
  await reader.fill("Name in addresses", "two words");
  await submit("Make a workspace");
  await reader.see("must have 1 to 63", "dialog");
  await reader.fill("Name in addresses", "branch-2");
  await submit("Make a workspace");
  await reader.see("branch-2", ".table");
  // The choice of workspaces has it too.
  await reader.see("branch-2", ".nav-workspace option, .nav-workspace");
});

test("the index of a workspace is built anew", async () => {
  await reader.press("Build the index anew: branch-2");
  await reader.see("Nothing is lost");
  await reader.press("Build the index anew");
  await reader.until(`document.querySelector("dialog") === null`);
});

test("a token is made, shown once, and works; then it is revoked", async () => {
  await reader.open("#/~/tokens", "API tokens");
  await reader.press("Make a token");
  await reader.fill("Name", `till ${HOSTILE}`);
  await reader.fill("What it may do", "read");
  await reader.fill("Ends", "day");
  await reader.fill("The day", "2001-01-01");
  await submit("Make a token");
  await reader.see("is in the past.", "dialog");
  await reader.fill("The day", "2099-12-31");
  await submit("Make a token");
  await reader.see("it is shown this once", "dialog");
  const token = String(await reader.page.view.evaluate(`document.querySelector(".copy-field-value").value`));
  const me = await fetch(`${reader.service.address}/api/me`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect([me.status, ((await me.json()) as { scopes: string[] }).scopes]).toEqual([200, ["read"]]);
  await reader.press("Done");
  await reader.see("Dec 31, 2099", ".table");
  expect(await reader.page.view.evaluate(`document.body.innerHTML.includes(${JSON.stringify(token)})`)).toBe(
    false,
  );
  await reader.press(`Revoke till ${HOSTILE}`);
  await reader.see("gets no answer any more", "dialog");
  await reader.press("Revoke");
  await reader.seeNot("Dec 31, 2099", ".table");
  const gone = await fetch(`${reader.service.address}/api/me`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(gone.status).toBe(401);
  await reader.tick("Show those that are over");
  await reader.see("Revoked", ".badge");
});

test("the audit log tells it, is filtered, and is a file", async () => {
  await reader.open("#/~/audit", "Audit log");
  await reader.see("An API token was revoked.", ".table");
  await reader.see("A workspace was made.", ".table");
  await reader.fill("What was done", "token.created");
  await reader.seeNot("A workspace was made.", ".table");
  await reader.see("An API token was made.", ".table");
  const link = String(
    await reader.page.view.evaluate(`document.querySelector("a[download]").getAttribute("href")`),
  );
  expect(link).toBe("/api/audit/export?act=token.created");
  await reader.fill("From", "2001-01-01");
  await reader.fill("To", "2001-01-02");
  await reader.see("There is nothing that fits.");
  await reader.fill("From", "");
  await reader.fill("To", "");
  await reader.see("An API token was made.", ".table");
});

test.each([
  ["what has no value is left out", { name: "a", model: null, list: [] }, [["Name", "a"]]],
  [
    "lists and numbers",
    { scopes: ["read", "write"], count: 2 },
    [
      ["May", "Read, Read and store"],
      ["How many", "2"],
    ],
  ],
  [
    "changes",
    { changed: { width: [48, 42], model: [null, "a"], tag: [{ a: "1" }, {}] } },
    [
      ["Columns", "48 → 42"],
      ["Model", "– → a"],
      ["Tags of its prints", "a: 1 → –"],
    ],
  ],
  [
    "what was made",
    { made: { name: "Old", maxAge: "2y", maxSize: null } },
    [
      ["Name", "Old"],
      ["Oldest", "2y"],
    ],
  ],
  ["another object", { configuration: { port: "1" } }, [["Configuration", "port: 1"]]],
  [
    "what has no name of its own",
    { constructor: "x", enabled: true },
    [
      ["constructor", "x"],
      ["Used", "yes"],
    ],
  ],
])("particulars of an act are read as words: %s", (_, details, told) => {
  expect(toldDetails("printer.changed", details)).toEqual(told as [string, string][]);
});

test.each([
  ["printer.changed", PRINTER_SETTINGS],
  ["workspace.changed", WORKSPACE_SETTINGS],
])("each setting in an entry %s is called as on the page where it is set", (act, settings) => {
  const changed = Object.fromEntries(Object.keys(settings).map((name) => [name, ["a", "b"]]));
  const told = new Set(toldDetails(act, { changed }).map(([name]) => name));
  expect(Object.keys(settings).filter((name) => told.has(name))).toEqual([]);
});

test("all that is said is in German too", async () => {
  await reader.page.view.evaluate(`localStorage.setItem("tillroll.language", "de")`);
  await reader.page.go(`${reader.service.address}/?german#/~/audit`);
  await reader.page.untilText(".page-title", "Prüfprotokoll");
  await reader.see("Ein API-Schlüssel wurde angelegt.", ".table");
  await reader.see("Erster Start", ".table");
  await reader.page.view.evaluate(`location.hash = "#/~/tokens"`);
  await reader.page.untilText(".page-title", "API-Schlüssel");
  await reader.see("Lesen, Speichern", ".table");
  await reader.page.view.evaluate(`localStorage.setItem("tillroll.language", "en")`);
  await reader.page.go(`${reader.service.address}/?english#/~/audit`);
  await reader.page.untilText(".page-title", "Audit log");
});

test.each([
  ["tokens", "API tokens"],
  ["workspaces", "Workspaces"],
  ["audit", "Audit log"],
])("%s is open to everybody", async (name, title) => {
  await reader.open(`#/~/${name}`, title);
  await reader.until(`document.querySelector(".table") !== null`);
  await expectAccessible(reader.page);
  expect(await reader.page.faults()).toEqual([]);
});

test("who may only read is not offered what only administrators may", async () => {
  const { token } = await reader.api<{ token: string }>("/api/tokens", {
    workspace: "default",
    scopes: ["read"],
  });
  await reader.page.view.cdp("Network.clearBrowserCookies");
  const form = new URLSearchParams({ token });
  const signedIn = await fetch(`${reader.service.address}/sign-in`, {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: { Origin: reader.service.address },
  });
  const [name = "", value = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";")[0]?.split("=") ?? [];
  await reader.page.view.cdp("Network.setCookie", { name, value, url: reader.service.address });
  await reader.page.go(`${reader.service.address}/?reader#/~/tokens`);
  await reader.page.untilText(".empty-state", "There is no such page.");
  await reader.page.go(`${reader.service.address}/?rules#/default/rules`);
  await reader.page.untilText(".page-title", "Rules");
  await reader.see("Use them in this workspace");
  expect(await reader.page.view.evaluate(`document.querySelector("main .button-main")`)).toBeNull();
});

/** Presses the button of a dialog that has the same name as the one that opened it. */
async function submit(name: string): Promise<void> {
  await reader.until(`document.querySelector("dialog [type=submit]") !== null`);
  await reader.press(name);
}
