import type { TextRun, TextSettings } from "./text-settings.ts";

/** What of a published segment of lines tells whether it is current. */
export interface CoveringSegment {
  readonly version: number;
  readonly firstOrdinal: number;
  readonly printCount: number;
}

/** Where the text of a workspace's prints is, as of one moment. */
export interface TextCoverage<Segment> {
  /** The segments that were decoded with the present settings. */
  readonly segments: readonly Segment[];
  /** The prints behind all segments, of which each has a row of its own once it is decoded. */
  readonly newest: readonly TextRun[];
  /** Prints whose text cannot be searched yet. */
  readonly pending: number;
}

/**
 * Finds where the text of prints is.
 * @param published all segments of lines, by ordinal
 * @param prints how many the workspace has
 * @param decodedPrints counts the prints of a run that are decoded one by one
 */
export function textCoverage<Segment extends CoveringSegment>(
  settings: TextSettings,
  published: readonly Segment[],
  prints: number,
  decodedPrints: (run: TextRun) => number,
): TextCoverage<Segment> {
  const segments = published.filter(
    ({ version, firstOrdinal, printCount }) => version === settings.versionTo(firstOrdinal + printCount),
  );
  const last = published.at(-1);
  const newest = settings.runs(last === undefined ? 0 : last.firstOrdinal + last.printCount, prints);
  const sealed = segments.reduce((sum, { printCount }) => sum + printCount, 0);
  const decoded = newest.reduce((sum, run) => sum + decodedPrints(run), 0);
  return { segments, newest, pending: prints - sealed - decoded };
}
