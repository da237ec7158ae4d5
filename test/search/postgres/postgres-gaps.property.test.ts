import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { renewChecksums } from "../../../scripts/database/row-checksums.ts";
import { readGapsQuery } from "../../../src/contract/gaps.ts";
import { FILTERED_FIELDS } from "../../../src/contract/print-fields.ts";
import { GAP_GROUPS } from "../../../src/domain/gaps-query.ts";
import { PostgresSearch } from "../../../src/search/postgres/postgres-search.ts";
import { SqlSearch } from "../../../src/search/sql-search.ts";
import { describeEngines } from "../../postgres/engines.ts";
import { testDatabase, type TestDatabase } from "../../postgres/test-database.ts";
import { searchQuery, tagKey } from "../arbitraries.ts";
import { TICK } from "../facets-arbitraries.ts";
import { Population, WORKSPACE } from "../population.ts";
import { CopiedPrints } from "./copied-prints.ts";

/* Gaps in the numbers of an archive against those of a shop, over the same prints. */

const QUERIES = 150;

describeEngines("gaps with PostgreSQL", (engine) => {
  const database = new Database(":memory:", { strict: true });
  const population = new Population(database, TICK);
  let tested: TestDatabase;
  let copied: CopiedPrints;
  let search: PostgresSearch;
  let sqlite: SqlSearch;

  beforeAll(async () => {
    population.growTo(400, 11);
    population.change(6, 2);
    // Some are missing, some doubled, some too late, and some are no numbers.
    database.run(
      `UPDATE print SET tag = json_object('receipt', iif(id % 13 = 0, 'none', 'R-' || (id - id % 7 + id % 5))) WHERE id % 3 > 0`,
    );
    renewChecksums(database);
    population.remove(9, 7);
    tested = await testDatabase(engine);
    copied = await CopiedPrints.make(database, tested.database);
    search = new PostgresSearch(tested.database);
    sqlite = new SqlSearch(database);
  }, 60_000);

  afterAll(async () => {
    database.close();
    await tested?.[Symbol.asyncDispose]();
  });

  const place = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ tag: "receipt" }) },
    tagKey.map((tag) => ({ tag })),
    fc.constantFrom(...FILTERED_FIELDS).map((field) => ({ field })),
  );

  test("a report is the shop's, letter by letter, for any query", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(searchQuery, fc.constant({ filter: { deleted: "any" as const } })),
        place,
        fc.subarray([...GAP_GROUPS]),
        fc.constantFrom("json" as const, "csv" as const),
        async ({ filter }, of, by, form) => {
          const query = { ...readGapsQuery({ of: { tag: "a" } }, form), filter, of, by };
          // In a table ids stand alone.
          const report = await search.gaps(WORKSPACE, query);
          const asOriginal = form === "json" ? copied.asOriginal(report) : copied.inTable(report);
          expect(asOriginal).toBe(sqlite.gaps(WORKSPACE, query));
          if (/"findingCount":[1-9]/.test(report) || report.includes("missing,")) found++;
        },
      ),
      { numRuns: QUERIES },
    );
    expect(found).toBeGreaterThan(QUERIES / 4);
  }, 60_000);
});
