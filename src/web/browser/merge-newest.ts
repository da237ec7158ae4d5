import type { Page, Print } from "./print.ts";

/** The part of a result that is shown, newest first, and where it goes on. */
export interface Shown {
  readonly prints: readonly Print[];
  /** `null` when everything is shown. */
  readonly cursor: string | null;
}

/**
 * Brings what is shown up to date with the newest page: new prints come on top, changed ones are replaced, and those
 * that no longer match go, as far down as the page reaches.
 * @returns `null` when so much is new that the page does not reach what is shown
 */
export function mergeNewest(shown: Shown, newest: Page): Shown | null {
  const oldest = newest.items.at(-1);
  const first = shown.prints[0];
  if (newest.nextCursor === null || oldest === undefined || first === undefined)
    return { prints: newest.items, cursor: newest.nextCursor };
  if (first.id < oldest.id) return null;
  const older = shown.prints.filter(({ id }) => id < oldest.id);
  // Nothing older was shown and the page now ends elsewhere: it says itself where it goes on.
  const cursor = older.length > 0 || shown.prints.length === 0 ? shown.cursor : newest.nextCursor;
  return { prints: [...newest.items, ...older], cursor };
}
