import { languageOfLocale } from "./engine/languages.ts";

/** Each model more takes its time and memory with each picture. */
const MOST_LANGUAGES = 2;

/** Words of English are on receipts everywhere. */
const COMMON_LANGUAGE = "eng";

/**
 * The languages that a picture is read in, by the names of their models; the first counts most.
 * @param chosen those that its workspace chose; none where that is to be found out
 * @param found those that were found in its pictures so far, the most likely first
 * @param own that of the machine
 */
export function languagesToRead(
  chosen: readonly string[],
  found: readonly string[],
  own: string | null,
): string[] {
  if (chosen.length > 0) return [...chosen];
  const likely = [...found, ...(own === null ? [] : [own])].filter(
    (language) => language !== COMMON_LANGUAGE,
  );
  // A shop whose receipts are English needs no other; that of the machine is for a shop of which nothing is known.
  const first = found[0] === COMMON_LANGUAGE ? [] : likely.slice(0, MOST_LANGUAGES - 1);
  return [...first, COMMON_LANGUAGE];
}

/** The language that a machine is set up for, by the name of its model; `null` where that is not known. */
export function machineLanguage(environment: Readonly<Record<string, string | undefined>>): string | null {
  const locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"];
  return languageOfLocale(locale ?? Intl.DateTimeFormat().resolvedOptions().locale) ?? null;
}
