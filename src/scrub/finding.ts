/** What can be damaged: what is known of a print, its bytes, that it is found, a segment of the search index, another table. */
export const FINDING_KINDS = ["metadata", "bytes", "place", "index", "table"] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Something that is stored otherwise than it was written. */
export interface Finding {
  readonly kind: FindingKind;
  /** The print that it is about; `null` for what is no print's. */
  readonly printId: number | null;
  /** What it is about: the print's id, a segment of the search index, a table. Of a kind each is there once. */
  readonly subject: string;
  /** What is wrong, a sentence for the operator. */
  readonly detail: string;
}

/** A finding about a print. */
export function aboutPrint(kind: FindingKind, printId: number, detail: string): Finding {
  return { kind, printId, subject: String(printId), detail };
}

/** The parts of a round, in their order. */
export const SCRUB_PARTS = ["prints", "places", "index", "tables"] as const;

/** Where a round goes on: behind what its part has seen last. */
export interface ScrubPlace {
  readonly part: (typeof SCRUB_PARTS)[number];
  readonly workspaceId: number;
  readonly after: number;
}

export const FIRST_PLACE: ScrubPlace = { part: "prints", workspaceId: 0, after: 0 };

/** The beginning of the part behind another; `null` after the last. */
export function nextPart(part: ScrubPlace["part"]): ScrubPlace | null {
  const next = SCRUB_PARTS[SCRUB_PARTS.indexOf(part) + 1];
  return next === undefined ? null : { part: next, workspaceId: 0, after: -1 };
}

/** A segment of the search index that is to be built anew. */
export interface DamagedSegmentOf {
  readonly workspaceId: number;
  readonly segmentId: number;
}

/** A piece of a round. */
export interface ScrubStep {
  /** Where it goes on; `null` at the end of the round. */
  readonly next: ScrubPlace | null;
  /** Prints that were checked with their bytes. */
  readonly prints: number;
  /** That were read, roughly. */
  readonly bytes: number;
  readonly findings: readonly Finding[];
  readonly segments: readonly DamagedSegmentOf[];
}
