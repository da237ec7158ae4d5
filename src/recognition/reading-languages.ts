/** A model more takes its time and memory with each picture. */
const MOST_LANGUAGES = 3;

/** Words of English are on receipts everywhere. */
const COMMON_LANGUAGE = "eng";

/** The languages of models by the two letters of a locale. */
const BY_LOCALE: Readonly<Record<string, string>> = {
  en: "eng",
  de: "deu",
  fr: "fra",
  es: "spa",
  it: "ita",
  pt: "por",
};

/**
 * The languages that a picture is read in.
 * @param chosen those that its workspace chose; none where that is to be found out
 * @param found those found in the workspace's pictures so far, the most frequent first
 * @param own that of the machine
 */
export function languagesToRead(
  chosen: readonly string[],
  found: readonly string[],
  own: string | null = machineLanguage(process.env),
): string[] {
  if (chosen.length > 0) return [...chosen];
  const wanted = new Set([COMMON_LANGUAGE, ...found, ...(own === null ? [] : [own])]);
  return [...wanted].slice(0, MOST_LANGUAGES).toSorted();
}

/** The language that a machine is set up for, by the name of its model; `null` for one without an own model. */
export function machineLanguage(environment: Readonly<Record<string, string | undefined>>): string | null {
  const locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"];
  const language = (locale ?? Intl.DateTimeFormat().resolvedOptions().locale).slice(0, 2).toLowerCase();
  return BY_LOCALE[language] ?? null;
}
