import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { actorWords } from "../../../src/web/browser/pages/audit/actor-words.ts";
import { plainWords } from "../../../src/web/browser/pages/audit/plain-words.ts";
import { troubleWords } from "../../../src/web/browser/pages/shops/shop-words.ts";
import { LANGUAGES } from "../../../src/web/browser/texts/languages.ts";
import { allSentences, said } from "../../../src/web/browser/texts/sentences.ts";
import { showTexts } from "../../../src/web/browser/texts/texts.ts";

/* What the service tells as it has it, in the words of who reads German. */

beforeAll(async () => {
  showTexts("de", await LANGUAGES.de.load());
  await allSentences();
});
afterAll(async () => showTexts("en", await LANGUAGES.en.load()));

test.each([
  ["session Ada Lovelace", "Ada Lovelace"],
  ["command root", "Befehl root"],
  ["token 2ff4c490bd80e7a88e", "API-Schlüssel 2ff4c490bd80e7a88e"],
  ["Ada", "Ada"],
  ["Ada Lovelace", "Ada Lovelace"],
  ["", ""],
])("%p did it: %p", (actor, words) => {
  expect(actorWords(actor)).toBe(words);
});

test.each([
  [null, ""],
  [true, "ja"],
  [["a", 1], "a, 1"],
  [{}, ""],
  [{ text: ["KITCHEN", "Table"] }, "text: KITCHEN, Table"],
  [{ port: "9181", isOn: false }, "port: 9181, isOn: nein"],
  [{ label: { op: "eq", value: "a" } }, 'label: {"op":"eq","value":"a"}'],
])("%j is written out: %p", (value, words) => {
  expect(plainWords(value)).toBe(words);
});

describe("what services say of themselves", () => {
  test.each([
    ["bar: The printer at 10.0.0.5 does not answer.", "bar: Der Drucker unter 10.0.0.5 antwortet nicht."],
    ["bar: What a newer shop says.", "bar: What a newer shop says."],
  ])("of a printer of a shop: %p", (trouble, words) => {
    expect(troubleWords(trouble)).toBe(words);
  });

  test.each([
    ["it answered 404.", "die Antwort war 404."],
    [
      "it answered 302, and redirects are not followed.",
      "die Antwort war 302; Weiterleitungen wird nicht gefolgt.",
    ],
    ["it did not answer within 10 s.", "innerhalb von 10 s kam keine Antwort."],
  ])("of a webhook: %p", (reason, words) => {
    expect(said(reason)).toBe(words);
  });
});
