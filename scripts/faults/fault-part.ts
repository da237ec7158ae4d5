/** What a part of `bun run faults` is given. */
export interface FaultRun {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** Of its random choices. */
  readonly seed: number;
  /** A folder of its own: empty, but where a part goes on that was broken off. */
  readonly folder: string;
  readonly rounds: number;
  /** Clients of the API, and connections to printers. */
  readonly clients: number;
  readonly connections: number;
  /** Shops of a chain. */
  readonly shops: number;
  /** How long a part goes on that has no rounds. */
  readonly seconds: number;
  /** Writes a line for the person who watches. */
  readonly print: (line: string) => void;
}

/** What came of a part, for the report. */
export interface PartResult {
  /** Every loss and every wrong answer, in words; empty when all is well. */
  readonly faults: readonly string[];
  /** `null` where the part cannot run on this machine; then nothing was shown. */
  readonly figures: PartFigures | null;
}

export interface PartFigures {
  /** What was counted of what was done, such as `{ kills: 30 }`, and then what came of it. */
  readonly counts: Readonly<Record<string, number | string>>;
  /** Prints or jobs that were acknowledged; `null` where the part is not about them. */
  readonly acknowledged: number | null;
  /** Of those that were acknowledged; where they are not given, none is when there is no fault. */
  readonly lost?: number;
  /** Prints with other bytes, or that are served as what they are not. */
  readonly wrong?: number;
  /** Of more than figures: what is tried, and what came of it, one row each. */
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
}

/** A part: what it does, as a sentence without its subject, and doing it. */
export interface FaultPart {
  readonly what: string;
  /** Runs it and prints its figures. */
  readonly run: (run: FaultRun) => Promise<PartResult>;
}

/** What prints are called that are there more than once. */
export const DOUBLES = "prints stored twice, as their jobs were sent again";
