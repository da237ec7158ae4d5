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
export const FF = 0x0c;

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

/** A print of page mode, stored graphics, user-defined characters and macros, as a seed for mutation. */
export function samplePage(): Uint8Array {
  return bytes(
    [ESC, 0x25, 1, ESC, 0x26, 3, 0x41, 0x41, 2, 1, 2, 3, 4, 5, 6],
    [FS, 0x71, 1, 1, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, GS, 0x2a, 1, 1, 8, 7, 6, 5, 4, 3, 2, 1],
    [GS, 0x28, 0x4c, 13, 0, 0x30, 67, 48, 0x41, 0x42, 1, 8, 0, 2, 0, 49, 0xf0, 0x81],
    [GS, 0x3a, ESC, 0x4c, ESC, 0x54, 1, ESC, 0x57, 10, 0, 20, 0, 200, 0, 44, 1],
    "Aisle A\n",
    [GS, 0x24, 90, 0, ESC, 0x24, 12, 0, ESC, 0x20, 2, GS, 0x63],
    [GS, 0x28, 0x4c, 6, 0, 0x30, 69, 0x41, 0x42, 2, 1, FS, 0x70, 1, 3, GS, 0x2f, 0],
    [GS, 0x28, 0x4c, 11, 0, 0x30, 112, 48, 1, 1, 49, 8, 0, 1, 0, 0xaa],
    [GS, 0x28, 0x51, 14, 0, 49, 2, 0, 2, 0, 90, 0, 90, 0, 1, 4, 48, 48, 1],
    [GS, 0x28, 0x51, 12, 0, 48, 2, 0, 9, 0, 90, 0, 9, 0, 1, 2, 48, ESC, 0x54, 2],
    "Shelf 3",
    [ESC, 0x57, 0, 0, 0, 0, 90, 0, 90, 0, 0x18, ESC, 0x54, 3],
    "gone",
    [ESC, FF, FF, GS, 0x3a, GS, 0x5e, 2, 0, 0],
    [GS, 0x28, 0x51, 7, 0, 51, 12, 0, 1, 1, 2, 48, ESC, 0x56, 1, ESC, 0x72, 1, ESC, 0x34],
    "turned A\n",
    [FS, 0x28, 0x45, 6, 0, 62, 2, 0x41, 0x42, 49, 0, GS, 0x56, 66, 3, ESC, 0x7b, 1],
    "upside A\n",
    [ESC, 0x3d, 2],
    "SHOWN",
    [ESC, 0x3d, 1, ESC, 0x4b, 9, GS, 0x28, 0x4e, 2, 0, 49, 50],
    "back\n",
  );
}
