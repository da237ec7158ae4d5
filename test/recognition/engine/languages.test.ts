import { expect, test } from "bun:test";
import { join } from "node:path";
import { availableLanguages, languageOfLocale } from "../../../src/recognition/engine/languages.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test.each([
  ["de_DE.UTF-8", "deu"],
  ["pt-BR", "por"],
  ["EN", "eng"],
  ["zh-CN", "chi_sim"],
  ["C", undefined],
  ["", undefined],
])("the locale %p is read with %p", (locale, language) => {
  expect(languageOfLocale(locale)).toBe(language);
});

test("the models of a folder are there beside those in the program, other files are not", async () => {
  const folder = temporaryFolder();
  for (const name of [
    "nld.traineddata",
    "chi_sim.traineddata.gz",
    "readme.txt",
    "..traineddata",
    "eng.traineddata",
  ]) {
    await Bun.write(join(folder, name), "");
  }
  expect(availableLanguages(folder).toSorted()).toEqual([
    "chi_sim",
    "deu",
    "eng",
    "fra",
    "ita",
    "nld",
    "por",
    "spa",
  ]);
});

test("a folder that is not there is told", () => {
  expect(() => availableLanguages("/nowhere/at/all")).toThrow("ENOENT");
});
