import type { Piece, RasterPiece, Receipt, Rectangle } from "../escpos/receipt.ts";
import { placedOn } from "../recognition/placed.ts";
import type { RecognisedLine, RecognisedWord, Recognition } from "../recognition/recognised.ts";
import { lineText } from "../recognition/words.ts";
import { cardNumbers, hiddenDigits, maskedLines } from "./card-numbers.ts";

/** Dots that are blackened around what is not to be seen: letters reach beyond their box. */
const AROUND = 2;

/**
 * Masks the card numbers that were recognised in the pictures of a receipt: in what was read, and by black bars in the dots.
 * What was not recognised stays.
 */
export function withMaskedPictures(
  receipt: Receipt,
  recognition: Recognition | undefined,
): { readonly receipt: Receipt; readonly recognition: Recognition | undefined } {
  if (recognition === undefined) return { receipt, recognition };
  const masked = recognition.map((picture) => {
    const lines = maskedRecognisedLines(picture.lines);
    return lines === picture.lines ? picture : { ...picture, lines };
  });
  if (masked.every((picture, index) => picture === recognition[index])) return { receipt, recognition };
  const bars = new Map<Piece, Rectangle[]>();
  for (const { pieces, lines } of placedOn(receipt, recognition)) {
    const boxes = hiddenBoxes(lines);
    for (const piece of pieces) if (boxes.length > 0) bars.set(piece, boxes);
  }
  const pieces = receipt.pieces.map((piece) => {
    const boxes = bars.get(piece);
    return piece.kind === "raster" && boxes !== undefined ? blackened(piece, boxes) : piece;
  });
  return { receipt: { ...receipt, pieces }, recognition: masked };
}

/** The lines with stars for the digits that are not shown; the same lines where there are none. */
function maskedRecognisedLines(lines: readonly RecognisedLine[]): readonly RecognisedLine[] {
  const texts = lines.map(lineText);
  const masked = maskedLines(texts);
  if (masked === texts) return lines;
  return lines.map((line, index) =>
    masked[index] === texts[index] ? line : rewritten(line, masked[index] ?? ""),
  );
}

/** A line with other characters in the place of its own; what its words may be instead goes. */
function rewritten(line: RecognisedLine, text: string): RecognisedLine {
  let at = 0;
  const words = line.words.map(({ text: written, confidence, box }): RecognisedWord => {
    const end = at + written.length;
    const part = text.slice(at, end);
    at = end + 1;
    return { text: part, confidence, box };
  });
  return { ...line, words };
}

/** Where the digits stand that are not shown, word by word. */
function hiddenBoxes(lines: readonly RecognisedLine[]): Rectangle[] {
  return cardNumbers(lines.map(lineText)).flatMap(({ line, start, digits }) => {
    const [from, to] = hiddenDigits(digits.length);
    const boxes: Rectangle[] = [];
    let at = 0;
    let place = 0;
    for (const word of lines[line]?.words ?? []) {
      const hidden: number[] = [];
      for (const [offset, character] of [...word.text].entries()) {
        if (at + offset < start || place >= digits.length || !/\d/.test(character)) continue;
        if (place >= from && place < to) hidden.push(offset);
        place++;
      }
      at += word.text.length + 1;
      const [first] = hidden;
      if (first !== undefined) boxes.push(partOf(word, first, (hidden.at(-1) ?? first) + 1));
    }
    return boxes;
  });
}

/** The box of some characters of a word, as if all were as wide. */
function partOf({ text, box }: RecognisedWord, from: number, to: number): Rectangle {
  const advance = box.width / Math.max(1, text.length);
  return {
    x: box.x + from * advance - AROUND,
    y: box.y - AROUND,
    width: (to - from) * advance + 2 * AROUND,
    height: box.height + 2 * AROUND,
  };
}

/** A picture with black bars. */
function blackened(piece: RasterPiece, boxes: readonly Rectangle[]): RasterPiece {
  const { columns, rows, scaleX, scaleY } = piece;
  const rowBytes = Math.ceil(columns / 8);
  const bytes = Uint8Array.from(piece.bytes);
  for (const box of boxes) {
    const left = Math.max(0, Math.floor((box.x - piece.x) / scaleX));
    const right = Math.min(columns, Math.ceil((box.x + box.width - piece.x) / scaleX));
    const top = Math.max(0, Math.floor((box.y - piece.y) / scaleY));
    const bottom = Math.min(rows, Math.ceil((box.y + box.height - piece.y) / scaleY));
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) {
        const at = row * rowBytes + (column >> 3);
        bytes[at] = (bytes[at] ?? 0) | (0x80 >> (column & 7));
      }
  }
  return { ...piece, bytes };
}
