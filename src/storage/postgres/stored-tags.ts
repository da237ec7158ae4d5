import { tagFromJson } from "../../domain/print.ts";
import { storableText, unescapeText } from "./text-escape.ts";

/*
 * Tags as an archive keeps them: once, as `jsonb` finds them, which has an order of its own. The order in which they came is a
 * text with a digit for each: its place among the keys by their bytes. Where these do not give the JSON again, that is kept too.
 */

/** Digits of places: one with more tags is kept as its JSON. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** The fields of a row that its tags are read from. */
export const STORED_TAG_FIELDS = ["tagValues", "tagOrder", "tag"] as const;

/** What they have. */
export interface StoredTags {
  /** As Bun reads `jsonb`: the texts are escaped. */
  readonly tagValues: Readonly<Record<string, string>>;
  /** `null` where `tag` has them. */
  readonly tagOrder: string | null;
  /** The text of JSON; `null` where the others give it. */
  readonly tag: string | null;
}

/** The columns of a print's tags. @param tag the text of JSON that {@link tagOf} is to give again */
export function tagColumns(tag: string) {
  const tags = tagFromJson(tag);
  const tagValues = Object.fromEntries(
    Array.from(tags, ([key, value]) => [storableText(key), storableText(value)] as const),
  );
  const places = new Map(keysByBytes(tagValues).map((key, place) => [key, DIGITS[place]]));
  const tagOrder = Array.from(tags.keys(), (key) => places.get(storableText(key))).join("");
  const isWhole = tags.size <= DIGITS.length && tagOf({ tagValues, tagOrder, tag: null }) === tag;
  return { tag_values: tags, ...(isWhole ? { tag_order: tagOrder, tag: null } : { tag_order: null, tag }) };
}

/** The tags of a row as the text of JSON. */
export function tagOf({ tagValues, tagOrder, tag }: StoredTags): string {
  if (tag !== null) return tag;
  const keys = keysByBytes(tagValues);
  const members = Array.from(tagOrder ?? "", (digit) => {
    const key = keys[DIGITS.indexOf(digit)] ?? "";
    return `${JSON.stringify(unescapeText(key))}:${JSON.stringify(unescapeText(tagValues[key] ?? ""))}`;
  });
  return `{${members.join(",")}}`;
}

/** A row with its tags as the text of JSON, in place of what they are read from. */
export function withTag<Row>(row: Row & StoredTags): Omit<Row, keyof StoredTags> & { readonly tag: string } {
  const { tagValues: _values, tagOrder: _order, ...others } = row;
  return { ...others, tag: tagOf(row) } as Omit<Row, keyof StoredTags> & { readonly tag: string };
}

// oxlint-disable-next-line no-control-regex -- these are sorted by their bytes however they are sorted
const ASCII = /^[\x00-\x7f]*$/;

/** Keys by their bytes in UTF-8. */
function keysByBytes(tags: Readonly<Record<string, string>>): string[] {
  const keys = Object.keys(tags);
  if (keys.every((key) => ASCII.test(key))) return keys.toSorted();
  return keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}
