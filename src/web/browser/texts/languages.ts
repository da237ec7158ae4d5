import type { Sentences, Texts } from "./text-types.ts";

/** The areas of texts in one language. */
export type Catalogue = Readonly<Record<string, Texts>>;

/** A language of the dashboard. */
interface LanguageEntry {
  /** Its name in itself. */
  readonly name: string;
  /** Loads all its texts, which only who reads it does. */
  readonly load: () => Promise<Catalogue>;
  /** Loads those of them that the first page needs. */
  readonly loadFirst: () => Promise<Catalogue>;
  /** Loads the texts of the pages that the service writes itself. */
  readonly loadWritten: () => Promise<Catalogue>;
  /** Loads what the service says in this language, by its English words; `null` for English itself. */
  readonly loadSentences: (() => Promise<Sentences>) | null;
}

export const LANGUAGES = {
  en: {
    name: "English",
    load: () => import("./en.ts").then(({ texts }) => texts),
    loadFirst: () => import("./en-first.ts").then(({ texts }) => texts),
    loadWritten: () => import("./en-written.ts").then(({ texts }) => texts),
    loadSentences: null,
  },
  de: {
    name: "Deutsch",
    load: () => import("./de.ts").then(({ texts }) => texts),
    loadFirst: () => import("./de-first.ts").then(({ texts }) => texts),
    loadWritten: () => import("./de-written.ts").then(({ texts }) => texts),
    loadSentences: () => import("./de/sentences.ts").then(({ sentences }) => sentences),
  },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof LANGUAGES;

/** The cookie that tells the service which language was chosen, for the page for signing in. */
export const LANGUAGE_COOKIE = "tillroll_language";

/** The first of the languages that a reader wants which there is, such as `de` for `de-AT`; English without any. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0] ?? "";
    if (isLanguage(language)) return language;
  }
  return "en";
}

export function isLanguage(text: string | null | undefined): text is Language {
  return typeof text === "string" && Object.hasOwn(LANGUAGES, text);
}
