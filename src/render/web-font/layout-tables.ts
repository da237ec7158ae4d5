import { FontBytes } from "./font-bytes.ts";

/*
 * OpenType layout tables that keep shaping engines from improving what a printer prints: it puts one character after the
 * other, each in its cell. Source: OpenType 1.9, chapters "Common Table Formats", "GSUB" and "GPOS".
 */

/** Glyph numbers of a letter that shaping engines take apart into a mark and a letter, which are to be as one again. */
export interface SplitLetter {
  readonly whole: number;
  readonly mark: number;
  readonly letter: number;
  /** Marks that an engine may have moved between the two, in order. */
  readonly between: readonly number[];
  /** A glyph that shows nothing and has no width. */
  readonly nothing: number;
}

const NOT_DEFINED = 0;

const SINGLE_SUBSTITUTION = 1;
const CONTEXT_SUBSTITUTION = 5;
const SINGLE_POSITION = 1;

/** In a value record: the first bit, a move to the right. */
const X_PLACEMENT = 1;

/** The default of all scripts, and Hebrew, for which HarfBuzz takes no other (hb-ot-shaper-hebrew, gpos_tag). */
const SCRIPTS = ["DFLT", "hebr"];

interface Feature {
  readonly tag: string;
  /** Numbers of the lookups it runs. */
  readonly lookups: readonly number[];
}

interface Lookup {
  readonly type: number;
  readonly subtables: readonly FontBytes[];
}

/**
 * Substitutions. With a feature `isol`, though it changes nothing, engines leave Arabic letters as they are: without, they
 * join them by the presentation forms that the font has.
 */
export function substitutionTable(splitLetters: readonly SplitLetter[]): FontBytes {
  const lookups: Lookup[] = [
    { type: SINGLE_SUBSTITUTION, subtables: [singleSubstitution(NOT_DEFINED, NOT_DEFINED)] },
  ];
  const composing: number[] = [];
  for (const { whole, mark, letter, between, nothing } of splitLetters) {
    const remove =
      lookups.push({ type: SINGLE_SUBSTITUTION, subtables: [singleSubstitution(mark, nothing)] }) - 1;
    const replace =
      lookups.push({ type: SINGLE_SUBSTITUTION, subtables: [singleSubstitution(letter, whole)] }) - 1;
    const sequences =
      between.length === 0
        ? [[[mark], [letter]]]
        : [
            [[mark], between, [letter]],
            [[mark], [letter]],
          ];
    const subtables = sequences.map((sequence) => context(sequence, remove, replace));
    composing.push(lookups.push({ type: CONTEXT_SUBSTITUTION, subtables }) - 1);
  }
  const features: Feature[] = [{ tag: "isol", lookups: [0] }];
  if (composing.length > 0) features.unshift({ tag: "ccmp", lookups: composing });
  return layoutTable(features, lookups);
}

/** Positions: none are changed. Without a feature `mark` engines would put marks where they think best. */
export function positionTable(): FontBytes {
  const subtable = new FontBytes().u16(1, 8, X_PLACEMENT, 0).append(coverage([NOT_DEFINED]));
  return layoutTable([{ tag: "mark", lookups: [0] }], [{ type: SINGLE_POSITION, subtables: [subtable] }]);
}

function singleSubstitution(from: number, to: number): FontBytes {
  return new FontBytes().u16(1, 6, to - from).append(coverage([from]));
}

/** Where glyphs of these sets follow each other, runs one lookup on the first and one on the last. */
function context(sequence: readonly (readonly number[])[], first: number, last: number): FontBytes {
  const header = 6 + 2 * sequence.length + 8;
  const offsets: number[] = [];
  const coverages = new FontBytes();
  for (const glyphs of sequence) {
    offsets.push(header + coverages.length);
    coverages.append(coverage(glyphs));
  }
  return new FontBytes()
    .u16(3, sequence.length, 2, ...offsets, 0, first, sequence.length - 1, last)
    .append(coverages);
}

/** @param glyphs in ascending order */
function coverage(glyphs: readonly number[]): FontBytes {
  return new FontBytes().u16(1, glyphs.length, ...glyphs);
}

/** A table in which all scripts have the same features, each of which acts on every text. */
function layoutTable(features: readonly Feature[], lookups: readonly Lookup[]): FontBytes {
  const numbers = features.map((_, index) => index);
  const scripts = new FontBytes().u16(SCRIPTS.length);
  for (const script of SCRIPTS) scripts.ascii(script).u16(2 + 6 * SCRIPTS.length);
  // The one script: its one language system has all features and requires none.
  scripts.u16(4, 0, 0, 0xffff, features.length, ...numbers);
  const featureTables = features.map((feature) =>
    new FontBytes().u16(0, feature.lookups.length, ...feature.lookups),
  );
  const featureList = listOf(featureTables, 6, (list, offset, index) =>
    list.ascii(features[index]?.tag ?? "").u16(offset),
  );
  const lookupTables = lookups.map(({ type, subtables }) => {
    const offsets = offsetsOf(subtables, 6 + 2 * subtables.length);
    return joined(new FontBytes().u16(type, 0, subtables.length, ...offsets), subtables);
  });
  const lookupList = listOf(lookupTables, 2, (list, offset) => list.u16(offset));
  const parts = [scripts, featureList, lookupList];
  return joined(new FontBytes().u16(1, 0, ...offsetsOf(parts, 10)), parts);
}

/** A count, an entry for each part with its offset, and the parts. @param entryBytes bytes of an entry */
function listOf(
  parts: readonly FontBytes[],
  entryBytes: number,
  addEntry: (list: FontBytes, offset: number, index: number) => void,
): FontBytes {
  const list = new FontBytes().u16(parts.length);
  offsetsOf(parts, 2 + entryBytes * parts.length).forEach((offset, index) => addEntry(list, offset, index));
  return joined(list, parts);
}

/** Where each part begins when the first begins at `start`. */
function offsetsOf(parts: readonly FontBytes[], start: number): number[] {
  let at = start;
  return parts.map(({ length }) => {
    at += length;
    return at - length;
  });
}

function joined(head: FontBytes, parts: readonly FontBytes[]): FontBytes {
  for (const part of parts) head.append(part);
  return head;
}
