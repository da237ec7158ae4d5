import { Catalogue } from "../catalogue/catalogue.ts";
import { type CatalogueKey, columnHash } from "../catalogue/catalogue-key.ts";
import type { ChunkLoader } from "../chunk-loader.ts";
import type { ColumnName } from "../format/column.ts";
import type { SegmentRow } from "../segment/segment-row.ts";

/** What the catalogues of a workspace say of the sealed segments of a view, which are its first runs. */
export class CataloguedRuns {
  private readonly catalogues: { readonly catalogue: Catalogue; readonly runs: readonly number[] }[] = [];
  /** Ones for the segments that no catalogue is about. */
  private readonly others: Uint8Array;

  /** @param rows of the catalogues; a damaged one is left out, so that its segments are asked themselves */
  constructor(
    segmentIds: readonly number[],
    rows: readonly SegmentRow[],
    private readonly loader: ChunkLoader,
  ) {
    this.others = new Uint8Array(segmentIds.length).fill(1);
    const runOf = new Map(segmentIds.map((id, run) => [id, run]));
    for (const row of rows) {
      const catalogue = loader.attempt(() => new Catalogue(row, loader));
      if (catalogue === null) continue;
      const runs = catalogue.segmentIds.map((id) => runOf.get(id) ?? -1);
      for (const run of runs) if (run >= 0) this.others[run] = 0;
      this.catalogues.push({ catalogue, runs });
    }
  }

  /** How many of the segments a catalogue is about. */
  get count(): number {
    return this.others.length - this.others.reduce((sum, other) => sum + other, 0);
  }

  /** A one for each segment that may have something: for all that have it. */
  mayHave(key: CatalogueKey): Uint8Array {
    return this.marksOf((catalogue, visit) => catalogue.eachHolder(key, visit));
  }

  /** A one for each segment that may have a value in a column which, folded, holds a part. */
  mayHold(column: ColumnName, foldedPart: string): Uint8Array {
    const [hash, part] = [columnHash(column), Buffer.from(foldedPart)];
    return this.marksOf((catalogue, visit) => catalogue.eachHolding(hash, part, visit));
  }

  private marksOf(ask: (catalogue: Catalogue, visit: (index: number) => void) => void): Uint8Array {
    const marks = new Uint8Array(this.others);
    for (const { catalogue, runs } of this.catalogues) {
      const known = this.loader.attempt(() => {
        ask(catalogue, (index) => mark(marks, runs[index]));
        return true;
      });
      if (known === null) for (const run of runs) mark(marks, run);
    }
    return marks;
  }
}

/** @param run -1 for a segment that there is no more */
function mark(marks: Uint8Array, run = -1): void {
  if (run >= 0) marks[run] = 1;
}
