/** How the characters of the feed can be coded: UTF-8, and the code pages of recorders and displays, which have a byte each. */
export const FEED_CHARSETS = [
  "utf-8",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1257",
  "windows-874",
  "iso-8859-1",
  "iso-8859-2",
  "iso-8859-5",
  "iso-8859-7",
  "iso-8859-15",
  "ibm866",
  "koi8-r",
] as const;

export type FeedCharset = (typeof FEED_CHARSETS)[number];

const UNKNOWN = 0x3f;

/** What is written where a code page lacks a character: the lines of frames and tables, and spaces. */
const SUBSTITUTES: readonly (readonly [characters: RegExp, instead: string])[] = [
  [/[\u2500-\u2501\u2504-\u2505\u2508-\u2509\u254c-\u254d\u2550]/gu, "-"],
  [/[\u2502-\u2503\u2506-\u2507\u250a-\u250b\u254e-\u254f\u2551]/gu, "|"],
  [/[\u250c-\u254b\u2552-\u256c]/gu, "+"],
  [/[\u2580-\u259f]/gu, "#"],
  [/[\u00a0\u2000-\u200a\u202f\u3000]/gu, " "],
];

/** Makes what turns text into bytes of a charset. What it lacks becomes something alike, or a question mark. */
export function feedEncoder(charset: FeedCharset): (text: string) => Uint8Array {
  if (charset === "utf-8") return (text) => Buffer.from(text);
  const codes = codesOf(charset);
  const has = (text: string) => [...text].every((character) => codes.has(character));
  return (text) => {
    const spelled = SUBSTITUTES.reduce(
      (known, [characters, instead]) =>
        known.replaceAll(characters, (found) => (has(found) ? found : instead)),
      text,
    );
    return Uint8Array.from([...spelled].map((character) => codes.get(character) ?? UNKNOWN));
  };
}

/** The byte of each character of a code page. */
function codesOf(charset: Exclude<FeedCharset, "utf-8">): ReadonlyMap<string, number> {
  // Browsers' tables (WHATWG Encoding) read ISO 8859-1 as windows-1252, which has it and more.
  const decoder = new TextDecoder(charset as "utf-8");
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  return new Map(
    bytes
      .map((byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const)
      .filter(([character]) => character !== "\ufffd"),
  );
}
