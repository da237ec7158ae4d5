import { beforeAll, expect, test } from "bun:test";
import { languageFor, LANGUAGES } from "../../../src/web/browser/texts/languages.ts";
import { rich, showTexts, t } from "../../../src/web/browser/texts/texts.ts";

beforeAll(async () => showTexts("en", await LANGUAGES.en.load()));

test.each([
  [["de-AT", "en"], "de"],
  [["fr", "de"], "de"],
  [["fr", "tlh"], "en"],
  [["EN-gb"], "en"],
  [["__proto__", "constructor"], "en"],
  [[], "en"],
] as const)("who wants %j reads %s", (wanted, language) => {
  expect(languageFor(wanted)).toBe(language);
});

test("values stand in their places, and are never markup or places themselves", () => {
  expect(t("design.remove", { name: "<b>{name}</b>" })).toBe("Remove <b>{name}</b>");
  expect(rich("design.remove", { name: 7 })).toEqual(["Remove ", "7", ""]);
});

test("another language has its own words", async () => {
  showTexts("de", await LANGUAGES.de.load());
  expect(t("design.remove", { name: "Bon" })).toBe("Bon entfernen");
});
