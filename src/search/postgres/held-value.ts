import { type SQL, sql } from "drizzle-orm";
import { COUNTED_FIELDS } from "../../contract/print-fields.ts";
import type { SearchFilter } from "../../domain/search-query.ts";
import { isRangeOperator, isTagGroup, type TagCondition, type TagQuery } from "../../domain/tag-query.ts";
import { fold } from "../../domain/text.ts";
import { isInShapes } from "../../domain/value-shape.ts";
import type { HeldValue } from "../../storage/postgres/counted-prints.ts";
import { LABEL_SHAPES, tagSource } from "../../storage/postgres/counted-values.ts";
import { isInRange } from "./range-sql.ts";

/** A condition on one value that is counted. */
export interface CountedCondition extends HeldValue {
  /** Whether it is about a part of the value: an index of trigrams finds the prints sooner where they are few. */
  readonly isOfPart: boolean;
}

/** What a search asks of one value that is counted, and of nothing else; `null` for another search. */
export function heldValue(filter: SearchFilter): CountedCondition | null {
  const [asked, ...others] = Object.entries({ ...filter, deleted: undefined }).filter(
    ([, value]) => value !== undefined,
  );
  if (asked === undefined || others.length > 0) return null;
  const { tag, label } = filter;
  if (tag !== undefined) return ofOneTag(tag);
  if (label?.op === "contains") return ofLabelShape(fold(label.value));
  const name = COUNTED_FIELDS.find((field) => field === asked[0]);
  const condition = name === undefined ? undefined : filter[name];
  return name === undefined || condition === undefined ? null : held(name, condition);
}

/** What is asked of the values of one tag; `null` where it is of several, or of prints without it. */
function ofOneTag(tag: TagQuery): CountedCondition | null {
  if (!isTagGroup(tag)) return held(tagSource(tag.key), tag);
  const all = tag.entries.map(ofOneTag).filter((one) => one !== null);
  const [first] = all;
  if (first === undefined || all.length < tag.entries.length) return null;
  if (all.some(({ source, isOfPart }) => source !== first.source || isOfPart)) return null;
  const join = sql.raw(` ${tag.join} `);
  const holdsAll = (value: SQL) => all.map(({ holds }) => holds(value));
  return { ...first, holds: (value) => sql`(${sql.join(holdsAll(value), join)})` };
}

/** What is asked of the shapes of labels; `null` where these cannot tell. */
function ofLabelShape(part: string): CountedCondition | null {
  if (!isInShapes(part)) return null;
  const holds = (shape: SQL) => sql`strpos(${shape}, ${part}) > 0`;
  return { source: LABEL_SHAPES, holds, holdsBeyondAscii: null, isOfPart: true };
}

function held(source: string, { op, value: wanted }: Pick<TagCondition, "op" | "value">): CountedCondition {
  const part = fold(wanted);
  if (op === "contains")
    return {
      source,
      holds: (value) => sql`strpos(lower(${value} COLLATE "C"), ${part}) > 0`,
      holdsBeyondAscii: (value) => fold(value).includes(part),
      isOfPart: true,
    };
  const holds = (value: SQL) => {
    if (isRangeOperator(op)) return isInRange(value, op, wanted);
    return op === "eq" ? sql`${value} = ${wanted}` : sql`${value} <> ${wanted}`;
  };
  return { source, holds, holdsBeyondAscii: null, isOfPart: false };
}
