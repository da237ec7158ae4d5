import { COUNTED_FIELDS, type CountedField } from "../../contract/print-fields.ts";
import { MILLISECONDS_PER_DAY } from "../../domain/limits.ts";
import { type Print, tagFromJson } from "../../domain/print.ts";
import { fold } from "../../domain/text.ts";
import { shapeOf } from "../../domain/value-shape.ts";

/** What of a print is counted. */
export type CountedPrint = Pick<Print, "createdAt" | "deletedAt" | "label" | "tag" | CountedField>;

/** How a number of prints changes: those that are not deleted, and those that are. */
export interface CountChange {
  n: number;
  deletedN: number;
}

/** The name of what the keys of tags are counted by. */
export const TAG_KEYS = "tagKeys";

/** The name of what the shapes of labels are counted by: labels themselves are too many. */
export const LABEL_SHAPES = "labelShapes";

/** The name of what the values of a tag are counted by. */
export function tagSource(key: string): string {
  return `tag:${key}`;
}

/** What a print counts for: a source, and the value that it has there. */
export function countedValues(print: CountedPrint): [source: string, value: string][] {
  // As they are stored: UTF-8 has no lone surrogates.
  const tags = new Map(
    Array.from(tagFromJson(print.tag), ([key, value]) => [key.toWellFormed(), value.toWellFormed()]),
  );
  return [
    ...COUNTED_FIELDS.flatMap((name): [string, string][] => {
      const value = print[name];
      return value === null ? [] : [[name, value.toWellFormed()]];
    }),
    ...(print.label === null ? [] : [[LABEL_SHAPES, labelShape(print.label)] as [string, string]]),
    ...Array.from(tags.keys(), (key): [string, string] => [TAG_KEYS, key]),
    ...Array.from(tags, ([key, value]): [string, string] => [tagSource(key), value]),
  ];
}

function labelShape(label: string): string {
  return shapeOf(fold(label)).toWellFormed();
}

/** The day of a moment, UTC: days since 1970. */
export function dayOf(moment: number): number {
  return Math.floor(moment / MILLISECONDS_PER_DAY);
}

/** By how much the counts of a workspace change with some prints. Pure; what comes to nothing is not among it. */
export class CountChanges {
  readonly total: CountChange = { n: 0, deletedN: 0 };
  private readonly byDay = new Map<number, CountChange>();
  private readonly bySource = new Map<string, Map<string, CountChange>>();

  /** Takes note of a print. @param before `null` of a new one @param after `null` of one that was removed */
  note(before: CountedPrint | null, after: CountedPrint | null): void {
    if (before !== null) this.add(before, -1);
    if (after !== null) this.add(after, 1);
  }

  get days(): [day: number, change: CountChange][] {
    return [...this.byDay].filter(([, change]) => isChange(change));
  }

  get sources(): string[] {
    return [...this.bySource.keys()];
  }

  /** The values of a source whose counts change. */
  valuesOf(source: string): [value: string, change: CountChange][] {
    return [...(this.bySource.get(source) ?? [])].filter(([, change]) => isChange(change));
  }

  private add(print: CountedPrint, by: number): void {
    const field = print.deletedAt === null ? "n" : "deletedN";
    this.total[field] += by;
    changeOf(this.byDay, dayOf(print.createdAt))[field] += by;
    for (const [source, value] of countedValues(print)) {
      const values = this.bySource.get(source) ?? new Map<string, CountChange>();
      this.bySource.set(source, values);
      changeOf(values, value)[field] += by;
    }
  }
}

function changeOf<Key>(changes: Map<Key, CountChange>, key: Key): CountChange {
  const change = changes.get(key) ?? { n: 0, deletedN: 0 };
  changes.set(key, change);
  return change;
}

function isChange({ n, deletedN }: CountChange): boolean {
  return n !== 0 || deletedN !== 0;
}
