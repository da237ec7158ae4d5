import { FILTERED_FIELDS } from "../../contract/print-fields.ts";
import type { ColumnName, ColumnRun } from "../format/column.ts";
import type { IndexedPrint } from "./indexed-print.ts";

/** Gathers prints' values by column, in the order of their positions. */
export class ColumnRuns {
  readonly fields = new Map<ColumnName, ColumnRun>(FILTERED_FIELDS.map((name) => [name, emptyRun()]));
  /** By tag key. */
  readonly tags = new Map<string, ColumnRun>();

  /** Positions of deleted prints. */
  readonly deleted: number[] = [];
  /** Positions of prints that were removed for good; they are among the deleted ones, and have no values. */
  readonly removed: number[] = [];
  /** Positions of prints that were updated after they were stored, and when. */
  readonly updated = { positions: new Array<number>(), times: new Array<number>() };

  /** @returns how many tag keys came that no print had before */
  add(position: number, print: IndexedPrint): number {
    if (print.deletedAt !== null) this.deleted.push(position);
    if (print.removalId !== null) {
      this.removed.push(position);
      return 0;
    }
    for (const name of FILTERED_FIELDS) this.addField(name, position, print[name]);
    if (print.updatedAt !== print.createdAt) {
      this.updated.positions.push(position);
      this.updated.times.push(print.updatedAt);
    }
    if (print.tag === "{}") return 0;
    const known = this.tags.size;
    const tag = JSON.parse(print.tag) as Record<string, string>;
    // Object.keys, not for-in: a tag named like a property of Object.prototype is a tag like any other.
    for (const key of Object.keys(tag)) {
      const run = this.tags.getOrInsertComputed(key, emptyRun);
      run.positions.push(position);
      run.values.push(tag[key] as string);
    }
    return this.tags.size - known;
  }

  private addField(name: ColumnName, position: number, value: string | null): void {
    if (value === null) return;
    const run = this.fields.get(name);
    run?.positions.push(position);
    run?.values.push(value);
  }
}

function emptyRun(): ColumnRun {
  return { positions: [], values: [] };
}
