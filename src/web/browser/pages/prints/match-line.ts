import { fold } from "../../../../domain/text.ts";

/** A piece of a line. */
export interface Marked {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Characters shown before a match that is far in its line. */
const BEFORE = 24;

/**
 * The first line of a text that has one of the words, with all of them marked in it. Case is ignored, white space is
 * one space, and characters are composed, as searches do. @returns `null` when no line has any
 */
export function matchIn(text: string, words: readonly string[]): Marked[] | null {
  const wanted = words.map(folded).filter((word) => word !== "");
  for (const written of text.split("\n")) {
    const line = written.normalize("NFC").replaceAll(/\s+/g, " ").trim();
    const found = placesOf(line, wanted);
    if (found.length > 0) return piecesOf(line, found);
  }
  return null;
}

type Place = readonly [from: number, to: number];

function placesOf(line: string, wanted: readonly string[]): Place[] {
  const searched = folded(line);
  // Where folding changes how long a line is, places of the one are none of the other.
  if (searched.length !== line.length) return [];
  const found: Place[] = [];
  for (const word of wanted)
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + word.length))
      found.push([at, at + word.length]);
  return found.toSorted((left, right) => left[0] - right[0]);
}

function piecesOf(line: string, found: readonly Place[]): Marked[] {
  const first = found[0]?.[0] ?? 0;
  const start = first > BEFORE * 2 ? first - BEFORE : 0;
  const pieces: Marked[] = start > 0 ? [{ text: "…", isMatch: false }] : [];
  let end = start;
  for (const [from, to] of found) {
    if (from < end) continue;
    if (from > end) pieces.push({ text: line.slice(end, from), isMatch: false });
    pieces.push({ text: line.slice(from, to), isMatch: true });
    end = to;
  }
  if (end < line.length) pieces.push({ text: line.slice(end), isMatch: false });
  return pieces;
}

function folded(text: string): string {
  return fold(text.replaceAll(/\s+/g, " ").trim());
}
