import { pairCodes } from "./character-tables.ts";

/** `\xnn` is a byte, `\\` a backslash; what is between them are characters. */
const ESCAPES = /\\(?:x([0-9A-Fa-f]{2})|\\)/g;

/**
 * The bytes that a bar code or symbol is given as characters. White space around it is of the document's layout where
 * it holds line breaks. Source: Epson ePOS-Print XML User's Manual, `barcode` and `symbol`.
 *
 * @param encode what characters are encoded in
 */
export function symbolData(text: string, encode: (characters: string) => Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  const content = /[\r\n]/.test(text) ? text.trim() : text;
  for (const escape of content.matchAll(ESCAPES)) {
    parts.push(encode(content.slice(from, escape.index)));
    parts.push(Uint8Array.of(escape[1] === undefined ? 0x5c : Number.parseInt(escape[1], 16)));
    from = escape.index + escape[0].length;
  }
  parts.push(encode(content.slice(from)));
  return Buffer.concat(parts);
}

export function inUtf8(characters: string): Uint8Array {
  return Buffer.from(characters);
}

/** QR codes hold Shift JIS, for the sake of their kanji; what it lacks makes the whole of it UTF-8. */
export function inShiftJis(characters: string): Uint8Array {
  const pairs = pairCodes("shift_jis");
  const bytes: number[] = [];
  for (const character of characters) {
    const unit = character.charCodeAt(0);
    const pair = character.length > 1 ? 0 : (pairs[unit] ?? 0);
    if (unit < 0x80) bytes.push(unit);
    else if (unit >= 0xff61 && unit <= 0xff9f) bytes.push(unit - 0xfec0);
    else if (pair !== 0) bytes.push(pair >> 8, pair & 0xff);
    else return inUtf8(characters);
  }
  return Uint8Array.from(bytes);
}
