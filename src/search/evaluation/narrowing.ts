import { presenceKey, valueKey } from "../catalogue/catalogue-key.ts";
import type { CataloguedRuns } from "../view/catalogued-runs.ts";
import type { ColumnCondition, Condition, RangeCondition } from "./condition.ts";

/**
 * What is left of a search's conditions in each sealed segment, where catalogues tell that it has none of the values or
 * tag keys that a condition needs: most segments need not be asked for a rare one at all.
 */
export class Narrowing {
  /** Of conditions that need something that not all segments have: a one for each that may have it. */
  private readonly marks = new Map<Condition, Uint8Array>();
  /** Of conditions that leave a value out: a zero for each segment that does not have it, and what is asked for there. */
  private readonly unneeded = new Map<
    Condition,
    { readonly marks: Uint8Array; readonly instead: Condition }
  >();

  constructor(
    private readonly conditions: readonly Condition[],
    catalogued: CataloguedRuns,
  ) {
    for (const condition of conditions) this.look(condition, catalogued);
  }

  /** The conditions that a segment is to be asked for, by its run; `null` where not all can hold in it. */
  of(run: number): readonly Condition[] | null {
    const isNarrowing = this.marks.size > 0 || this.unneeded.size > 0;
    return isNarrowing ? this.all(this.conditions, run) : this.conditions;
  }

  private look(condition: Condition, catalogued: CataloguedRuns): void {
    switch (condition.kind) {
      case "column":
      case "range": {
        const marks = marksOf(condition, catalogued);
        // What all may have says nothing.
        if (marks?.includes(0) === true) this.marks.set(condition, marks);
        if (condition.kind === "column" && condition.op === "neq") this.lookFor(condition, catalogued);
        return;
      }
      case "and":
      case "or":
        for (const entry of condition.entries) this.look(entry, catalogued);
    }
    // What `not` asks for need not be there.
  }

  private lookFor(condition: ColumnCondition, catalogued: CataloguedRuns): void {
    const { column, value } = condition;
    const marks = catalogued.mayHave(valueKey(column, value));
    // Any value will do where none is that one.
    const instead = { kind: "column", column, op: "contains", value: "" } as const;
    if (marks.includes(0)) this.unneeded.set(condition, { marks, instead });
  }

  private all(conditions: readonly Condition[], run: number): readonly Condition[] | null {
    const left: Condition[] = [];
    let isSame = true;
    for (const condition of conditions) {
      const narrowed = this.narrowed(condition, run);
      if (narrowed === null) return null;
      isSame &&= narrowed === condition;
      left.push(narrowed);
    }
    return isSame ? conditions : left;
  }

  private narrowed(condition: Condition, run: number): Condition | null {
    switch (condition.kind) {
      case "and": {
        const entries = this.all(condition.entries, run);
        if (entries === null) return null;
        return entries === condition.entries ? condition : { ...condition, entries };
      }
      case "or": {
        const entries = condition.entries.flatMap((entry) => this.narrowed(entry, run) ?? []);
        const [first] = entries;
        return first === undefined || entries.length === 1 ? (first ?? null) : { ...condition, entries };
      }
      default:
        return this.marks.get(condition)?.[run] === 0 ? null : this.simplified(condition, run);
    }
  }

  private simplified(condition: Condition, run: number): Condition {
    const { marks, instead = condition } = this.unneeded.get(condition) ?? {};
    return marks?.[run] === 0 ? instead : condition;
  }
}

/** A one for each segment in which a condition may hold for a print; `null` where catalogues know nothing of it. */
function marksOf(condition: ColumnCondition | RangeCondition, catalogued: CataloguedRuns): Uint8Array | null {
  const { column } = condition;
  if (condition.kind === "column" && condition.op === "eq")
    return catalogued.mayHave(valueKey(column, condition.value));
  const presence = presenceKey(column);
  const present = presence === null ? null : catalogued.mayHave(presence);
  if (condition.kind !== "column" || condition.op !== "contains") return present;
  const holding = catalogued.mayHold(column, condition.value);
  return present === null ? holding : holding.map((mark, run) => mark & (present[run] ?? 1));
}
