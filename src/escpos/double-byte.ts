const shiftJis = new TextDecoder("shift_jis");

/** A run of bytes in a text with double-byte characters. */
export interface ByteRun {
  readonly start: number;
  readonly length: number;
  /** True if its bytes are pairs; the last pair may lack its second byte. */
  readonly pairs: boolean;
}

/** True for a byte that begins a character of two bytes. */
export type IsLeadByte = (byte: number) => boolean;

/** Lead bytes of Shift JIS (FS C 1); A1h to DFh are half-width katakana of one byte. */
export const isShiftJisLead: IsLeadByte = (byte) =>
  (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);

/** Lead bytes of any double-byte code (FS &), where the code is not known. */
export const isAnyLead: IsLeadByte = (byte) => byte >= 0x81;

/** Splits text into runs of single bytes and runs of pairs. */
export function* splitPairs(
  bytes: Uint8Array,
  start: number,
  length: number,
  isLead: IsLeadByte,
): Generator<ByteRun, void, undefined> {
  const end = start + length;
  for (let at = start; at < end;) {
    const from = at;
    while (at < end && !isLead(bytes[at] ?? 0)) at++;
    if (at > from) yield { start: from, length: at - from, pairs: false };
    const first = at;
    while (at < end && isLead(bytes[at] ?? 0)) at += 2;
    at = Math.min(at, end);
    if (at > first) yield { start: first, length: at - first, pairs: true };
  }
}

/** Decodes pairs of Shift JIS to one UTF-16 code unit each; U+FFFD for a pair that is no character. */
export function decodeShiftJis(bytes: Uint8Array): string {
  const text = shiftJis.decode(bytes);
  if (text.length * 2 === bytes.length) return text;
  const characters: string[] = [];
  for (let at = 0; at < bytes.length; at += 2) {
    const character = shiftJis.decode(bytes.subarray(at, at + 2));
    characters.push(character.length === 1 ? character : "\ufffd");
  }
  return characters.join("");
}
