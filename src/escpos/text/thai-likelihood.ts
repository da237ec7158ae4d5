import { afterAscii, beforeAscii } from "./likelihood.ts";

/* How surprising a text is if it is Thai in TIS-620, in nats, as in `likelihood.ts`. */

const OTHER = 0;
const CONSONANT = 1;
/** Vowels written before their consonant. */
const LEADING = 2;
/** Vowels written after it. */
const FOLLOWING = 3;
/** Vowels and tones written over or under it. */
const MARK = 4;
const SIGN = 5;
const UNDEFINED = 6;

/** The consonants that make up nine tenths of running text: ก ข ค ง จ ช ด ต ถ ท น บ ป ผ พ ม ย ร ล ว ส ห อ. */
const COMMON_CONSONANTS = new Set([
  0xa1, 0xa2, 0xa4, 0xa7, 0xa8, 0xaa, 0xb4, 0xb5, 0xb6, 0xb7, 0xb9, 0xba, 0xbb, 0xbc, 0xbe, 0xc1, 0xc2, 0xc3,
  0xc5, 0xc7, 0xca, 0xcb, 0xcd,
]);

function classOf(byte: number): number {
  if (byte < 0x80) return OTHER;
  if (byte >= 0xa1 && byte <= 0xce) return CONSONANT;
  if (byte >= 0xe0 && byte <= 0xe4) return LEADING;
  if (byte === 0xd0 || byte === 0xd2 || byte === 0xd3 || byte === 0xe5) return FOLLOWING;
  if (byte === 0xd1 || (byte >= 0xd4 && byte <= 0xda) || (byte >= 0xe7 && byte <= 0xee)) return MARK;
  return byte === 0xcf || byte === 0xdf || byte === 0xe6 || (byte >= 0xf0 && byte <= 0xf9) ? SIGN : UNDEFINED;
}

/** Out of place: a mark over nothing, a leading vowel with no consonant after it. */
const MISPLACED = 9;

/** The cost of text from `start` to before `end` as Thai. Linear. */
export function thaiCost(bytes: Uint8Array, start: number, end: number): number {
  let cost = 0;
  let previous = OTHER;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const kind = classOf(byte);
    if (previous === LEADING && kind !== CONSONANT) cost += MISPLACED;
    // Thai words do not touch Latin ones; letters of Latin pages do.
    if (kind === OTHER && previous !== OTHER) cost += beforeAscii(byte);
    else if (kind !== OTHER && previous === OTHER && at > start) cost += afterAscii(bytes[at - 1] ?? 0);
    cost += costOf(kind, previous, byte);
    previous = kind;
  }
  return cost;
}

/** Of kinds whose cost does not hang on what is before them. */
const FIXED_COSTS: Readonly<Record<number, number>> = { [OTHER]: 0, [SIGN]: 6, [UNDEFINED]: 12 };

function costOf(kind: number, previous: number, byte: number): number {
  if (kind === CONSONANT) return COMMON_CONSONANTS.has(byte) ? 3.3 : 6;
  if (kind === LEADING) return previous === LEADING ? MISPLACED : 3.5;
  return FIXED_COSTS[kind] ?? (previous === CONSONANT || previous === MARK ? 2.8 : MISPLACED);
}
