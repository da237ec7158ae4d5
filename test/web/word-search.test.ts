import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Page, Print } from "../../src/web/browser/print.ts";
import type { SearchBody } from "../../src/contract/search.ts";
import { searchWords } from "../../src/web/browser/word-search.ts";
import { printOf } from "./print-of.ts";

/** A print, and where it has the words that are looked for. */
interface Stored {
  readonly onReceipt: boolean;
  readonly inLabel: boolean;
}

/** A service that pages as the real one does: by cursors, newest first. */
function serviceOf(stored: readonly Stored[], pageSize: number) {
  const asked: object[] = [];
  const find = async (body: SearchBody & { cursor: string | null; pageSize?: number }): Promise<Page> => {
    asked.push(body);
    const fits = ({ onReceipt, inLabel }: Stored) =>
      (body.text === undefined || onReceipt) && (body.label === undefined || inLabel);
    const ids = stored.flatMap((print, index) => (fits(print) ? [index + 1] : [])).toReversed();
    const from = body.cursor === null ? 0 : Number(body.cursor);
    const end = from + (body.pageSize ?? pageSize);
    return {
      items: ids.slice(from, end).map((id) => printOf(id)),
      total: ids.length,
      nextCursor: end < ids.length ? String(end) : null,
      ...(body.text === undefined ? {} : { textPending: 3 }),
    };
  };
  return { find, asked };
}

const idsOf = (prints: readonly Print[]) => prints.map(({ id }) => id);

test("a walk meets every print that has the words in either place once, newest first", async () => {
  const stored = fc.array(fc.record({ onReceipt: fc.boolean(), inLabel: fc.boolean() }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(stored, fc.integer({ min: 1, max: 9 }), async (prints, pageSize) => {
      const { find } = serviceOf(prints, pageSize);
      const expected = prints.flatMap(({ onReceipt, inLabel }, index) =>
        onReceipt || inLabel ? [index + 1] : [],
      );
      const walked: number[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await searchWords(find, { words: ["flat", "white"] }, cursor);
        expect(page).toMatchObject({ total: expected.length, textPending: 3 });
        if (page.nextCursor !== null) expect(page.items).not.toHaveLength(0);
        walked.push(...idsOf(page.items));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(walked).toEqual(expected.toReversed());
    }),
    { numRuns: 300 },
  );
});

test("words are parts of the text, and one part of the label; other filters hold for both", async () => {
  const { find, asked } = serviceOf([], 10);
  await searchWords(find, { words: ["flat", "white"], deleted: "any" }, null);
  const label = { op: "contains", value: "flat white" } as const;
  expect(asked).toEqual([
    { text: ["flat", "white"], deleted: "any", cursor: null },
    { label, deleted: "any", cursor: null },
    { text: ["flat", "white"], label, deleted: "any", cursor: null, pageSize: 1 },
  ]);
});

test("without words it is the service's own page", async () => {
  const { find, asked } = serviceOf([{ onReceipt: true, inLabel: false }], 10);
  const page = await searchWords(find, { deleted: true }, null);
  expect(idsOf(page.items)).toEqual([1]);
  expect(page.textPending).toBeUndefined();
  expect(asked).toEqual([{ deleted: true, cursor: null }]);
});
