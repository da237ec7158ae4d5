import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectAccessible } from "../accessibility.ts";
import { markedPieces } from "../../../src/web/browser/pages/rules/marked-text.ts";
import { draftOf, givenOf, patchOf } from "../../../src/web/browser/pages/rules/draft-rule.ts";
import { Reader } from "./reader.ts";

const RULES = "/api/workspace/default/rules";

let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start();
  await reader.service.store("Cafe\nOrder #1001\nTable <b>5</b>\n");
  await reader.service.store("Cafe\nOrder #1002\nTable <img src=x onerror=alert(1)>\n", { label: "kept" });
});
afterAll(() => reader?.end());

test("a rule is written with a live trial and a preview, and made", async () => {
  await reader.open("#/default/rules", "Rules");
  await reader.see("There is no rule of your own yet.");
  // Those that come with Tillroll are many patterns, of which each thing that they find is told once.
  const found = await reader.page.view.evaluate(
    `[...document.querySelectorAll(".rules-defaults li")].map((each) => each.textContent)`,
  );
  expect((found as string[]).length).toBeGreaterThan(3);
  expect(found).toEqual([...new Set(found as string[])]);
  await reader.press("Make a rule");
  await reader.see("Write what it is to look for");
  await reader.fill("Name", "Order number");
  await reader.until(`document.querySelector(".rules-text") !== null`);
  // Whatever is written, the receipt never vanishes.
  await reader.page.view.evaluate(`(() => {
    window.vanished = 0;
    new MutationObserver(() => { if (document.querySelector(".rules-text") === null) window.vanished++; })
      .observe(document.querySelector(".rules-editor"), { childList: true, subtree: true });
  })()`);
  await reader.fill("Looks for", "Order #(");
  await reader.until(`document.querySelector(".rules-form .field-problem:not(:empty)") !== null`);
  await reader.fill("Looks for", "Order #(\\d+)");
  await reader.until(`document.querySelector(".rules-group")?.textContent === "1002"`);
  await reader.fill("Label", "Order $1");
  await reader.press("Add a tag");
  await reader.fill("Key of tag 1", "orderId");
  await reader.fill("For", "all");
  await reader.see("It finds this: Order 1002", ".rules-found");
  await reader.see("2 of the newest 2 prints match, 2 would get something.");
  expect(await reader.page.view.evaluate("window.vanished")).toBe(0);
  await reader.fill("On this receipt", "1");
  await reader.see("It finds this: Order 1001", ".rules-found");
  // What a receipt has in it is text.
  expect(
    await reader.page.view.evaluate(`document.querySelector(".rules-text b, .rules-text img")`),
  ).toBeNull();
  await reader.press("Save");
  await reader.see("Order number", ".table");
  const { items } = await reader.api<{ items: object[] }>(RULES);
  expect(items).toMatchObject([
    {
      name: "Order number",
      pattern: "Order #(\\d+)",
      label: "Order $1",
      tag: { orderId: "$1" },
      appliesTo: "all",
    },
  ]);
});

test("what the service refuses is said at its field", async () => {
  await reader.press("Make a rule");
  await reader.fill("Looks for", "Table");
  await reader.press("Save");
  await reader.until(
    `[...document.querySelectorAll(".field-frame")].some((e) => e.textContent.startsWith("Name") && e.querySelector(".field-problem").textContent !== "")`,
  );
  await reader.press("All rules");
});

test("rules are moved, switched off, changed and removed", async () => {
  await reader.api(RULES, { name: "Second <i>", pattern: "Table", label: "T" });
  await reader.open("#/~/tokens", "API tokens");
  await reader.open("#/default/rules", "Rules");
  await reader.see("Second <i>", ".table");
  const names = `[...document.querySelectorAll(".table tbody tr")].map((e) => e.querySelector("a").textContent).join()`;
  await reader.press("Move Second <i> up");
  await reader.until(`${names} === "Second <i>,Order number"`);
  await reader.press("Switch off Second <i>");
  await reader.see("Off", ".table .badge");
  await reader.press("Order number");
  await reader.press("Remove tag 1");
  await reader.press("Save");
  await reader.see("Second <i>", ".table");
  await reader.press("Remove Second <i>");
  await reader.see("“Second <i>” gives nothing any more.");
  await reader.press("Remove");
  await reader.seeNot("Second <i>", ".table");
  const { items } = await reader.api<{ items: object[] }>(RULES);
  expect(items).toMatchObject([{ name: "Order number", tag: {} }]);
});

test("whoever goes elsewhere while a rule is saved stays there", async () => {
  await reader.press("Order number");
  await reader.page.untilText(".page-title", "Order number");
  await reader.page.view.evaluate(`(() => {
    const real = fetch;
    window.fetch = async (path, options) => {
      if (options?.method !== "PATCH") return real(path, options);
      window.fetch = real;
      await new Promise((resolve) => { window.release = resolve; });
      const answer = await real(path, options);
      window.isAnswered = true;
      return answer;
    };
  })()`);
  await reader.press("Save");
  await reader.until("window.release !== undefined");
  await reader.open("#/~/tokens", "API tokens");
  await reader.page.view.evaluate("window.release()");
  await reader.until("window.isAnswered === true");
  // Whatever the answer leads to has come before that of another question.
  await reader.page.view.evaluate(`fetch("/api/me").then((answer) => answer.json())`);
  expect(await reader.page.view.evaluate("location.hash")).toBe("#/~/tokens");
  await reader.open("#/default/rules", "Rules");
});

test("rules are applied to old prints, and those that come with Tillroll are switched", async () => {
  await reader.press("Apply to old prints");
  await reader.see("All prints are read again in the background.");
  await reader.press("Apply to old prints");
  await reader.see("The rules were applied to old prints: 2 were read");
  await reader.tick("Use them in this workspace");
  await reader.until(
    `fetch("${RULES}").then((answer) => answer.json()).then(({ defaults }) => !defaults.enabled)`,
  );
});

test("is open to everybody", async () => {
  await reader.open("#/default/rules", "Rules");
  await reader.until(`document.querySelector(".table") !== null`);
  await expectAccessible(reader.page);
  await reader.press("Order number");
  await reader.until(`document.querySelector(".rules-group") !== null`);
  await expectAccessible(reader.page);
  expect(await reader.page.faults()).toEqual([]);
});

describe("the marks of a match", () => {
  const group = (number: number, start: number, end: number) => ({ number, start, end });
  test.each([
    ["nothing", [], [["abcdef", null]]],
    [
      "a match",
      [group(0, 1, 3)],
      [
        ["a", null],
        ["bc", 0],
        ["def", null],
      ],
    ],
    [
      "groups in it",
      [group(0, 0, 6), group(1, 1, 3), group(2, 2, 3)],
      [
        ["a", 0],
        ["b", 1],
        ["c", 2],
        ["def", 0],
      ],
    ],
    [
      "a group that is all of it",
      [group(0, 1, 3), group(1, 1, 3)],
      [
        ["a", null],
        ["bc", 1],
        ["def", null],
      ],
    ],
    [
      "an empty group",
      [group(0, 1, 3), group(1, 2, 2)],
      [
        ["a", null],
        ["b", 0],
        ["c", 0],
        ["def", null],
      ],
    ],
  ] as const)("%s", (_, groups, pieces) => {
    const found = markedPieces("abcdef", groups).map((piece) => [piece.text, piece.group]);
    expect(found).toEqual(pieces.map(([text, number]) => [text, number]));
  });
});

test("a change takes tags away that are gone, and a new rule has what is filled in", () => {
  const rule = {
    id: 1,
    name: "a",
    pattern: "b",
    label: null,
    tag: { old: "1", both: "2" },
    appliesTo: "all",
    enabled: true,
    position: 0,
    createdAt: "",
    updatedAt: "",
  } as const;
  const draft = {
    ...draftOf(rule, 1),
    tags: [
      ["both", "3"],
      ["", ""],
    ] as const,
  };
  expect(patchOf(draft, rule).tag).toEqual({ both: "3", old: null });
  expect(givenOf(draftOf(null, 4))).toEqual({
    name: "",
    pattern: "",
    label: null,
    tag: {},
    appliesTo: "printers",
    enabled: true,
    position: 4,
  });
});
