import { expect, test } from "bun:test";
import { WatchedSearch } from "../../src/archive/watched-search.ts";
import { readGapsQuery } from "../../src/contract/gaps.ts";
import { NO_FACETS } from "../../src/domain/facets-query.ts";
import { PostgresChainSearch } from "../../src/search/postgres/postgres-chain-search.ts";
import { PostgresSearch } from "../../src/search/postgres/postgres-search.ts";
import { describeEngines } from "../postgres/engines.ts";
import { testDatabase } from "../postgres/test-database.ts";

const SECRET = "geheim";
const filter = { deleted: false, label: { op: "contains", value: SECRET } } as const;
const page = { page: 1, pageSize: 10 } as const;
const GAPS = readGapsQuery({ of: { tag: "number" }, label: { op: "contains", value: SECRET } }, "json");
const SHOPS = [
  { id: 1, slug: "berlin" },
  { id: 2, slug: "wien" },
];

describeEngines("what searches of an archive cost", (engine) => {
  test("is counted, and told of those that take long, without what they look for", async () => {
    await using tested = await testDatabase(engine);
    const { database } = tested;
    const lines: { readonly message: string; readonly facts: Readonly<Record<string, unknown>> }[] = [];
    const counted: string[] = [];
    const watch = {
      log: {
        write: (_level: string, message: string, facts = {}) => void lines.push({ message, facts }),
      },
      slowQueries: { milliseconds: 0, withValues: false },
      onSearched: (kind: string, { plan }: { readonly plan: string }) => void counted.push(`${kind} ${plan}`),
    };
    const search = new WatchedSearch(new PostgresSearch(database), new PostgresChainSearch(database), watch);
    await search.find(1, { ...page, filter, orderBy: "id.asc" }, "r1");
    await search.facets(1, { filter, facets: NO_FACETS }, "r2");
    await search.gaps(1, GAPS, "r3");
    await search.findAcross(SHOPS, { ...page, filter, orderBy: "receivedAt.desc", total: "none" }, "r4");
    await search.facetsAcross(SHOPS, { filter, facets: NO_FACETS, byWorkspace: true }, "r5");
    await search.countAcross(SHOPS, filter, "r6");
    expect(counted).toEqual(["page sql", "facets sql", "gaps sql", "page sql", "facets sql", "count sql"]);
    expect(lines.map(({ message }) => message)).toEqual(counted.map(() => "a search took long"));
    const [first, , gaps, across] = lines.map(({ facts }) => facts);
    expect(first).toMatchObject({ workspaceId: 1, requestId: "r1", kind: "page", plan: "sql" });
    expect(gaps).toMatchObject({ requestId: "r3", kind: "gaps" });
    expect(across).toMatchObject({
      workspaces: 2,
      requestId: "r4",
      filter: { label: "contains 6 characters" },
    });
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });
});
