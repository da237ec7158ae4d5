import type { RecognisedCode, RecognisedLine, RecognisedPicture } from "./recognised.ts";
import { surenessOf } from "./summary.ts";

/** What every form of a print says of a picture that was read, so that nobody takes a guess for the receipt. */
export function recognisedMark(picture: RecognisedPicture): string {
  const { confidence } = surenessOf([picture]);
  return confidence === null ? "recognised" : `recognised, ${confidence} % sure`;
}

/** The words of a line, with single spaces. */
export function lineText({ words }: RecognisedLine): string {
  return words.map(({ text }) => text).join(" ");
}

/** A code as a line of text: what it is, and what a scanner reads. */
export function codeText({ system, text }: RecognisedCode): string {
  return `${system} ${text}`;
}
