import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  forgetOrders,
  forgetWanted,
  orderAllErasures,
  readEarlyErasures,
} from "../../src/archive/upstream/told-prints.ts";
import { SHOP_LIMITS } from "../../src/domain/shop-limits.ts";
import type { Statements } from "../../src/storage/postgres/connection.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";
import { joined, makeWorkspace, NOON } from "./archive-shops.ts";

/* A shop may have thousands of orders and erasures: of those no more is read than is asked for. */

/** How many there are: more than is read at a time, and no multiple of it. */
const ROWS = 2 * SHOP_LIMITS.earlyErasuresAtOnce + 7;

const WORKSPACE = 1;

let tested: TestDatabase;
beforeAll(async () => {
  tested = await testDatabase();
  await makeWorkspace(tested.database, WORKSPACE, "berlin-1");
  await joined(tested.database, WORKSPACE, "instance-1");
  const numbers = sql`generate_series(1, ${ROWS}::int) AS n`;
  const columns = sql`${WORKSPACE}::bigint, n, '\\x00'::bytea, ${NOON}::bigint, 'because', ${NOON}::bigint`;
  // One ordinal has two of each.
  await tested.database.run(
    sql`INSERT INTO early_erasure (workspace_id, ordinal, created_at)
      SELECT ${WORKSPACE}::bigint, greatest(n, 2), ${NOON}::bigint + n FROM ${numbers}`,
  );
  await tested.database.run(
    sql`INSERT INTO wanted_print (workspace_id, ordinal, fingerprint, created_at, why, at) SELECT ${columns} FROM ${numbers}`,
  );
  await tested.database.run(
    sql`INSERT INTO erasure_order (workspace_id, ordinal, fingerprint, created_at, reason, at)
      SELECT ${columns} FROM ${numbers}`,
  );
});
afterAll(() => tested?.[Symbol.asyncDispose]());

/** Does something in a transaction. @returns the most rows that it read at once, and what it came to */
function reading<Result>(work: (transaction: Statements) => Promise<Result>) {
  let most = 0;
  return tested.database.write(WORKSPACE, async (transaction) => {
    const all: Statements["all"] = async <Row>(...asked: Parameters<Statements["all"]>) => {
      const rows = await transaction.all<Row>(...asked);
      most = Math.max(most, rows.length);
      return rows;
    };
    const result = await work({ ...transaction, all });
    return { most, result };
  });
}

async function countOf(table: string): Promise<number> {
  const row = await tested.database.first<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.raw(table)}`);
  return row?.n ?? 0;
}

test("of erasures that came before their prints only those of the ordinals in question are read", async () => {
  const { most, result } = await reading((transaction) =>
    readEarlyErasures(transaction, WORKSPACE, [2, 9, ROWS + 1]),
  );
  expect(most).toBe(3);
  expect(result.map(({ ordinal, createdAt }) => [ordinal, createdAt - NOON]).toSorted()).toEqual([
    [2, 1],
    [2, 2],
    [9, 9],
  ]);
});

test.each([
  ["wanted_print", forgetWanted],
  ["erasure_order", forgetOrders],
])("of %s only what is forgotten is read, and nothing else is forgotten", async (table, forget) => {
  const before = await countOf(table);
  const { most } = await reading((transaction) =>
    forget(transaction, WORKSPACE, [
      { ordinal: 3, fingerprint: "00" },
      { ordinal: 4, fingerprint: "01" },
      { ordinal: ROWS + 1, fingerprint: "00" },
    ]),
  );
  expect(most).toBe(2);
  expect(await countOf(table)).toBe(before - 1);
});

test("a restored shop is to erase all of them again, read some at a time", async () => {
  await tested.database.run(sql`DELETE FROM erasure_order WHERE workspace_id = ${WORKSPACE}`);
  const { most } = await reading((transaction) => orderAllErasures(transaction, WORKSPACE, NOON));
  expect(most).toBe(SHOP_LIMITS.earlyErasuresAtOnce);
  expect(await countOf("erasure_order")).toBe(ROWS);
});
