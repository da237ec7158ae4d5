import type { Rectangle } from "../../escpos/receipt.ts";
import type { RecognisedWord } from "../recognised.ts";
import type { Dots } from "./dots.ts";
import { letterHeight, type Run, runsOf } from "./runs.ts";

/** The least gap between words, in heights of digits: fonts have a space of 0.2 em and more. */
const WORD_GAP = 0.26;

/** A 1 has white on both sides, as all digits are as wide. */
const GAP_BESIDE_ONE = 0.42;

/** The widest gap within an amount, in heights of its line: after the point it looks wide in fonts of one width. */
const POINT_GAP = 0.5;

/** The widest gap beside the strokes of a number, in heights of its line: in fonts of one width they stand alone. */
const STROKE_GAP = 0.55;

/** Joins a number that the engine parted at its strokes ("56570 -007"). */
function isNumberGoingOn(before: RecognisedWord, word: RecognisedWord): boolean {
  return (
    (/\d{3}$/.test(before.text) && /^[-/](?:\d{3,}|$)/.test(word.text)) ||
    (/\d{3}[-/]$/.test(before.text) && /^\d{3}/.test(word.text))
  );
}

/** Joins an amount that the engine parted at its point ("143, 36"), and drops a currency that it read twice ("4,54€ €"). */
export function joinAmounts(line: Rectangle, words: readonly RecognisedWord[]): RecognisedWord[] {
  const joined: RecognisedWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const end = before ? before.box.x + before.box.width : 0;
    const apart = word.box.x - end;
    if (before && apart <= STROKE_GAP * line.height && isNumberGoingOn(before, word)) {
      joined[joined.length - 1] = joinedWord(before, word);
      continue;
    }
    const isNear = before !== undefined && word.box.x - end <= POINT_GAP * line.height;
    if (isNear && /^\d+[.,]$/.test(before.text) && /^\d\d\D?$/.test(word.text)) {
      joined[joined.length - 1] = joinedWord(before, word);
    } else if (isNear && /^[£€$]$/.test(word.text) && before.text.endsWith(word.text)) {
      joined[joined.length - 1] = { ...before, text: before.text.slice(0, -1) };
      joined.push(word);
    } else joined.push(word);
  }
  return joined.filter(({ text }) => text !== "");
}

function joinedWord(before: RecognisedWord, word: RecognisedWord): RecognisedWord {
  const box = { ...before.box, width: word.box.x + word.box.width - before.box.x };
  return { text: before.text + word.text, confidence: Math.min(before.confidence, word.confidence), box };
}

/**
 * Parts words where the engine left a gap out, as it does between amounts and their currency ("£ 4.20", "2 x 3,10 €").
 *
 * @param words of one line, in dots of the picture
 */
export function partWords(dots: Dots, line: Rectangle, words: readonly RecognisedWord[]): RecognisedWord[] {
  return words.flatMap((word) => partWord(dots, line, word));
}

function partWord(dots: Dots, line: Rectangle, word: RecognisedWord): RecognisedWord[] {
  const characters = [...word.text];
  if (characters.length < 2 || !/\d/.test(word.text)) return [word];
  const runs = runsOf(dots, line, word.box);
  const cuts = cutsOf(characters, runs, letterHeight(runs));
  if (cuts.length === 0) return [word];
  const parts: RecognisedWord[] = [];
  let [from, left] = [0, word.box.x];
  for (const { at, gap } of [...cuts, { at: characters.length, gap: null }]) {
    const right = gap?.from ?? word.box.x + word.box.width;
    const box = { ...word.box, x: left, width: right - left };
    // Other readings are of the whole word.
    parts.push({ text: characters.slice(from, at).join(""), confidence: word.confidence, box });
    [from, left] = [at, gap?.to ?? right];
  }
  return parts;
}

/** What joins the parts of a number, however far apart a font of one width has them: "F-2026-0042". */
const JOINING = /[-/:]/;

interface Cut {
  /** The character that the next word begins with. */
  readonly at: number;
  readonly gap: { readonly from: number; readonly to: number };
}

/** Where a word is parted: each letter has a run of its own, or at least what is at the end of the word. */
function cutsOf(characters: readonly string[], runs: readonly Run[], height: number): Cut[] {
  const cuts: Cut[] = [];
  for (let at = 1; at < characters.length; at++) {
    const before = characters[at - 1] ?? "";
    const after = characters[at] ?? "";
    if (JOINING.test(before) || JOINING.test(after)) continue;
    const index = runs.length === characters.length ? at : runIndex(characters, runs, at);
    const [left, right] = [runs[index - 1], runs[index]];
    if (index < 1 || !left || !right || kindOf(before, after) === kindOf(after, characters[at + 1])) continue;
    const least = (before === "1" || after === "1" ? GAP_BESIDE_ONE : WORD_GAP) * height;
    if (right.left - left.right >= least) cuts.push({ at, gap: { from: left.right, to: right.left } });
  }
  return cuts;
}

/** The run that the character begins with, where a currency before it or after it tells; -1 if nothing does. */
function runIndex(characters: readonly string[], runs: readonly Run[], at: number): number {
  const head = characters.slice(0, at).join("");
  const tail = characters.slice(at).join("");
  if (/^(?:[£€$]|R\$|\d?x|\d?xR\$)$/.test(head)) return at;
  return /^[£€$]$/.test(tail) ? runs.length - 1 : -1;
}

/** Words are parted between a number, a currency and letters only: there the engine errs. Signs join. */
function kindOf(character: string, next?: string): "digit" | "currency" | "letter" {
  if (/[\d.,:/+-]/.test(character)) return "digit";
  return /[£€$¢]/.test(character) || (character === "R" && next === "$") ? "currency" : "letter";
}
