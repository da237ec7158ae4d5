/** The double-byte codes of printers sold in East Asia: where, and their names; KS C 5601 with its extension CP949. */
export const DOUBLE_BYTE = {
  shift_jis: { region: "japan", title: "Shift JIS" },
  gb18030: { region: "china", title: "GB 18030" },
  big5: { region: "taiwan", title: "Big5" },
  "euc-kr": { region: "korea", title: "KS C 5601" },
} as const;

export type DoubleByteCode = keyof typeof DOUBLE_BYTE;

export const DOUBLE_BYTE_CODES = Object.keys(DOUBLE_BYTE) as DoubleByteCode[];

const REPLACEMENT_CHARACTER = "\ufffd";

/** A wide space: as in undefined cells of a page, nothing is printed for a pair that is no character. */
const BLANK = "\u3000";

const gb18030 = new TextDecoder("gb18030");

const tables = new Map<DoubleByteCode, Uint16Array>();

/** The UTF-16 code units of all pairs of a code, at `lead * 256 + trail`; 0 where a pair is no character. */
export function pairTable(code: DoubleByteCode): Uint16Array {
  return tables.getOrInsertComputed(code, buildPairTable);
}

function buildPairTable(code: DoubleByteCode): Uint16Array {
  const table = new Uint16Array(0x10000);
  const decoder = new TextDecoder(code);
  // A row of the code at a time, each pair followed by LF, which no code takes as a second byte.
  const row = new Uint8Array(3 * 256).fill(0x0a);
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    if (!isLead(code, lead)) continue;
    let used = 0;
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      row[used] = lead;
      row[used + 1] = trail;
      used += 3;
    }
    const characters = decoder.decode(row.subarray(0, used)).split("\n");
    characters.forEach((character, index) => {
      if (character.length === 1 && character !== REPLACEMENT_CHARACTER)
        table[lead * 256 + 0x40 + index] = character.charCodeAt(0);
    });
  }
  return table;
}

/** True for a byte that begins a character of two bytes; A1h to DFh of Shift JIS are katakana of one. */
export function isLead(code: DoubleByteCode, byte: number): boolean {
  if (code === "shift_jis") return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
  return byte >= 0x81 && byte <= 0xfe;
}

/** True where four bytes from `at` are one character of GB 18030: 81h-FEh 30h-39h, twice. */
export function isFourByteCharacter(bytes: Uint8Array, at: number, end: number): boolean {
  return (
    at + 4 <= end &&
    isDigit(bytes[at + 1] ?? 0) &&
    (bytes[at + 2] ?? 0) >= 0x81 &&
    isDigit(bytes[at + 3] ?? 0)
  );
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Takes the parts of a double-byte text in order. */
export interface DoubleByteReader {
  /** Bytes of one byte a character, from `start` to before `end`. */
  single(start: number, end: number): void;
  /** Characters of one UTF-16 code unit each, from pairs. */
  pairs(characters: string): void;
  /** One character of four bytes. */
  character(character: string): void;
}

/** Reads text from `start` to before `end`. A pair that is no character is blank and loses no ASCII. Never throws. */
export function readDoubleByte(
  code: DoubleByteCode,
  bytes: Uint8Array,
  start: number,
  end: number,
  reader: DoubleByteReader,
): void {
  const table = pairTable(code);
  let pairs: number[] = [];
  let singleFrom = start;
  const endPairs = (): void => {
    if (pairs.length > 0) reader.pairs(printedPairs(String.fromCharCode(...pairs)));
    pairs = [];
  };
  for (let at = start; at < end;) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80 || !isLead(code, lead)) {
      endPairs();
      at++;
      continue;
    }
    if (at > singleFrom) reader.single(singleFrom, at);
    if (code === "gb18030" && isFourByteCharacter(bytes, at, end)) {
      endPairs();
      reader.character(gb18030.decode(bytes.subarray(at, at + 4)));
      at += 4;
    } else {
      const trail = at + 1 < end ? (bytes[at + 1] ?? 0) : 0;
      const unit = table[lead * 256 + trail] ?? 0;
      pairs.push(unit === 0 ? 0xfffd : unit);
      at += unit === 0 && trail < 0x80 ? 1 : 2;
      // A call takes the code units as arguments, and those are limited.
      if (pairs.length === 1024) endPairs();
    }
    singleFrom = Math.min(at, end);
  }
  endPairs();
  if (end > singleFrom) reader.single(singleFrom, end);
}

/** Characters of two cells as they are printed, U+FFFD for pairs that are none. */
export function printedPairs(characters: string): string {
  return characters.replaceAll(REPLACEMENT_CHARACTER, BLANK);
}

/** Decodes pairs of JIS X 0208 (FS & with FS C 0): seven-bit bytes, two for each character. */
export function decodeJis(bytes: Uint8Array, start: number, end: number): string {
  const table = pairTable("shift_jis");
  const characters: string[] = [];
  for (let at = start; at < end; at += 2) {
    const row = (bytes[at] ?? 0) & 0x7f;
    const cell = (bytes[at + 1] ?? 0) & 0x7f;
    const unit = row < 0x21 || at + 1 >= end ? 0 : (table[shiftJisOf(row, cell)] ?? 0);
    // A space of seven bits has no pair: it is printed as one wide space.
    characters.push(row === 0x20 ? "\u3000" : String.fromCharCode(unit === 0 ? 0xfffd : unit));
  }
  return characters.join("");
}

/** The Shift JIS pair of a row and cell of JIS X 0208, both from 21h. */
export function shiftJisOf(row: number, cell: number): number {
  const lead = ((row - 0x21) >> 1) + (row < 0x5f ? 0x81 : 0xc1);
  if ((row & 1) === 0) return lead * 256 + cell + 0x7e;
  return lead * 256 + cell + (cell >= 0x60 ? 0x20 : 0x1f);
}
