/** A string with one byte a character, one byte, some bytes, or another print. */
export type BytePart = string | number | readonly number[] | Uint8Array;

/** Builds a print from its parts. */
export function bytes(...parts: readonly BytePart[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === "string") return Buffer.from(part, "latin1");
      return Buffer.from(typeof part === "number" ? [part] : part);
    }),
  );
}

export const ESC = 0x1b;
export const FS = 0x1c;
export const GS = 0x1d;
export const DLE = 0x10;
export const US = 0x1f;
export const LF = 0x0a;

/** A small receipt that touches most kinds of command, as a seed for mutation. */
export function sampleReceipt(): Uint8Array {
  return bytes(
    [ESC, 0x40, ESC, 0x61, 1, GS, 0x21, 0x11],
    "CORNER SHOP\n",
    [GS, 0x21, 0, ESC, 0x61, 0, ESC, 0x74, 19],
    "Caf\x82 cr\x8ame",
    [0x09],
    "\xd5 3.20\n",
    [ESC, 0x45, 1, ESC, 0x2d, 2],
    "TOTAL",
    [ESC, 0x24, 0x40, 0x01],
    "12.00",
    [LF, ESC, 0x45, 0, ESC, 0x2d, 0, GS, 0x42, 1],
    " paid ",
    [GS, 0x42, 0, LF],
    [GS, 0x76, 0x30, 3, 2, 0, 3, 0, 0xff, 0x00, 0x81, 0x01, 0xff, 0xff],
    [ESC, 0x33, 24, ESC, 0x2a, 33, 2, 0, 1, 2, 3, 4, 5, 6, LF, ESC, 0x32],
    [GS, 0x6b, 67, 13],
    "4006381333931",
    [GS, 0x28, 0x6b, 8, 0, 49, 80, 48],
    "hello",
    [GS, 0x28, 0x6b, 3, 0, 49, 81, 48, ESC, 0x44, 8, 16, 24, 0],
    [DLE, 4, 1, GS, 0x72, 1, ESC, 0x64, 3, GS, 0x56, 66, 10, ESC, 0x70, 0, 50, 100],
  );
}
