import { afterAll, beforeAll, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { scopeOf } from "../../src/storage/postgres/workspace-scope.ts";
import { describeEngines } from "./engines.ts";
import { PrintDatabase } from "./print-database.ts";

const ODD = Array.from({ length: 40 }, (_, index) => 2 * index + 1);

describeEngines("workspaces that are asked for", (engine) => {
  let opened: PrintDatabase;
  beforeAll(async () => {
    opened = await PrintDatabase.open(ODD, engine);
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  const scopes = (ids: readonly number[]) => opened.database.read((snapshot) => scopeOf(snapshot, ids));
  const reached = async (condition: SQL) =>
    (
      await opened.database.all<{ id: number }>(sql`SELECT id FROM workspace WHERE ${condition} ORDER BY id`)
    ).map(({ id }) => id);

  test("are worked out once for a list, until there are others around", async () => {
    const scope = await scopes(ODD);
    expect(await scopes(ODD)).toBe(scope);
    expect(await reached(scope.condition("id"))).toEqual(ODD);
    await opened.addWorkspace(40);
    const other = await scopes(ODD);
    expect(await reached(other.condition("id"))).toEqual(ODD);
    expect([scope.blocked?.blocks, other.blocked?.blocks]).toEqual([[0, 1], [1]]);
    // What is behind the last block of theirs is no matter.
    await opened.addWorkspace(1000);
    expect(await scopes(ODD)).toBe(other);
  });
});
