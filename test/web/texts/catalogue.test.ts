import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Catalogue, type Language } from "../../../src/web/browser/texts/languages.ts";
import type { Text } from "../../../src/web/browser/texts/text-types.ts";

const WEB = join(import.meta.dir, "..", "..", "..", "src", "web");

const catalogues = new Map<Language, Catalogue>();
for (const language of Object.keys(LANGUAGES) as Language[])
  catalogues.set(language, {
    ...(await LANGUAGES[language].load()),
    ...(await LANGUAGES[language].loadWritten()),
  });

/** All texts of a language by their keys. */
function textsOf(language: Language): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const [area, keys] of Object.entries(catalogues.get(language) ?? {}))
    for (const [key, text] of Object.entries(keys)) texts.set(`${area}.${key}`, text);
  return texts;
}

/** The names of a text's places, in all its forms. */
function namesOf(text: Text): string[] {
  const all = typeof text === "string" ? text : Object.values(text).join(" ");
  return [...new Set(all.matchAll(/\{(\w+)\}/g).map(([, name = ""]) => name))].toSorted();
}

const original = textsOf("en");

describe.each(Object.keys(LANGUAGES) as Language[])("%s", (language) => {
  const texts = textsOf(language);

  test("has the keys of the original, and no others", () => {
    expect([...texts.keys()].toSorted()).toEqual([...original.keys()].toSorted());
  });

  test("has the same places in each text", () => {
    for (const [key, text] of texts)
      expect([key, namesOf(text)]).toEqual([key, namesOf(original.get(key) ?? "")]);
  });

  test("has all forms that its numbers need, and no empty text", () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, text] of texts) {
      const forms = typeof text === "string" ? [text] : pluralCategories.map((form) => text[form]);
      expect([key, forms.every((form) => form !== undefined && form.trim() !== "")]).toEqual([key, true]);
    }
  });
});

test("every text is used", async () => {
  const sources: string[] = [];
  for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan(WEB))
    if (!path.startsWith("browser/texts/")) sources.push(readFileSync(join(WEB, path), "utf8"));
  const source = sources.join("\n");
  // A key is written out, or begins as one that is put together: t(`shell.theme.${value}`).
  const begun = [...source.matchAll(/`([a-zA-Z]+\.[\w.]*)\$\{/g)].map(([, start = ""]) => start);
  const unused = [...original.keys()].filter(
    (key) => !source.includes(`"${key}"`) && !begun.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});
