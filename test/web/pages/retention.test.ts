import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { conditionOf, draftOf } from "../../../src/web/browser/pages/retention/condition-draft.ts";
import { draftOf as draftOfRule, givenOf } from "../../../src/web/browser/pages/retention/rule-draft.ts";
import { expectAccessible } from "../accessibility.ts";
import { Reader } from "./reader.ts";

const WORKSPACE = "/api/workspace/default";

let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start();
  for (const number of [1, 2, 3]) await reader.service.store(`${number}\n`, { deviceId: "test" });
});
afterAll(() => reader?.end());

test("a rule says what it would delete while it is written, waits, and is confirmed", async () => {
  await reader.open("#/default/retention", "Retention");
  await reader.see("There is no rule");
  await reader.press("Make a rule");
  await reader.fill("Name", "Tests <b>");
  await reader.fill("Device", "test");
  await reader.fill("What becomes of them", "prints");
  await reader.fill("How many prints", "0");
  await reader.press("Save");
  await reader.see("must be an integer from 1 up.", "dialog");
  await reader.fill("How many prints", "1");
  await reader.see("Now it would delete 2 prints", "dialog");
  await reader.press("Save");
  await reader.see("Tests <b>", ".table");
  await reader.see("the newest", ".table");
  await reader.see("It would delete 2 prints.", ".table");
  await reader.press("Confirm Tests <b>");
  await reader.see("“Tests <b>” deletes 2 prints at the next run.");
  await reader.press("Confirm");
  await reader.seeNot("It would delete 2 prints.", ".table");
  await reader.press("Delete now");
  await reader.press("Delete now");
  await reader.see(/The last run ended .*: 2 deleted/);
});

test("a rule is changed, and removed", async () => {
  await reader.press("Change Tests <b>");
  await reader.fill("What becomes of them", "keep");
  await reader.press("Save");
  await reader.see("for ever", ".table");
  await reader.press("Remove Tests <b>");
  await reader.press("Remove");
  await reader.see("There is no rule");
});

test("a legal hold is made, and released with a reason", async () => {
  await reader.press("Make a hold");
  await reader.fill("Name", "Case 17");
  await reader.tick("Give the filters of a search as JSON");
  await reader.fill("Filters (see the API)", '{"deviceId":');
  await reader.see("This is no JSON.", "dialog");
  await reader.fill("Filters (see the API)", '{"deviceId":"test"}');
  await pressInDialog("Make a hold");
  await reader.see("must have from 1 to 500 characters.", "dialog");
  await reader.fill("Why", "the tax office");
  await pressInDialog("Make a hold");
  await reader.see("the tax office", ".table");
  await reader.press("Release Case 17");
  await reader.fill("Why", "it is over");
  await reader.press("Release");
  await reader.seeNot("the tax office", ".table");
  await reader.tick("Show those that were released");
  await reader.see(/Released .* by session administrator: it is over/);
});

test("a print is erased, with a reason, after a question", async () => {
  await reader.fill("Number of the print", "3");
  await reader.press("Erase it for good");
  await reader.see("There is no way back.", "dialog");
  await reader.fill("Why", "asked");
  await pressInDialog("Erase it for good");
  await reader.see("Print 3 is erased.");
  const gone = await fetch(`${reader.service.address}${WORKSPACE}/prints/3`, {
    headers: { Authorization: `Bearer ${reader.service.token}` },
  });
  expect(gone.status).toBe(410);
});

test("what a country asks for is filled in, and no rule before it is saved", async () => {
  await reader.see("Austria", ".table");
  await reader.see("until 7 years after the end of their year", ".table");
  await reader.press("Make this rule: Austria");
  await reader.until(
    `[...document.querySelectorAll("dialog[open] input")].some(({ value }) => value === "7y from year end")`,
  );
  await reader.see("Now it would delete nothing.", "dialog");
  expect(await reader.api<{ items: unknown[] }>(`${WORKSPACE}/retention-rules`)).toMatchObject({ items: [] });
  await reader.press("Save");
  await reader.see("Receipts, Austria", ".table");
  await reader.press("Remove Receipts, Austria");
  await reader.press("Remove");
  await reader.see("There is no rule");
});

test("is open to everybody", async () => {
  await reader.api(`${WORKSPACE}/retention-rules`, { name: "Old", condition: {}, maxAge: "2y" });
  await reader.api(`${WORKSPACE}/retention-holds`, { name: "Case 18", condition: {}, reason: "asked" });
  await reader.open("#/~/tokens", "API tokens");
  await reader.open("#/default/retention", "Retention");
  await reader.see("until they are 2 years old", ".table");
  await expectAccessible(reader.page);
  await reader.press("Change Old");
  await reader.until(`document.querySelector("dialog[open]") !== null`);
  await expectAccessible(reader.page);
  expect(await reader.page.faults()).toEqual([]);
});

describe("conditions", () => {
  const day = (text: string) => new Date(text).toISOString();
  test.each([
    {},
    { deviceId: "till-1" },
    { label: { op: "contains", value: "Order" } },
    { tag: { op: "eq", key: "kind", value: "" }, text: "flat white" },
    { from: day("2026-01-31T00:00:00.000"), to: day("2026-03-01T23:59:59.999") },
  ])("%j is filled in field by field, and comes back", (condition) => {
    const draft = draftOf(condition);
    expect(draft.json).toBeNull();
    expect(conditionOf(draft)).toEqual(condition);
  });

  test("one text in a list, as commands give it, is a field too", () => {
    const draft = draftOf({ text: ["KITCHEN"] });
    expect([draft.json, draft.fields.text, conditionOf(draft)]).toEqual([
      null,
      "KITCHEN",
      { text: "KITCHEN" },
    ]);
  });

  test.each([
    { label: "exactly" },
    { label: { op: "eq", value: "exactly" } },
    { tag: { and: [{ op: "eq", key: "a", value: "b" }] } },
    { text: ["one", "two"] },
    { from: "2026-01-31T12:00:00Z" },
    { printKey: "x" },
    { deviceId: { op: "contains", value: "x" } },
  ])("%j has no fields, and stays as it is", (condition) => {
    const draft = draftOf(condition);
    expect(draft.json).not.toBeNull();
    expect(conditionOf(draft)).toEqual(condition);
  });
});

test("a rule is given with one limit, megabytes as bytes", () => {
  const draft = { ...draftOfRule(null, 2), name: "a", fate: "size" as const, size: "1.5", age: "2y" };
  expect(givenOf(draft)).toEqual({
    name: "a",
    condition: {},
    keep: false,
    maxAge: null,
    maxPrints: null,
    maxSize: 1_500_000,
    position: 2,
    enabled: true,
  });
});

async function pressInDialog(name: string): Promise<void> {
  await reader.until(`document.querySelector("dialog[open]") !== null`);
  await reader.press(name);
}
