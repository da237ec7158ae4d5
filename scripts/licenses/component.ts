/** Something that is inside the executable and that others made. */
export interface Component {
  readonly name: string;
  /** As its makers number it; a commit where they tell only that, `null` where they tell nothing. */
  readonly version: string | null;
  /** An SPDX expression, such as `MIT` or `BSD-3-Clause AND Zlib`. */
  readonly license: string;
  /** Who holds the rights, where no text says it. */
  readonly copyright: string;
  /** Where it comes from. */
  readonly address: string;
  /** Its package URL (purl), where there is such a thing. */
  readonly packageAddress: string | null;
  /** What it came in: the name of another component, or `null` for this executable. */
  readonly within: string | null;
  /** Its own texts of licences; where it has none, that of its licence is told. */
  readonly texts: readonly string[];
}

/** The parts of an SPDX expression: `MIT` and `Zlib` of `MIT AND (Zlib OR ISC)`. */
export function licensesOf(expression: string): string[] {
  return expression.split(/\s+(?:AND|OR|WITH)\s+|[()]/).filter((part) => part.trim() !== "");
}
