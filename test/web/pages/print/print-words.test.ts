import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DEFAULT_RULES } from "../../../../src/rules/defaults/default-rules.ts";
import {
  actorWords,
  deliveryWords,
  fieldWords,
  ruleWords,
} from "../../../../src/web/browser/pages/prints/print/print-words.ts";
import { nameOf } from "../../../../src/web/browser/pages/prints/print-name.ts";
import { LANGUAGES } from "../../../../src/web/browser/texts/languages.ts";
import { allSentences } from "../../../../src/web/browser/texts/sentences.ts";
import { showTexts } from "../../../../src/web/browser/texts/texts.ts";

beforeAll(async () => showTexts("en", await LANGUAGES.en.load()));

test.each([
  [
    "a person's choice",
    { state: "held", reason: "It waited for 2 h." },
    "kitchen",
    "Waits for you to have it printed or not. It waited for 2 h.",
  ],
  [
    "a copy",
    { state: "done", isCopy: true, notes: ["The drawer kick was left out."] },
    "kitchen, a copy",
    "Printed. The drawer kick was left out.",
  ],
  ["a backup", { state: "queued", forPrinter: "bar" }, "kitchen for bar", "Waits to be printed."],
  [
    "a printer that is gone",
    { state: "cancelled", printer: null },
    "a printer that was removed",
    "Is not to be printed.",
  ],
] as const)("%s in words", (_, delivery, name, words) => {
  const plain = {
    printer: "kitchen",
    reason: null,
    notes: [],
    isCopy: false,
    forPrinter: null,
    possibleDuplicate: false,
  };
  expect(
    deliveryWords({ ...plain, ...delivery, notes: [...("notes" in delivery ? delivery.notes : [])] }),
  ).toEqual({ printer: name, words });
});

test("a print that came twice is said so only once it is printed", () => {
  const plain = {
    printer: "bar",
    reason: null,
    notes: [],
    isCopy: false,
    forPrinter: null,
    possibleDuplicate: true,
  };
  expect(deliveryWords({ ...plain, state: "done" }).words).toBe("Printed. The paper may have it twice.");
  expect(deliveryWords({ ...plain, state: "cancelled" }).words).toBe("Is not to be printed.");
});

test.each([
  [null, "Tillroll"],
  [{ kind: "system", id: "retention: Old", name: "" }, "Tillroll"],
  [{ kind: "token", id: "7f3a", name: "office" }, "the token office"],
  [{ kind: "token", id: "7f3a", name: "" }, "the token 7f3a"],
  [{ kind: "session", id: "1", name: "Anna" }, "Anna"],
  [{ kind: "command", id: "root", name: "" }, "a command of root"],
  [{ kind: "printer", id: "3", name: "bar" }, "the printer bar"],
  [{ kind: "printer", id: "3", name: "" }, "one that was removed"],
] as const)("%j is told as %s", (actor, words) => {
  expect(actorWords(actor === null ? null : { ...actor, address: null })).toBe(words);
});

test("fields and prints have names", () => {
  expect([fieldWords("label"), fieldWords("tag.a.b"), fieldWords("later")]).toEqual([
    "Label",
    "Tag a.b",
    "later",
  ]);
  expect([nameOf({ id: 7, label: "" }), nameOf({ id: 7, label: "Order" })]).toEqual(["Print 7", "Order"]);
});

describe("in German", () => {
  beforeAll(async () => {
    showTexts("de", await LANGUAGES.de.load());
    await allSentences();
  });
  afterAll(async () => showTexts("en", await LANGUAGES.en.load()));

  test.each([
    ["Order number", "Bestellnummer"],
    // What a person has named stays as it is, even where it reads like words of ours.
    ["done", "done"],
    ["Cashier", "Cashier"],
  ])("the rule %p is called %p", (rule, words) => {
    expect(ruleWords(rule)).toBe(words);
  });

  test("no rule that comes with Tillroll is called as in English", () => {
    const names = DEFAULT_RULES.map(({ name }) => name);
    expect(names.filter((name) => ruleWords(name) === name)).toEqual([]);
  });
});
