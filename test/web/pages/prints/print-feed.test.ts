import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { PrintAnswer } from "../../../../src/contract/print.ts";
import type { PageAnswer, SearchBody } from "../../../../src/contract/search.ts";
import { UnreachableError } from "../../../../src/web/browser/client/errors.ts";
import { PrintFeed } from "../../../../src/web/browser/pages/prints/print-feed.ts";
import { printOf } from "../../print-of.ts";
import { until } from "../../../until.ts";

/** A service of some prints, whose answers come when the test says so. */
class Shop {
  prints: PrintAnswer[] = [];
  readonly waiting: {
    readonly body: SearchBody;
    readonly answer: () => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  readonly errors: unknown[] = [];
  readonly feed = new PrintFeed({
    ask: (_slug, body, end) => {
      const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>();
      end.addEventListener("abort", () => reject(new DOMException("ended", "AbortError")));
      // Made when it is asked for, told when the test says so: as late as answers are.
      const page = this.page(body);
      this.waiting.push({ body, answer: () => resolve(page), fail: reject });
      return promise;
    },
    onError: (error) => this.errors.push(error),
    schedule: (draw) => draw(),
    lookMilliseconds: 1,
    retryMilliseconds: 1,
  });

  constructor(count: number) {
    for (let id = 1; id <= count; id++) this.prints.push(printOf(id));
  }

  private page({ page = 1, pageSize = 50 }: SearchBody): PageAnswer {
    const newest = this.prints.toReversed();
    const items = newest.slice((page - 1) * pageSize, page * pageSize);
    const total = newest.length;
    const totalPage = Math.ceil(total / pageSize);
    return { items, total, page, pageSize, totalPage, hasNext: page < totalPage, hasPrev: page > 1 };
  }

  /** Stores a print, and tells of it. */
  store(): PrintAnswer {
    const print = printOf((this.prints.at(-1)?.id ?? 0) + 1);
    this.prints.push(print);
    this.feed.created(print);
    return print;
  }

  /** Answers all that is asked, also what is asked then. */
  async answerAll(): Promise<void> {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      next.answer();
      await Bun.sleep(0);
    }
  }

  /** The ids of rows as the list shows them; `null` for one that is not there. */
  ids(first: number, last: number): (number | null)[] {
    const { shown } = this.feed.state.value;
    return Array.from(
      { length: Math.min(last, shown) - first },
      (_, offset) => this.feed.at(first + offset)?.id ?? null,
    );
  }
}

test("shows the newest first, and any part of a long result when it is needed", async () => {
  const shop = new Shop(1000);
  shop.feed.start("default", {});
  await shop.answerAll();
  expect(shop.feed.state.value).toMatchObject({ isKnown: true, total: 1000, shown: 1000 });
  expect(shop.ids(0, 3)).toEqual([1000, 999, 998]);
  shop.feed.need(700, 720);
  expect(shop.ids(700, 702)).toEqual([null, null]);
  await shop.answerAll();
  expect(shop.ids(700, 702)).toEqual([300, 299]);
  expect(shop.feed.indexOf(300)).toBe(700);
});

test("what is scrolled to while the result is read anew stays there when that is known", async () => {
  const shop = new Shop(1000);
  shop.feed.start("default", {});
  await shop.answerAll();
  shop.feed.lookSoon();
  await until(() => shop.waiting.length === 1);
  const [read] = shop.waiting.splice(0);
  shop.feed.need(700, 720);
  await shop.answerAll();
  expect(shop.ids(700, 702)).toEqual([300, 299]);
  const gaps: unknown[] = [];
  const end = shop.feed.state.subscribe(() => gaps.push(...shop.ids(700, 720).filter((id) => id === null)));
  read?.answer();
  await until(() => shop.waiting.length === 1);
  await shop.answerAll();
  end();
  expect(shop.ids(700, 702)).toEqual([300, 299]);
  expect(gaps).toEqual([]);
});

test("an answer that comes late does not overwrite a newer search, and its refusal is not told", async () => {
  const shop = new Shop(3);
  shop.feed.start("default", { deleted: true });
  const [late] = shop.waiting.splice(0);
  shop.prints = [printOf(9)];
  shop.feed.start("default", {});
  await shop.answerAll();
  late?.fail(new Error("late"));
  await Bun.sleep(0);
  expect(shop.ids(0, 9)).toEqual([9]);
  expect(shop.errors).toEqual([]);
});

test("a failure is told, and the next look goes on", async () => {
  const shop = new Shop(2);
  shop.feed.start("default", {});
  shop.waiting.shift()?.fail(new Error("refused"));
  await until(() => shop.errors.length === 1);
  shop.feed.lookSoon();
  await until(() => shop.waiting.length === 1);
  await shop.answerAll();
  expect(shop.ids(0, 2)).toEqual([2, 1]);
});

test("what the service did not answer is asked again, though no event tells of anything", async () => {
  const shop = new Shop(2);
  shop.feed.start("default", {});
  for (let time = 0; time < 2; time++) {
    shop.waiting.shift()?.fail(new UnreachableError());
    await until(() => shop.waiting.length === 1);
  }
  await shop.answerAll();
  expect(shop.ids(0, 2)).toEqual([2, 1]);
  shop.store();
  expect(shop.ids(0, 1)).toEqual([3]);
});

describe("new prints", () => {
  test("come on top while the reader is there, without asking", async () => {
    const shop = new Shop(60);
    shop.feed.start("default", {});
    await shop.answerAll();
    const { id } = shop.store();
    expect(shop.waiting).toEqual([]);
    expect(shop.ids(0, 2)).toEqual([id, 60]);
    expect(shop.feed.isNew(printOf(id))).toBe(true);
    expect(shop.feed.isNew(printOf(60))).toBe(false);
  });

  test("are counted while something else is read, which does not move", async () => {
    const shop = new Shop(60);
    shop.feed.start("default", {});
    await shop.answerAll();
    shop.feed.follow(false);
    shop.store();
    shop.store();
    expect(shop.feed.state.value).toMatchObject({ total: 62, shown: 60 });
    expect(shop.ids(0, 2)).toEqual([60, 59]);
    shop.feed.need(50, 60);
    await shop.answerAll();
    expect(shop.ids(50, 52)).toEqual([10, 9]);
    shop.feed.follow(true);
    expect(shop.ids(0, 3)).toEqual([62, 61, 60]);
  });

  test("that are told of while the first answer is on its way are neither lost nor counted twice", async () => {
    const shop = new Shop(2);
    shop.feed.start("default", {});
    const early = shop.waiting.splice(0);
    shop.store();
    for (const { answer } of early) answer();
    await until(() => shop.feed.state.value.isKnown);
    expect(shop.ids(0, 9)).toEqual([3, 2, 1]);
    shop.feed.created(printOf(3));
    expect(shop.feed.state.value.total).toBe(3);
  });

  test("of a narrower search are looked for, once for many", async () => {
    const shop = new Shop(2);
    shop.feed.start("default", { deviceId: "till-2" });
    await shop.answerAll();
    for (let count = 0; count < 20; count++) shop.store();
    await until(() => shop.waiting.length > 0);
    expect(shop.waiting).toHaveLength(1);
    await shop.answerAll();
    expect(shop.feed.state.value.total).toBe(22);
  });
});

test("what was changed here stays when an older answer comes", async () => {
  const shop = new Shop(1);
  shop.feed.start("default", {});
  await shop.answerAll();
  const changed = { ...printOf(1), label: "Changed", updatedAt: "2027-01-01T00:00:00.000Z" };
  expect(shop.feed.replace(changed)).toBe(true);
  shop.feed.replace(printOf(1));
  expect(shop.feed.at(0)).toMatchObject({ label: "Changed" });
});

test("whatever happens, the list ends as the service has it", async () => {
  const step = fc.oneof(
    fc.constant({ do: "store" as const }),
    fc.record({ do: fc.constant("delete" as const), at: fc.nat(200) }),
    fc.record({ do: fc.constant("need" as const), first: fc.nat(200) }),
    fc.record({ do: fc.constant("follow" as const), is: fc.boolean() }),
    fc.constant({ do: "answer" as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, isAll) => {
      const shop = new Shop(120);
      shop.feed.start("default", isAll ? {} : { deviceId: "till-2" });
      for (const each of steps) {
        if (each.do === "store") shop.store();
        else if (each.do === "delete") {
          shop.prints.splice(each.at % shop.prints.length, 1);
          shop.feed.lookSoon();
        } else if (each.do === "need") shop.feed.need(each.first, each.first + 20);
        else if (each.do === "follow") shop.feed.follow(each.is);
        else shop.waiting.shift()?.answer();
        await Promise.resolve();
      }
      shop.feed.follow(true);
      shop.feed.need(0, 30);
      const wanted = shop.prints.map(({ id }) => id).toReversed();
      await until(
        async () => {
          await shop.answerAll();
          return (
            shop.feed.state.value.total === wanted.length &&
            JSON.stringify(shop.ids(0, 30)) === JSON.stringify(wanted.slice(0, 30))
          );
        },
        `the list of ${JSON.stringify(steps)}`,
      );
      shop.feed.stop();
    }),
    { numRuns: 40 },
  );
});
