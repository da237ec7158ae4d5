import type { Receipt } from "../escpos/receipt.ts";
import { placedOn, type PlacedPicture } from "../recognition/placed.ts";
import type { Recognition } from "../recognition/recognised.ts";
import { surenessOf } from "../recognition/summary.ts";
import { lineText } from "../recognition/words.ts";
import type { ExplainedPicture } from "./explanation.ts";

/** Tells what was recognised in the pictures of a receipt, and how surely, from the top of the paper. */
export function explainedPictures(
  receipt: Receipt,
  recognition: Recognition | undefined,
): readonly ExplainedPicture[] {
  return placedOn(receipt, recognition).map((picture) => {
    const { lines, codes, box, pieces } = picture;
    const { words, confidence } = surenessOf([picture]);
    const doubtful = doubtfulWords(picture);
    const from = pieces[0]?.from ?? 0;
    return {
      from,
      to: pieces.at(-1)?.to ?? from,
      y: box.y,
      height: box.height,
      words,
      confidence,
      lines: lines.map(lineText),
      ...(doubtful.length > 0 && { doubtful }),
      codes: codes.map(({ system, text }) => ({ system, text })),
      sentence: sentenceOf(picture),
    };
  });
}

function doubtfulWords({ lines }: PlacedPicture) {
  return lines.flatMap(({ words }) =>
    words.flatMap(({ text, alternatives }) => (alternatives ? [{ text, alternatives }] : [])),
  );
}

function sentenceOf(picture: PlacedPicture): string {
  const { words, confidence, leastConfidence } = surenessOf([picture]);
  const found = [
    ...(words > 0 ? [counted(words, "word")] : []),
    ...(picture.codes.length > 0 ? [counted(picture.codes.length, "code")] : []),
  ];
  const note = picture.note === undefined ? "" : `; ${picture.note}`;
  if (found.length === 0) return `Nothing was recognised in a picture${note}`;
  const sure =
    confidence === null ? "" : `, ${confidence} % sure on average, the least sure word ${leastConfidence} %`;
  return `Recognised in a picture, not printed as text: ${found.join(" and ")}${sure}${note}`;
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
