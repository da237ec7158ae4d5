/** Ranges of code points that take two cells (Unicode East Asian Width W and F), first and last. */
const WIDE_RANGES = [
  0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xa000, 0xa4cf, 0xac00,
  0xd7a3, 0xf900, 0xfaff, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f900, 0x1f9ff,
  0x20000, 0x3fffd,
];

/** Marks that are printed over the character before them (Unicode Mn and Me), and joiners. */
const COMBINING = /^(?:\p{Mn}|\p{Me}|[\u200b-\u200f])$/u;

/** Cells that a character takes on paper: 2 for the wide characters of East Asia, otherwise 1. */
export function cellsOf(codePoint: number): 1 | 2 {
  if (codePoint < 0x1100) return 1;
  for (let index = 0; index < WIDE_RANGES.length; index += 2) {
    if (codePoint < (WIDE_RANGES[index] ?? 0)) return 1;
    if (codePoint <= (WIDE_RANGES[index + 1] ?? 0)) return 2;
  }
  return 1;
}

/** True for a mark that takes no cell of its own, such as the vowels and tones of Thai and combining accents. */
export function isCombining(codePoint: number): boolean {
  return codePoint >= 0x300 && COMBINING.test(String.fromCodePoint(codePoint));
}
