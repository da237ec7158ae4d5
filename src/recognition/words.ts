import type { RecognisedCode, RecognisedLine, RecognisedPicture } from "./recognised.ts";
import { surenessOf } from "./summary.ts";

/** What every form of a print says of a picture that was read, so that nobody takes a guess for the receipt. */
export function recognisedMark(picture: RecognisedPicture): string {
  if (picture.lines.length === 0 && picture.codes.length === 0) return "not recognised";
  const { confidence } = surenessOf([picture]);
  return confidence === null ? "recognised" : `recognised, ${confidence} % sure`;
}

/** How far down a line its letters stand: below it are the tails of some. */
const BASELINE = 0.8;

/** Dots from the top of the paper to the foot of the letters of a line. */
export function baselineOf({ box }: RecognisedLine): number {
  return box.y + BASELINE * box.height;
}

/** The words of a line, with single spaces. */
export function lineText({ words }: RecognisedLine): string {
  return words.map(({ text }) => text).join(" ");
}

/** A code as a line of text: what it is, and what a scanner reads. */
export function codeText({ system, text }: RecognisedCode): string {
  return `${system} ${text}`;
}
