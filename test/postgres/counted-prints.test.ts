import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { MILLISECONDS_PER_DAY } from "../../src/domain/limits.ts";
import type { Print } from "../../src/domain/print.ts";
import { inOrder } from "../../src/search/postgres/postgres-dialect.ts";
import { countIntervals, countPrints, countValues } from "../../src/storage/postgres/counted-prints.ts";
import { scopeOfIds } from "../../src/storage/postgres/workspace-scope.ts";
import { countedValues, tagSource, TAG_KEYS } from "../../src/storage/postgres/counted-values.ts";
import { COUNTED_VALUES } from "../../src/storage/postgres/print-counts.ts";
import { createOperation } from "../create-operation.ts";
import { countsOf, PrintDatabase } from "./print-database.ts";

const SHOPS = [1, 2, 3];
const DAYS = 6;

let opened: PrintDatabase;
const prints = new Map<number, readonly Print[]>();
beforeAll(async () => {
  opened = await PrintDatabase.open([...SHOPS, 4]);
  opened.now = 0;
  for (let number = 0; number < 90; number++) {
    opened.now += Math.floor((DAYS * MILLISECONDS_PER_DAY) / 90);
    const workspaceId = SHOPS[number % SHOPS.length] ?? 1;
    const { id: printId } = await opened.writer.submit(
      createOperation({
        workspaceId,
        deviceId: number % 4 === 0 ? null : `till ${number % 4}`,
        tag: JSON.stringify({ cashier: `c${number % 7}`, "nul\0": "\0", number: String(number) }),
      }),
    );
    if (number % 5 === 0) await opened.writer.submit({ kind: "delete", workspaceId, printId });
  }
  for (const shop of SHOPS) prints.set(shop, await opened.prints(shop));
});
afterAll(() => opened?.[Symbol.asyncDispose]());

const valuesOf = (scope: Parameters<typeof countValues>[1], source: string) =>
  countValues(opened.database, scope, source, inOrder);

const SCOPES = [[1], [2, 3], SHOPS, []].flatMap((workspaceIds) =>
  ([true, false, "any"] as const).map((deleted) => ({ workspaces: scopeOfIds(workspaceIds), deleted })),
);

const within = ({ workspaces, deleted }: (typeof SCOPES)[number]) =>
  workspaces.ids
    .flatMap((shop) => prints.get(shop) ?? [])
    .filter(({ deletedAt }) => deleted === "any" || (deletedAt !== null) === deleted);

const DAY = MILLISECONDS_PER_DAY;
const BOUNDS = [undefined, 0, DAY - 1, DAY, 1.5 * DAY, 2 * DAY - 1, 4 * DAY, 5.2 * DAY, 99 * DAY];

test.each(SCOPES)("prints are counted as one by one, whatever the bounds: %j", async (scope) => {
  for (const from of BOUNDS)
    for (const to of BOUNDS) {
      const expected = within(scope).filter(
        ({ createdAt }) => createdAt >= (from ?? 0) && createdAt <= (to ?? Infinity),
      );
      expect([from, to, await countPrints(opened.database, { ...scope, from, to })]).toEqual([
        from,
        to,
        expected.length,
      ]);
    }
});

test.each(SCOPES)("so are days, and values: %j", async (scope) => {
  const starts = [0, DAY, 3 * DAY];
  const places = [0, 0, 0];
  for (const { createdAt } of within(scope))
    places[starts.findLastIndex((start) => start <= createdAt)]! += 1;
  expect(await countIntervals(opened.database, scope, starts)).toEqual(places);
  expect(await countIntervals(opened.database, scope, [0, DAY + 1])).toBeNull();
  for (const source of ["deviceId", TAG_KEYS, tagSource("cashier"), tagSource("nul\0"), tagSource("none")]) {
    const counts = new Map<string, number>();
    for (const print of within(scope))
      for (const [of, value] of countedValues(print))
        if (of === source) counts.set(value, (counts.get(value) ?? 0) + 1);
    const sum = [...counts.values()].reduce((all, count) => all + count, 0);
    const expected = [...counts]
      .toSorted(([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1))
      .map(([value, count]) => ({ value, count, sum }));
    expect(await valuesOf(scope, source)).toEqual(expected);
  }
});

test("a tag with too many values is counted no more, until it has fewer and all are counted anew", async () => {
  const workspaceId = 4;
  const create = (number: number) =>
    opened.writer.submit(
      createOperation({ workspaceId, tag: JSON.stringify({ order: String(number), cashier: "c" }) }),
    );
  const scope = { workspaces: scopeOfIds([workspaceId]), deleted: "any" } as const;
  for (let next = 0; next < COUNTED_VALUES; next += 512)
    await Promise.all(Array.from({ length: 512 }, (_, index) => create(next + index)));
  expect((await valuesOf(scope, tagSource("order")))?.[0]?.sum).toBe(COUNTED_VALUES);
  expect((await opened.counts(workspaceId)).values).toEqual(
    countsOf(await opened.prints(workspaceId)).values,
  );
  const { id } = await create(COUNTED_VALUES);
  expect(await valuesOf(scope, tagSource("order"))).toBeNull();
  const counted = await valuesOf(scope, tagSource("cashier"));
  expect(counted).toEqual([{ value: "c", count: COUNTED_VALUES + 1, sum: COUNTED_VALUES + 1 }]);
  await create(COUNTED_VALUES + 1);
  const left = sql`SELECT 1 FROM value_count WHERE workspace_id = ${workspaceId} AND source = ${tagSource("order")}`;
  expect(await opened.database.all(left)).toEqual([]);
  for (const printId of [id, id + 1])
    await opened.writer.submit({
      kind: "remove",
      how: "erased",
      workspaceId,
      printIds: [printId],
      userId: 1,
      reason: "asked for",
      removalId: null,
      isLast: true,
    });
  expect(await valuesOf(scope, tagSource("order"))).toBeNull();
  await opened.countsAnew(workspaceId);
  expect((await valuesOf(scope, tagSource("order")))?.[0]?.sum).toBe(COUNTED_VALUES);
  expect(await opened.counts(workspaceId)).toEqual(countsOf(await opened.prints(workspaceId)));
});
