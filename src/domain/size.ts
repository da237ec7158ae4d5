const KILO = 1000;
const KIBI = 1024;

/** The units of sizes by the letter they begin with, the smallest first. */
const LETTERS = ["k", "m", "g", "t"];

/** What a size looks like, for messages. */
export const SIZE_EXAMPLES = "500MB, 20GB or 2GiB";

/**
 * Reads a size such as `500MB`, `20GB`, `1.5G`, `2GiB` or `4096B`; MB and M are millions, MiB is 1024 times 1024. A number alone
 * is none: who writes 20 means gigabytes rather than bytes.
 * @returns bytes, rounded down; `null` for none, and for 0
 */
export function readSize(text: string): number | null {
  const [, number = "", letter = "", binary] =
    /^(\d{1,15}(?:\.\d{1,6})?) ?(?=[a-z])(?:([kmgt])(i)?)?b?$/i.exec(text.trim()) ?? [];
  const power = letter === "" ? 0 : LETTERS.indexOf(letter.toLowerCase()) + 1;
  const bytes = Math.floor(Number(number) * (binary === undefined ? KILO : KIBI) ** power);
  return number !== "" && bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

/** A size in words with at most one decimal: `1.4 GB`. @param bytes from 0 up */
export function sizeInWords(bytes: number): string {
  let [value, power] = [bytes, 0];
  while (value >= KILO && power < LETTERS.length) [value, power] = [value / KILO, power + 1];
  if (power === 0) return `${bytes} bytes`;
  const rounded = Math.floor(value * 10) / 10;
  return `${rounded} ${power === 1 ? "k" : LETTERS[power - 1]?.toUpperCase()}B`;
}
