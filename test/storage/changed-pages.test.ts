import { expect, test } from "bun:test";
import { ChangedPages } from "../../src/storage/changed-pages.ts";

const SHARING = 2 ** 25;

function taken(changed: ChangedPages, pages: number): { pages: number[]; isKnown: boolean } {
  const found: number[] = [];
  const isKnown = changed.take(pages, (page) => found.push(page));
  return { pages: found, isKnown };
}

test("what was noted is taken once, by whichever thread has the memory", () => {
  const writer = new ChangedPages();
  const backup = new ChangedPages(writer.memory);
  const noted = [1, 31, 32, 63, 64, 32_767, 32_768, 1_000_000, SHARING - 1];
  for (const page of [...noted, 32]) writer.note(page);
  expect(taken(backup, SHARING)).toEqual({ pages: noted, isKnown: true });
  expect(taken(backup, SHARING)).toEqual({ pages: [], isKnown: true });
});

test("pages of a huge database that share a bit are all taken", () => {
  const changed = new ChangedPages();
  changed.note(SHARING + 5);
  changed.note(SHARING);
  expect(taken(changed, 2 * SHARING + 5)).toEqual({
    pages: [SHARING, 2 * SHARING, 5, SHARING + 5, 2 * SHARING + 5],
    isKnown: true,
  });
});

test("that any page may have changed is told once", () => {
  const changed = new ChangedPages();
  expect(changed.isWatched).toBe(false);
  changed.watch();
  changed.noteUnknown();
  expect([changed.isWatched, taken(changed, 10).isKnown, taken(changed, 10).isKnown]).toEqual([
    true,
    false,
    true,
  ]);
});
