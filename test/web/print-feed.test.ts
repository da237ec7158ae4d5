import { expect, test } from "bun:test";
import type { Page } from "../../src/web/browser/print.ts";
import { type Feed, PrintFeed } from "../../src/web/browser/print-feed.ts";
import { printOf } from "./print-of.ts";

const PAGE_SIZE = 3;

/** A service whose answers come when the test says so. */
class Answers {
  readonly waiting: { body: object; answer(page: Page): void; fail(error: Error): void }[] = [];
  readonly errors: unknown[] = [];
  shown: Feed | null = null;
  readonly feed = new PrintFeed(
    (_slug, wanted, cursor) => {
      const { promise, resolve, reject } = Promise.withResolvers<Page>();
      this.waiting.push({ body: { ...wanted, cursor }, answer: resolve, fail: reject });
      return promise;
    },
    { onChange: (feed) => (this.shown = feed), onError: (error) => this.errors.push(error) },
  );

  /** Asks, and answers at once with a page of these ids. */
  async ask(call: Promise<void>, ids: readonly number[], total = ids.length): Promise<void> {
    this.waiting.pop()?.answer(page(ids, total));
    await call;
  }

  get ids(): number[] {
    return this.shown?.prints.map(({ id }) => id) ?? [];
  }
}

function page(ids: readonly number[], total = ids.length): Page {
  const items = ids.slice(0, PAGE_SIZE).map((id) => printOf(id));
  return { items, total, nextCursor: ids.length >= PAGE_SIZE ? `after-${items.at(-1)?.id}` : null };
}

test("an answer that comes late does not overwrite a newer search", async () => {
  const service = new Answers();
  const first = service.feed.start("default", { deleted: true });
  const second = service.feed.start("default", {});
  service.waiting[1]?.answer(page([2, 1]));
  await second;
  service.waiting[0]?.answer(page([9]));
  await first;
  expect(service.ids).toEqual([2, 1]);
});

test("a refusal that comes late is not told", async () => {
  const service = new Answers();
  const first = service.feed.start("default", { deleted: true });
  const second = service.feed.start("default", {});
  service.waiting[0]?.fail(new Error("late"));
  service.waiting[1]?.answer(page([1]));
  await Promise.all([first, second]);
  expect(service.errors).toEqual([]);
});

test("new prints come on top, changed ones change, gone ones go, older ones stay", async () => {
  const service = new Answers();
  await service.ask(service.feed.start("default", {}), [6, 5, 4]);
  await service.ask(service.feed.more(), [3, 2, 1]);
  expect(service.ids).toEqual([6, 5, 4, 3, 2, 1]);
  await service.ask(service.feed.refresh(true), [7, 6, 4]);
  expect(service.ids).toEqual([7, 6, 4, 3, 2, 1]);
  await service.ask(service.feed.more(), []);
  expect(service.ids).toEqual([7, 6, 4, 3, 2, 1]);
  expect(service.shown?.cursor).toBeNull();
});

test("more than a page of new prints replaces the list only when the reader is at its top", async () => {
  const service = new Answers();
  await service.ask(service.feed.start("default", {}), [3, 2, 1]);
  await service.ask(service.feed.refresh(true), [9, 8, 7], 9);
  expect(service.ids).toEqual([3, 2, 1]);
  expect(service.shown).toMatchObject({ behind: true, total: 9 });
  await service.ask(service.feed.refresh(false), [9, 8, 7], 9);
  expect(service.ids).toEqual([9, 8, 7]);
  expect(service.shown).toMatchObject({ behind: false, cursor: "after-7" });
});

test("a first page that could not be had is asked for again", async () => {
  const service = new Answers();
  const start = service.feed.start("default", {});
  service.waiting.pop()?.fail(new Error("away"));
  await start;
  expect(service.errors).toHaveLength(1);
  await service.ask(service.feed.refresh(true), [1]);
  expect(service.ids).toEqual([1]);
});

test("the same page is not asked for twice at a time", async () => {
  const service = new Answers();
  await service.ask(service.feed.start("default", {}), [6, 5, 4]);
  const calls = [service.feed.more(), service.feed.more()];
  expect(service.waiting).toHaveLength(1);
  service.waiting[0]?.answer(page([3]));
  await Promise.all(calls);
  expect(service.ids).toEqual([6, 5, 4, 3]);
});
