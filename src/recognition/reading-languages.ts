import { languageOfLocale } from "./engine/languages.ts";
import { foundLanguages } from "./found-languages.ts";
import type { Recognition } from "./recognised.ts";

/** Each model more takes its time and memory with each picture. */
const MOST_LANGUAGES = 2;

/** Words of English are on receipts everywhere. */
const COMMON_LANGUAGE = "eng";

/** What is known of the language of a print before its pictures are read; languages are named as their models. */
interface KnownLanguages {
  /** Those that its workspace chose; none where that is to be found out. */
  readonly chosen: readonly string[];
  /** Those that were found in the workspace's pictures so far, the most likely first. */
  readonly found: readonly string[];
  /** That of the machine; `null` where it is not known. */
  readonly own: string | null;
}

/**
 * Reads a print in the languages that are likely. What it says tells its language; where that is another one, it is read
 * in that once more, unless it took too long before.
 * @param read reads all pictures of the print
 */
export async function readInLanguages<Reading extends { readonly recognition: Recognition }>(
  known: KnownLanguages,
  read: (languages: readonly string[]) => Promise<Reading>,
): Promise<Reading> {
  const likely = languagesToRead(known);
  const first = await read(likely);
  const found = [...foundLanguages(first.recognition), ...known.found];
  const languages = languagesToRead({ ...known, found });
  const isRead = languages.every((language) => likely.includes(language));
  const isCutOff = first.recognition.some(({ note }) => note !== undefined);
  return isRead || isCutOff ? first : read(languages);
}

/** The languages that a picture is read in; the first counts most. */
export function languagesToRead({ chosen, found, own }: KnownLanguages): string[] {
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
