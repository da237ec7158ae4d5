import type { Rectangle } from "../../escpos/receipt.ts";
import type { RecognisedWord } from "../recognised.ts";

/** Below this mean confidence a line is hardly text; of 650 lines of receipts 4 were below it, of photographs nearly all. */
const HARDLY_TEXT = 25;

/** So many lines that are hardly text, one after another, are a photograph. */
export const MOST_UNREADABLE = 8;

/** True for lines in which the engine itself believes little, or found nothing. */
export function isHardlyText(words: readonly RecognisedWord[]): boolean {
  let [letters, sum] = [0, 0];
  for (const { text, confidence } of words) {
    letters += text.length;
    sum += confidence * text.length;
  }
  return letters === 0 || sum < HARDLY_TEXT * letters;
}

/** True for what is no text at all: no letter or digit in it, or far too few for so wide a line that is hardly text. */
export function isJunk(words: readonly RecognisedWord[], { width, height }: Rectangle): boolean {
  const text = words.map((word) => word.text).join("");
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  return isHardlyText(words) && text.length < width / (3 * height);
}
