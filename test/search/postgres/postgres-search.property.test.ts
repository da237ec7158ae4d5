import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { SearchQuery } from "../../../src/domain/search-query.ts";
import { AskingPrints } from "../../../src/search/postgres/asked-prints.ts";
import { PostgresSearch } from "../../../src/search/postgres/postgres-search.ts";
import { PostgresDatabase } from "../../../src/storage/postgres/connection.ts";
import { SqlSearch } from "../../../src/search/sql-search.ts";
import { describeEngines } from "../../postgres/engines.ts";
import { testDatabase, type TestDatabase } from "../../postgres/test-database.ts";
import { searchQuery } from "../arbitraries.ts";
import { Population, WORKSPACE } from "../population.ts";
import { modelMatches, modelPage } from "../search-model.ts";
import { CopiedPrints } from "./copied-prints.ts";

/* The search of an archive against that of a shop, over the same prints, and against the plain model. */

const QUERIES = Number(process.env["TILLROLL_SEARCH_QUERIES"] ?? 400);

describeEngines("search with PostgreSQL", (engine) => {
  const database = new Database(":memory:", { strict: true });
  const population = new Population(database);
  let tested: TestDatabase;
  let copied: CopiedPrints;
  let search: PostgresSearch;
  let sqlite: SqlSearch;

  /** @param isLarge goes by the indexes that large workspaces are searched by */
  const searchOf = (isLarge: boolean) =>
    new PostgresSearch(tested.database, new AskingPrints(tested.database, isLarge ? 0 : Infinity));

  beforeAll(async () => {
    population.growTo(300, 1);
    population.change(6, 2);
    population.remove(9, 7);
    population.growTo(400, 3);
    population.change(8, 4);
    tested = await testDatabase(engine);
    copied = await CopiedPrints.make(database, tested.database);
    search = searchOf(false);
    sqlite = new SqlSearch(database);
  }, 60_000);

  afterAll(async () => {
    database.close();
    await tested?.[Symbol.asyncDispose]();
  });

  test.each([
    ["", false],
    [" by trigrams", true],
  ])(
    "a page%s is the shop's, letter by letter, and the model's, for any query",
    async (_, isLarge) => {
      const searching = searchOf(isLarge);
      let found = 0;
      await fc.assert(
        fc.asyncProperty(searchQuery, async (query) => {
          const json = copied.asOriginal(await searching.find(WORKSPACE, query));
          expect(json).toBe(sqlite.find(WORKSPACE, query));
          const { items, ...rest } = JSON.parse(json);
          const answer = { ids: items.map(({ id }: { id: number }) => id), ...rest };
          expect(answer).toEqual(modelPage(population.prints, query));
          if (answer.total > 0) found++;
        }),
        { numRuns: QUERIES },
      );
      // Queries that find nothing would agree with nearly any search.
      expect(found).toBeGreaterThan(QUERIES / 4);
    },
    120_000 + QUERIES * 100,
  );

  test("a walk by cursor meets every print once, in order", async () => {
    await fc.assert(
      fc.asyncProperty(searchQuery, fc.integer({ min: 20, max: 90 }), async (query, pageSize) => {
        const walked: number[] = [];
        let cursor: string | null = null;
        let page = 1;
        do {
          const answer: Answer = JSON.parse(await search.find(WORKSPACE, { ...query, pageSize, cursor }));
          expect(answer.page).toBe(page++);
          walked.push(...answer.items.map(({ id }) => copied.originalOf(id)));
          cursor = answer.nextCursor;
        } while (cursor !== null);
        expect(walked).toEqual(modelMatches(population.prints, query).map(({ id }) => id));
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test("a page far behind the end is empty, and a cursor of another search is refused", async () => {
    const query: SearchQuery = { filter: { deleted: "any" }, orderBy: "id.asc", page: 1, pageSize: 1000 };
    const last = await search.find(WORKSPACE, { ...query, page: Number.MAX_SAFE_INTEGER });
    expect(last).toBe(sqlite.find(WORKSPACE, { ...query, page: Number.MAX_SAFE_INTEGER }));
    const { nextCursor } = JSON.parse(await search.find(WORKSPACE, { ...query, pageSize: 10, cursor: null }));
    const other = { ...query, filter: { deleted: false }, cursor: nextCursor };
    await expect(search.find(WORKSPACE, other)).rejects.toThrow();
    await expect(search.find(2, { ...query, cursor: nextCursor })).rejects.toThrow();
  });

  test("searches of more workspaces at once than there are connections are answered", async () => {
    await using stack = new AsyncDisposableStack();
    const few = new PostgresDatabase({ address: tested.address, connections: 2 });
    stack.defer(() => few.close());
    const searching = new PostgresSearch(few);
    const query: SearchQuery = { filter: { deleted: "any" }, orderBy: "id.asc", page: 1, pageSize: 1 };
    const answers = await Promise.all([1, 2, 3, 4, 5].map((id) => searching.find(id, query)));
    expect(answers).toHaveLength(5);
  });
});

interface Answer {
  readonly items: readonly { readonly id: number }[];
  readonly page: number;
  readonly nextCursor: string | null;
}
