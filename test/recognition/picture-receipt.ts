import { decode } from "../../src/escpos/escpos.ts";
import type { Rectangle, TextPiece } from "../../src/escpos/receipt.ts";
import type { RecognisedPicture, RecognisedWord, Recognition } from "../../src/recognition/recognised.ts";
import { paintReceipt } from "../../src/render/paint/paint-receipt.ts";
import { bytes, GS } from "../escpos/bytes.ts";

/** A receipt that is printed as a picture, and what a perfect reader reads in it. */
export interface PictureReceipt {
  readonly raw: Uint8Array;
  readonly recognition: Recognition;
}

/** Draws a receipt of letters and prints that drawing, in strips as drivers do. */
export function pictureReceipt(letters: Uint8Array, { strip = 64, confidence = 91 } = {}): PictureReceipt {
  const receipt = decode(letters, { model: "generic-80mm" });
  const { columns, rows, rowBytes, bytes: dots } = paintReceipt(receipt).canvas;
  const strips: Uint8Array[] = [];
  for (let top = 0; top < rows; top += strip) {
    const height = Math.min(strip, rows - top);
    const head = [GS, 0x76, 0x30, 0, rowBytes & 255, rowBytes >> 8, height & 255, height >> 8];
    strips.push(bytes(head, dots.subarray(top * rowBytes, (top + height) * rowBytes)));
  }
  const texts = receipt.pieces.filter((piece) => piece.kind === "text");
  const lines = [...Map.groupBy(texts, ({ line }) => line).values()].map((pieces) => {
    const words = pieces.flatMap((piece) => wordsOf(piece, confidence));
    return { words, box: around(words.map(({ box }) => box)) };
  });
  const picture: RecognisedPicture = {
    box: { x: 0, y: 0, width: columns, height: rows },
    lines: lines.filter(({ words }) => words.length > 0),
    codes: [],
  };
  return { raw: Buffer.concat(strips), recognition: [picture] };
}

/** The same, its words with what they may be instead. */
export function withAlternatives(
  recognition: Recognition,
  alternatives: Readonly<Record<string, readonly string[]>>,
): Recognition {
  const wordOf = (word: RecognisedWord): RecognisedWord => {
    const others = alternatives[word.text];
    return others === undefined ? word : { ...word, alternatives: others };
  };
  return recognition.map((picture) => ({
    ...picture,
    lines: picture.lines.map((line) => ({ ...line, words: line.words.map(wordOf) })),
  }));
}

function wordsOf({ text, x, y, width, height, cells }: TextPiece, confidence: number): RecognisedWord[] {
  const each = width / cells;
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    confidence,
    box: { x: x + index * each, y, width: word.length * each, height },
  }));
}

function around(boxes: readonly Rectangle[]): Rectangle {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
