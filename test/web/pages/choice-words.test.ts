import { afterAll, beforeAll, expect, test } from "bun:test";
import { PRINTER_SETTINGS } from "../../../src/contract/printer-settings.ts";
import type { SettingTable } from "../../../src/contract/settings.ts";
import { WORKSPACE_SETTINGS } from "../../../src/contract/workspace-settings.ts";
import { kindOf } from "../../../src/web/browser/design/setting-value.ts";
import { choiceWords } from "../../../src/web/browser/pages/choice-words.ts";
import { LANGUAGES } from "../../../src/web/browser/texts/languages.ts";
import { allSentences } from "../../../src/web/browser/texts/sentences.ts";
import { showTexts } from "../../../src/web/browser/texts/texts.ts";

beforeAll(async () => {
  showTexts("de", await LANGUAGES.de.load());
  await allSentences();
});
afterAll(async () => showTexts("en", await LANGUAGES.en.load()));

test.each([
  ["charset", "auto", "automatisch"],
  ["charset", "western", "westlich"],
  ["profile", "pos-5890", "POS-5890"],
  ["profile", "star", "Star"],
  ["protocols", "raw", "Rohdaten"],
  ["protocols", "fax", null],
  ["repeats", "hold", "Mich fragen"],
  ["charset", "of a newer service", null],
  ["model", "epson-tm-t88v", null],
])("%s %p is called %p in German", (setting, value, words) => {
  expect(choiceWords(setting, value)).toBe(words);
});

/** Choices that are filled in otherwise: by names of models, and a test's state by buttons. */
const ELSEWHERE = new Set(["model", "targetModel", "simulate"]);

test.each(Object.entries<SettingTable>({ printer: PRINTER_SETTINGS, workspace: WORKSPACE_SETTINGS }))(
  "each choice of a setting of a %s has a name",
  (_of, table) => {
    const nameless = Object.entries(table).flatMap(([name, row]) => {
      const kind = kindOf(row);
      if (ELSEWHERE.has(name) || (kind.kind !== "choice" && kind.kind !== "choices")) return [];
      return kind.values
        .filter((value) => choiceWords(name, value) === null)
        .map((value) => `${name} ${value}`);
    });
    expect(nameless).toEqual([]);
  },
);
