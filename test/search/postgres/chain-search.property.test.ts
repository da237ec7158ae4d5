import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { CHAIN_ORDERS, type ChainQuery } from "../../../src/domain/search-query.ts";
import { PostgresChainSearch } from "../../../src/search/postgres/postgres-chain-search.ts";
import { PostgresSearch } from "../../../src/search/postgres/postgres-search.ts";
import { foldLine } from "../../../src/search/text/fold-line.ts";
import { describeEngines } from "../../postgres/engines.ts";
import { testDatabase, type TestDatabase } from "../../postgres/test-database.ts";
import { paper, searchQuery, textQuery } from "../arbitraries.ts";
import { facets } from "../facets-arbitraries.ts";
import { modelFacets, modelTop } from "../facets-model.ts";
import { newPrint } from "../population.ts";
import { type ModelPrint, modelMatches, modelPage } from "../search-model.ts";
import { SimulatedService, WORKSPACES } from "../simulated-service.ts";
import { SMALL_SIZES } from "../small-sizes.ts";
import { CopiedPrints } from "./copied-prints.ts";

/* Searches of an archive in several workspaces, and in the text of receipts, against a shop's and the plain model. */

const PRINTS = 400;

/** What the archive knows of a print. */
type ChainPrint = ModelPrint & { readonly receivedAt: number };

const someWorkspaces = fc.subarray([...WORKSPACES]);

/** A search in the fields, or in the text, of several workspaces. */
const chainQuery = fc
  .record({
    query: fc.oneof(searchQuery, textQuery),
    orderBy: fc.constantFrom(...CHAIN_ORDERS),
    total: fc.constantFrom("exact" as const, "none" as const),
  })
  .map(({ query, ...more }): ChainQuery => ({ ...query, ...more }));

describeEngines("search across workspaces", (engine) => {
  const service = new SimulatedService(SMALL_SIZES, 2 ** 20);
  const prints: ChainPrint[] = [];
  let tested: TestDatabase;
  let copied: CopiedPrints;
  let chain: PostgresChainSearch;
  let search: PostgresSearch;

  beforeAll(async () => {
    const papers = new Map<number, readonly string[]>();
    for (const [given, lines] of fc.sample(fc.tuple(newPrint, paper), { numRuns: PRINTS, seed: 5 })) {
      service.passTime(given.wait);
      const { workspaceId } = given;
      service.create(workspaceId, { ...given, paper: lines });
      papers.set(service.prints.get(workspaceId)?.at(-1)?.id ?? 0, lines);
    }
    const some = fc.sample(newPrint, { numRuns: PRINTS / 4, seed: 6 });
    for (const [index, given] of some.entries()) {
      const kind = index % 3 === 0 ? "delete" : "update";
      service.change(given.workspaceId, index * 3, kind, { ...given, paper: [] });
    }
    service.remove(1, [3, 50, 51], "erased");
    tested = await testDatabase(engine);
    copied = await CopiedPrints.make(service.database, tested.database);
    for (const print of [...service.prints.values()].flat()) {
      const { id, createdAt, workspaceId } = print;
      const lines = papers.get(id) ?? [];
      const copy = copied.copyOf(id);
      prints.push({ ...print, id: copy, paper: lines, receivedAt: copied.receivedAt(id, createdAt) });
      await tested.database.run(
        sql`INSERT INTO print_text (workspace_id, print_id, lines)
          VALUES (${workspaceId}, ${copy}, ${lines.map(foldLine).join("\n")})`,
      );
    }
    chain = new PostgresChainSearch(tested.database);
    search = new PostgresSearch(tested.database);
  }, 60_000);

  afterAll(async () => {
    service.close();
    await tested?.[Symbol.asyncDispose]();
  });

  const slug = (id: number) => `shop-${id}`;
  const shops = (ids: readonly number[]) => ids.map((id) => ({ id, slug: slug(id) }));
  const printsOf = (ids: readonly number[]) => prints.filter(({ workspaceId }) => ids.includes(workspaceId));

  test("in the text a page is the shop's, letter by letter", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(textQuery, async (query) => {
        const json = copied.asOriginal(await search.find(1, query));
        expect(json).toBe(service.sql.find(1, query));
        if (!json.startsWith('{"items":[]')) found++;
      }),
      { numRuns: 200 },
    );
    expect(found).toBeGreaterThan(20);
  }, 60_000);

  test("a page has the prints of its workspaces, in order, each with its workspace", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(chainQuery, someWorkspaces, async (query, ids) => {
        const answer = JSON.parse(await chain.findAcross(shops(ids), query));
        const model = modelPage(printsOf(ids), query as never);
        expect(answer.items.map(({ id }: ChainPrint) => id)).toEqual(model.ids);
        for (const { workspace, workspaceId } of answer.items) expect(workspace).toBe(slug(workspaceId));
        const { items: _, textPending: __, ...facts } = answer;
        const { ids: ___, ...expected } = model;
        // Without a total nobody knows how many pages there are, only that there is something behind this one.
        const unknown = { total: null, totalPage: null, hasPrev: expected.page > 1 };
        expect(facts).toEqual(query.total === "exact" ? expected : { ...expected, ...unknown });
        if (model.total > 0) found++;
      }),
      { numRuns: 400 },
    );
    expect(found).toBeGreaterThan(100);
  }, 60_000);

  test("a walk meets every print once, and its cursor is of these workspaces alone", async () => {
    await fc.assert(
      fc.asyncProperty(
        chainQuery,
        someWorkspaces,
        fc.integer({ min: 20, max: 90 }),
        async (query, ids, pageSize) => {
          const walked: number[] = [];
          let cursor: string | null = null;
          do {
            const page: string = await chain.findAcross(shops(ids).toReversed(), {
              ...query,
              pageSize,
              cursor,
            });
            const answer: { items: ChainPrint[]; nextCursor: string | null } = JSON.parse(page);
            walked.push(...answer.items.map(({ id }) => id));
            cursor = answer.nextCursor;
            if (cursor === null) continue;
            const others = shops(ids.length === 2 ? [1] : [1, 2]);
            await expect(chain.findAcross(others, { ...query, pageSize, cursor })).rejects.toThrow();
          } while (cursor !== null);
          expect(walked).toEqual(modelMatches(printsOf(ids), query as never).map(({ id }) => id));
        },
      ),
      { numRuns: 80 },
    );
  }, 60_000);

  test("counts are the model's, also by workspace", async () => {
    await fc.assert(
      fc.asyncProperty(
        chainQuery,
        facets,
        fc.boolean(),
        someWorkspaces,
        async (query, wanted, byWorkspace, ids) => {
          const asked = { filter: query.filter, facets: { ...wanted, time: null }, byWorkspace };
          const {
            textPending: _,
            workspace,
            ...counts
          } = JSON.parse(await chain.facetsAcross(shops(ids), asked));
          expect(counts).toEqual(modelFacets(printsOf(ids), asked));
          const found = modelMatches(printsOf(ids), query as never);
          const top = { ...modelTop(found.map(({ workspaceId }) => slug(workspaceId))), missing: 0 };
          expect(workspace).toEqual(byWorkspace ? top : undefined);
          expect(JSON.parse(await chain.countAcross(shops(ids), query.filter)).total).toBe(found.length);
        },
      ),
      { numRuns: 200 },
    );
  }, 60_000);

  test("prints whose text was not read yet are told of", async () => {
    const query = {
      filter: { deleted: "any", text: ["flat"] },
      orderBy: "id.asc",
      page: 1,
      pageSize: 1,
    } as const;
    await tested.database.run(sql`UPDATE workspace SET next_ordinal = id * 10`);
    await tested.database.run(
      sql`INSERT INTO text_progress (workspace_id, next_position, settled_position, version, holder, held_until)
        VALUES (2, 17, 17, 0, '', 0)`,
    );
    expect(JSON.parse(await search.find(1, query)).textPending).toBe(10);
    expect(JSON.parse(await search.find(2, query)).textPending).toBe(3);
    expect(JSON.parse(await chain.countAcross(shops([1, 2]), query.filter)).textPending).toBe(13);
    await tested.database.run(sql`UPDATE workspace SET next_ordinal = 0`);
  });
});
