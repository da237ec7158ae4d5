import type { RecognisedSummaryAnswer } from "../contract/recognised.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Recognition, RecognisedWord } from "./recognised.ts";

/** How surely words were read, 0 to 100. */
export interface Sureness {
  readonly words: number;
  /** The average, weighted by letters: a misread dash counts less than a misread name. `null` without words. */
  readonly confidence: number | null;
  /** Of the least sure word. */
  readonly leastConfidence: number | null;
}

/** How it was read. */
interface Reading {
  /** The models' names, such as eng. */
  readonly languages: readonly string[];
  /** When it was read, epoch milliseconds. */
  readonly at: number;
}

/** How surely the words of some pictures were read. Linear. */
export function surenessOf(recognition: Recognition): Sureness {
  let [words, letters, sum, least] = [0, 0, 0, 100];
  for (const { text, confidence } of wordsOf(recognition)) {
    words++;
    letters += text.length;
    sum += text.length * confidence;
    least = Math.min(least, confidence);
  }
  if (letters === 0) return { words: 0, confidence: null, leastConfidence: null };
  return { words, confidence: percent(sum / letters), leastConfidence: percent(least) };
}

/**
 * What a print's answers say of what was read in its pictures, as JSON that is stored and spliced into them; `null` where
 * nothing was read and nothing is to be said.
 */
export function recognisedSummary(recognition: Recognition, { languages, at }: Reading): string | null {
  const codes = recognition.reduce((sum, picture) => sum + picture.codes.length, 0);
  const notes = [...new Set(recognition.flatMap(({ note }) => note ?? []))];
  const sureness = surenessOf(recognition);
  if (sureness.words === 0 && codes === 0 && notes.length === 0) return null;
  const { words, confidence, leastConfidence } = sureness;
  const summary: RecognisedSummaryAnswer = {
    pictures: recognition.length,
    words,
    codes,
    confidence,
    leastConfidence,
    languages: [...languages],
    notes,
    at: formatInstant(at),
  };
  return JSON.stringify(summary);
}

function* wordsOf(recognition: Recognition): Generator<RecognisedWord> {
  for (const { lines } of recognition) for (const { words } of lines) yield* words;
}

function percent(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value)));
}
