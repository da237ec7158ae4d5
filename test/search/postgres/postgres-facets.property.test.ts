import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { PostgresSearch } from "../../../src/search/postgres/postgres-search.ts";
import { SqlSearch } from "../../../src/search/sql-search.ts";
import { describeEngines } from "../../postgres/engines.ts";
import { testDatabase, type TestDatabase } from "../../postgres/test-database.ts";
import { facets, facetsQuery, TICK } from "../facets-arbitraries.ts";
import { modelFacets, NO_FACETS } from "../facets-model.ts";
import { Population, WORKSPACE } from "../population.ts";
import { CopiedPrints } from "./copied-prints.ts";

/* Facets of an archive against those of a shop, over the same prints, and against the plain model. */

const QUERIES = 200;

describeEngines("facets with PostgreSQL", (engine) => {
  const database = new Database(":memory:", { strict: true });
  const population = new Population(database, TICK);
  let tested: TestDatabase;
  let search: PostgresSearch;
  let sqlite: SqlSearch;

  beforeAll(async () => {
    population.growTo(300, 1);
    population.change(6, 2);
    population.remove(9, 7);
    population.growTo(400, 3);
    tested = await testDatabase(engine);
    await CopiedPrints.make(database, tested.database);
    search = new PostgresSearch(tested.database);
    sqlite = new SqlSearch(database);
  }, 60_000);

  afterAll(async () => {
    database.close();
    await tested?.[Symbol.asyncDispose]();
  });

  test("facets are the shop's, letter by letter, and the model's, for any query", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(facetsQuery, async (query) => {
        const json = await search.facets(WORKSPACE, query);
        expect(json).toBe(sqlite.facets(WORKSPACE, query));
        const { time: _, ...counts } = JSON.parse(json);
        expect(counts).toEqual(modelFacets(population.prints, query));
        if (counts.total > 0) found++;
      }),
      { numRuns: QUERIES },
    );
    expect(found).toBeGreaterThan(QUERIES / 4);
  }, 120_000);

  test("counts that were kept as prints came are told, and counted anew where there are too many values", async () => {
    const filterless = fc.record({ deleted: fc.constantFrom(true, false, "any" as const) });
    const agree = () =>
      fc.assert(
        fc.asyncProperty(filterless, facets, async (filter, wanted) => {
          const query = { filter, facets: wanted };
          expect(await search.facets(WORKSPACE, query)).toBe(sqlite.facets(WORKSPACE, query));
        }),
        { numRuns: 60 },
      );
    await agree();
    await tested.database.run(sql`UPDATE value_source SET is_counted = 0 WHERE workspace_id = ${WORKSPACE}`);
    await tested.database.run(sql`DELETE FROM value_count WHERE workspace_id = ${WORKSPACE}`);
    await agree();
    // No print was looked at for the total.
    await tested.database.run(
      sql`UPDATE workspace SET print_count = print_count + 7 WHERE id = ${WORKSPACE}`,
    );
    const json = await search.facets(WORKSPACE, { filter: { deleted: false }, facets: NO_FACETS });
    const real = population.prints.filter(({ deletedAt }) => deletedAt === null).length;
    expect(JSON.parse(json)).toEqual({ total: real + 7 });
  }, 120_000);
});
