import { expect, test } from "bun:test";
import { withMaskedPictures } from "../../src/cards/masked-pictures.ts";
import { decode } from "../../src/escpos/escpos.ts";
import type { Recognition } from "../../src/recognition/recognised.ts";
import { lineText } from "../../src/recognition/words.ts";
import { bytes, GS } from "../escpos/bytes.ts";

const WIDTH = 320;
const HEIGHT = 48;

/** A white picture, drawn in two strips. */
const strip = bytes(GS, "v0", 0, WIDTH / 8, 0, HEIGHT / 2, 0, new Uint8Array((WIDTH / 8) * (HEIGHT / 2)));
const receipt = decode(bytes(strip, strip), { columns: 48 });

const word = (text: string, x: number, width: number) => {
  return { text, confidence: 90, box: { x, y: 16, width, height: 16 } };
};
const read = (...words: readonly ReturnType<typeof word>[]): Recognition => [
  {
    box: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
    lines: [{ words, box: { x: 0, y: 16, width: WIDTH, height: 16 } }],
    codes: [],
  },
];

/** The columns of the paper that have a black dot in a row. */
function blackIn(pieces: typeof receipt.pieces, y: number): number[] {
  return pieces.flatMap((piece) => {
    if (piece.kind !== "raster" || y < piece.y || y >= piece.y + piece.height) return [];
    const row = y - piece.y;
    return Array.from({ length: piece.columns }, (_, column) => column).filter(
      (column) =>
        ((piece.bytes[row * Math.ceil(piece.columns / 8) + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) !==
        0,
    );
  });
}

test("a number that was read is masked in what was read, and blackened in both strips of the picture", () => {
  const recognition = read(word("VISA", 0, 40), word("4111111111111111", 48, 160));
  const masked = withMaskedPictures(receipt, recognition);
  expect(masked.recognition?.[0]?.lines.map(lineText)).toEqual(["VISA 411111******1111"]);
  for (const y of [17, 30]) {
    const black = blackIn(masked.receipt.pieces, y);
    // The seventh to the twelfth of sixteen digits, ten dots each.
    expect([black[0], black.at(-1), black.length]).toEqual([106, 169, 64]);
  }
  expect(blackIn(masked.receipt.pieces, 4)).toEqual([]);
  expect(blackIn(receipt.pieces, 17)).toEqual([]);
});

test("a number in groups is blackened group by group", () => {
  const groups = ["4111", "1111", "1111", "1111"].map((text, index) => word(text, index * 60, 40));
  const masked = withMaskedPictures(receipt, read(...groups));
  expect(masked.recognition?.[0]?.lines.map(lineText)).toEqual(["4111 11** **** 1111"]);
  const black = blackIn(masked.receipt.pieces, 20);
  expect([black[0], black.at(-1)]).toEqual([78, 161]);
  expect(black).not.toContain(110);
});

test("other pictures are as they were", () => {
  const recognition = read(word("Order", 0, 50), word("4111111111111111", 60, 160));
  expect(withMaskedPictures(receipt, recognition)).toEqual({ receipt, recognition });
  expect(withMaskedPictures(receipt, undefined)).toEqual({ receipt, recognition: undefined });
});
