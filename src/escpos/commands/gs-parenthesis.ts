import { forms, table } from "./command-form.ts";

const three = forms(3);

const byLength = ([p = 0]: readonly number[]): number => p;

/** The letters of GS ( in the Epson ESC/POS reference, and the names of the first bytes they carry. */
const DETAILS: Readonly<Record<string, string>> = {
  A: "n m",
  B: "m",
  C: "m fn b",
  D: "m",
  E: "fn",
  G: "fn",
  H: "fn m",
  J: "m n",
  K: "fn m",
  L: "m fn",
  M: "fn m",
  N: "fn m",
  P: "fn",
  Q: "fn",
  k: "cn fn",
  z: "fn",
};

/** GS ( x pL pH: always 5 + p bytes, known or not. */
export const gsParenthesisCommands = table(
  three.unknown("Unknown GS (", "p:2", byLength),
  Object.entries(DETAILS).map(([letter, details]) => [
    letter.charCodeAt(0),
    three.sized(`GS ( ${letter}`, "p:2", byLength, details),
  ]),
);
