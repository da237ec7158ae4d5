import { type SQL, sql } from "drizzle-orm";
import { COUNTED_FIELDS } from "../../contract/print-fields.ts";
import type { SearchFilter } from "../../domain/search-query.ts";
import { isRangeOperator, isTagGroup, type TagCondition, type TagQuery } from "../../domain/tag-query.ts";
import { fold } from "../../domain/text.ts";
import { isInShapes } from "../../domain/value-shape.ts";
import { type HeldValue, VALUE } from "../../storage/postgres/counted-prints.ts";
import { LABEL_SHAPES, tagSource } from "../../storage/postgres/counted-values.ts";
import { foldedAscii, holdsPart } from "../../storage/postgres/folded-text.ts";
import { isInRange } from "./range-sql.ts";

/** What a search asks of one value that is counted, and of nothing else; `null` for another search. */
export function heldValue(filter: SearchFilter): HeldValue | null {
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
function ofOneTag(tag: TagQuery): HeldValue | null {
  if (!isTagGroup(tag)) return held(tagSource(tag.key), tag);
  const all = tag.entries.map(ofOneTag).filter((one) => one !== null);
  const [first] = all;
  if (first === undefined || all.length < tag.entries.length) return null;
  if (all.some(({ source, isOfPart }) => source !== first.source || isOfPart)) return null;
  const each = all.map(({ holds }) => holds);
  return { ...first, holds: sql`(${sql.join(each, sql.raw(` ${tag.join} `))})` };
}

/** What is asked of the shapes of labels; `null` where these cannot tell. */
function ofLabelShape(part: string): HeldValue | null {
  if (!isInShapes(part)) return null;
  return { source: LABEL_SHAPES, holds: holdsPart(VALUE, part), isOfPart: true, holdsBeyondAscii: null };
}

function held(source: string, { op, value: wanted }: Pick<TagCondition, "op" | "value">): HeldValue {
  const part = fold(wanted);
  if (op === "contains")
    return {
      source,
      holds: holdsPart(foldedAscii(VALUE), part),
      isOfPart: true,
      holdsBeyondAscii: (value) => fold(value).includes(part),
    };
  return { source, holds: comparison(op, wanted), isOfPart: false, holdsBeyondAscii: null };
}

function comparison(op: Exclude<TagCondition["op"], "contains">, wanted: string): SQL {
  if (isRangeOperator(op)) return isInRange(VALUE, op, wanted);
  return op === "eq" ? sql`${VALUE} = ${wanted}` : sql`${VALUE} <> ${wanted}`;
}
