/** A CODE128 as the numbers of its symbol characters, without check character and stop. */
export interface Code128 {
  readonly characters: readonly number[];
  /** What a scanner reads; function characters 2 to 4 are left out, FNC1 is GS (1D hex). */
  readonly text: string;
  /** The characters that GS H prints: control characters as spaces, function characters not at all. */
  readonly interpretation: string;
}

/** The three code sets. */
export type CodeSet = "A" | "B" | "C";

/** The characters that start in a code set, and that change to one. */
export const START: Readonly<Record<CodeSet, number>> = { A: 103, B: 104, C: 105 };
export const SWITCH: Readonly<Record<CodeSet, number>> = { A: 101, B: 100, C: 99 };

/** The values of `{S` and `{1` to `{4` by code set: the shift, and the function characters. */
const FUNCTIONS: Readonly<Record<string, { readonly [Set in CodeSet]?: number }>> = {
  S: { A: 98, B: 98 },
  "1": { A: 102, B: 102, C: 102 },
  "2": { A: 97, B: 97 },
  "3": { A: 96, B: 96 },
  "4": { A: 101, B: 100 },
};

const BRACE = 0x7b;

/**
 * Reads the data of GS k system 73: it starts with `{A`, `{B` or `{C`; `{S` shifts one character, `{1` to
 * `{4` are function characters, `{{` a brace; in set C a byte is two digits (0 to 99). Returns in words what
 * is wrong with other data. Source: Epson ESC/POS reference, GS k.
 */
export function readCode128(data: Uint8Array): Code128 | { readonly problem: string } {
  const characters: number[] = [];
  let text = "";
  let set: CodeSet | undefined;
  let shifted = false;
  for (let index = 0; index < data.length; index++) {
    const byte = data[index] ?? 0;
    const special = byte === BRACE ? String.fromCharCode(data[++index] ?? 0) : "";
    if (special === "A" || special === "B" || special === "C") {
      if (set !== special) characters.push(set === undefined ? START[special] : SWITCH[special]);
      set = special;
      continue;
    }
    if (set === undefined) return { problem: "the data must start with a code set ({A, {B or {C)" };
    if (special === "" || special === "{") {
      const active: CodeSet = shifted ? (set === "A" ? "B" : "A") : set;
      const value = characterOf(byte, active);
      if (value < 0) return { problem: `code set ${active} has no character ${byte}` };
      characters.push(value);
      text += active === "C" ? String(byte).padStart(2, "0") : String.fromCharCode(byte);
      shifted = false;
      continue;
    }
    const value = FUNCTIONS[special]?.[set];
    if (value === undefined) return { problem: `{${special} has no meaning in code set ${set}` };
    characters.push(value);
    if (special === "S") shifted = true;
    // As the first or second character FNC1 says what the data is (GS1, AIM); later it separates.
    if (special === "1" && characters.length > 3) text += "\x1d";
  }
  if (text === "") return { problem: "there is no data" };
  return { characters, text, interpretation: printable(text.replaceAll("\x1d", "")) };
}

/** Control characters as the spaces that the printer prints for them. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}

/** The value of a byte in a code set, of two digits as a number in set C; -1 if it has none. */
export function characterOf(byte: number, set: CodeSet): number {
  if (set === "C") return byte < 100 ? byte : -1;
  if (set === "A") return byte >= 0x60 ? -1 : byte < 0x20 ? byte + 64 : byte - 32;
  return byte < 0x20 || byte > 0x7f ? -1 : byte - 32;
}
