import type { FilteredField } from "../../contract/print-fields.ts";
import type { SearchBody } from "../../contract/search.ts";
import type { TagCondition } from "../../contract/tag-query.ts";
import type { Page, Print } from "./print.ts";

/*
 * Words are found on the receipt or in its label: a person does not know which of the two has them. The API's filters
 * must all hold, so that takes a search for each, and their results are made one.
 */

/** What a person looks for: filters that must all hold, and words that are on the receipt or in the label. */
export interface Wanted extends Pick<SearchBody, Exclude<FilteredField, "label"> | "deleted"> {
  readonly tag?: { readonly and: TagCondition[] };
  readonly words?: string[];
}

/** A search as the API takes it; `pageSize` may be given. */
type Find = (body: SearchBody & { cursor: string | null; pageSize?: number }) => Promise<Page>;

/** How far one of the two searches has been read. */
interface Walk {
  /** `null` at the beginning. */
  readonly cursor: string | null;
  /** The API has no more. */
  readonly ended: boolean;
  /** Prints that came already, but are older than what the other search has been read to. */
  readonly rest: readonly Print[];
}

/** How far both searches have been read. As JSON it is the cursor of the merged result. */
interface Place {
  readonly walks: readonly Walk[];
  readonly total: number;
  readonly textPending: number;
}

const BEGINNING: Walk = { cursor: null, ended: false, rest: [] };

/** Finds a page of prints, newest first. @param cursor `null` for the first, else what the page before gave */
export async function searchWords(
  find: Find,
  { words, ...filters }: Wanted,
  cursor: string | null,
): Promise<Page> {
  if (words === undefined) return find({ ...filters, cursor });
  const onReceipt: SearchBody = { ...filters, text: words };
  const inLabel: SearchBody = { ...filters, label: { op: "contains", value: words.join(" ") } };
  if (cursor !== null) {
    const place = JSON.parse(cursor) as Place;
    const walks = await Promise.all(
      [onReceipt, inLabel].map((body, index) => goOn(find, body, place.walks[index] ?? BEGINNING)),
    );
    return pageOf({ ...place, walks });
  }
  const [receipts, labels, both] = await Promise.all([
    find({ ...onReceipt, cursor }),
    find({ ...inLabel, cursor }),
    find({ ...onReceipt, ...inLabel, cursor, pageSize: 1 }),
  ]);
  // Those that have the words in both places were counted twice.
  const total = receipts.total + labels.total - both.total;
  const walks = [receipts, labels].map(walkOf);
  return pageOf({ walks, total, textPending: receipts.textPending ?? 0 });
}

async function goOn(find: Find, body: SearchBody, walk: Walk): Promise<Walk> {
  if (walk.ended || walk.rest.length > 0) return walk;
  return walkOf(await find({ ...body, cursor: walk.cursor }));
}

function walkOf({ items, nextCursor }: Page): Walk {
  return { cursor: nextCursor, ended: nextCursor === null, rest: items };
}

/** Merges what both searches gave, down to the id that both have been read to: newer prints have greater ids. */
function pageOf({ walks, total, textPending }: Place): Page {
  const reached = walks.flatMap(({ ended, rest }) => (ended ? [] : [rest.at(-1)?.id ?? 0]));
  const end = Math.max(0, ...reached);
  const found = new Map<number, Print>();
  for (const { rest } of walks) for (const print of rest) if (print.id >= end) found.set(print.id, print);
  const items = [...found.values()].toSorted((left, right) => right.id - left.id);
  const left = walks.map((walk) => Object.assign({}, walk, { rest: walk.rest.filter(({ id }) => id < end) }));
  const isDone = left.every(({ ended, rest }) => ended && rest.length === 0);
  const place: Place = { walks: left, total, textPending };
  return { items, total, textPending, nextCursor: isDone ? null : JSON.stringify(place) };
}
