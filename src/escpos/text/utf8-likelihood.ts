import { commonCharacters } from "./common-characters.ts";
import { DOUBLE_BYTE_CODES } from "./double-byte.ts";
import { AFTER_LOWER, isLower } from "./likelihood.ts";

/* How surprising a text is if it is UTF-8, in nats, as in `likelihood.ts`. */

/** A byte that is no part of a character. */
const INVALID = 15;
const CUT_OFF = 9;
/** A character that no receipt is likely to have. */
const UNLIKELY = 16;

/** Blocks of characters that receipts have: first, last, cost of a character. */
const BLOCKS: readonly (readonly [number, number, number])[] = [
  [0xa0, 0xbf, 6], // signs
  [0xc0, 0x17f, 5.5], // Latin
  [0x18f, 0x192, 7],
  [0x1a0, 0x1b0, 6], // Vietnamese
  [0x218, 0x21b, 6], // Romanian
  [0x2bc, 0x2dd, 8],
  [0x300, 0x323, 7], // combining accents
  [0x37e, 0x3ce, 3.8], // Greek
  [0x400, 0x45f, 3.8], // Cyrillic
  [0x490, 0x4e9, 6],
  [0x531, 0x587, 5], // Armenian
  [0x5b0, 0x5f4, 3.8], // Hebrew
  [0x60c, 0x61f, 8], // signs of Arabic
  [0x620, 0x6f9, 3.8], // Arabic
  [0x901, 0xd6f, 9], // scripts of India
  [0xe01, 0xe5b, 4], // Thai
  [0xe81, 0xedd, 9], // Lao
  [0x1000, 0x109f, 9], // Myanmar
  [0x10d0, 0x10fa, 9], // Georgian
  [0x1780, 0x17f9, 9], // Khmer
  [0x1ea0, 0x1ef9, 5.5], // Vietnamese
  [0x2010, 0x203b, 5.5], // punctuation
  [0x20a0, 0x20bf, 5.5], // currencies
  [0x2100, 0x2122, 7],
  [0x2190, 0x2195, 7], // arrows
  [0x2500, 0x25ff, 4.5], // box drawing, blocks, shapes
  [0x2600, 0x27bf, 8], // dingbats
  [0x3000, 0x303f, 6],
  [0x3041, 0x30ff, 5.5], // kana
  [0x4e00, 0x9fff, 9.6], // Han
  [0xac00, 0xd7a3, 8], // Hangul
  [0xfe70, 0xfefc, 6],
  [0xfeff, 0xfeff, 6], // byte order mark
  [0xff01, 0xffe6, 7], // full and half width
  [0x1f300, 0x1faff, 9], // emoji
];

const COMMON_IN_EAST_ASIA = 6.5;

let common: ReadonlySet<number> | undefined;

function commonInAnyCode(): ReadonlySet<number> {
  const all = new Set<number>();
  for (const code of DOUBLE_BYTE_CODES) for (const unit of commonCharacters(code)) all.add(unit);
  return all;
}

function characterCost(codePoint: number): number {
  common ??= commonInAnyCode();
  if (codePoint >= 0x3000 && common.has(codePoint)) return COMMON_IN_EAST_ASIA;
  for (const [first, last, cost] of BLOCKS) {
    if (codePoint < first) return UNLIKELY;
    if (codePoint <= last) return cost;
  }
  return UNLIKELY;
}

/** Bytes of the character that begins with `lead`; 0 if none does. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** The cost of text from `start` to before `end` as UTF-8. Linear. */
export function utf8Cost(bytes: Uint8Array, start: number, end: number): number {
  let cost = 0;
  for (let at = start; at < end;) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length = sequenceLength(lead);
    let codePoint = lead & (0x7f >> length);
    let seen = 1;
    while (seen < length && at + seen < end && ((bytes[at + seen] ?? 0) & 0xc0) === 0x80) {
      codePoint = codePoint * 64 + ((bytes[at + seen] ?? 0) & 0x3f);
      seen++;
    }
    if (length > 0 && seen === length) {
      cost += characterCost(codePoint);
      // Letters of other scripts do not touch those of Latin words; mistaken bytes of code pages do.
      if (codePoint >= 0x370 && codePoint < 0x1e00 && at > start && isLower(bytes[at - 1] ?? 0))
        cost += AFTER_LOWER;
    }
    // A run may be cut inside a character, by a sender who counts bytes.
    else cost += length === 0 || at + seen < end ? INVALID : CUT_OFF;
    at += seen;
  }
  return cost;
}
