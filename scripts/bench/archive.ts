import { SQL } from "bun";
import { NO_FACETS } from "../../src/domain/facets-query.ts";
import type { SearchFilter } from "../../src/domain/search-query.ts";
import { PostgresChainSearch } from "../../src/search/postgres/postgres-chain-search.ts";
import { PostgresSearch } from "../../src/search/postgres/postgres-search.ts";
import { type ArchiveKind, FACETS, KINDS } from "./archive/kinds.ts";
import { openArchive } from "./archive/kept-archive.ts";
import { type Shop, shopsOf } from "./archive/shops.ts";
import { Cleanup } from "./data/cleanup.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { median } from "./statistics.ts";

/** How often a search is made, at least and at most; those that take long are not made often. */
const TIMES = { least: 3, most: 15 } as const;

const PAGE = { orderBy: "createdAt.desc", page: 1, pageSize: 100 } as const;

/** Something that is measured: of a small shop, of the large one, or of the whole chain. */
interface Measured {
  readonly name: string;
  /** @param number another one each time */
  run(number: number): Promise<unknown>;
}

/**
 * An archive with the prints of many shops on PostgreSQL, set up as its guide says: what a print takes, and how long searches take in
 * a small shop, in a large one, and in all of them.
 */
export async function benchArchive(options: BenchOptions): Promise<BenchReport> {
  const { seconds, prints } = options;
  const rows: ReportRow[] = [];
  for (const count of prints) rows.push(...(await benchPrints(count, seconds / prints.length, options)));
  return { rows };
}

async function benchPrints(
  prints: number,
  seconds: number,
  { keepFolder, onProgress }: BenchOptions,
): Promise<ReportRow[]> {
  await using cleanup = new Cleanup();
  const shops = shopsOf(prints);
  const folder = keepFolder ?? cleanup.temporaryFolder();
  const { database, connection, filledIn } = await openArchive(folder, shops, cleanup, onProgress);
  const bytes = await settle(connection);
  const name = `${prints} prints of ${shops.length} shops`;
  const rows: ReportRow[] = [
    { name: `${name}: heap and indexes`, value: bytes / prints, unit: "bytes a print", atMost: 1100 },
  ];
  if (filledIn !== null) rows.push({ name: `${name}: filled`, value: prints / filledIn, unit: "a second" });
  const all = measurements(new PostgresSearch(database), new PostgresChainSearch(database), shops);
  for (const measured of all) {
    const value = await medianOf(measured, (seconds * 1000) / all.length);
    rows.push({ name: measured.name, value, unit: "ms" });
    onProgress(`${measured.name}: ${value.toPrecision(3)} ms`);
  }
  return rows;
}

function measurements(
  search: PostgresSearch,
  chain: PostgresChainSearch,
  shops: readonly Shop[],
): Measured[] {
  const [large, ...small] = shops;
  if (large === undefined || small.length === 0) throw new Error("there are no shops");
  const smallAt = (number: number) => small[(number * 31) % small.length] ?? large;
  const filterOf = (kind: ArchiveKind, shop: Shop, number: number): SearchFilter => ({
    ...kind.filter(shop, number),
    deleted: false,
  });
  const single = (name: string, shopAt: (number: number) => Shop): Measured[] => [
    ...KINDS.map((kind) => ({
      name: `${name}: ${kind.name}`,
      run: (number: number) => {
        const shop = shopAt(number);
        return search.find(shop.id, { ...PAGE, filter: filterOf(kind, shop, number) });
      },
    })),
    ...FACETS.map(({ name: facet, facets }) => ({
      name: `${name}: ${facet}`,
      run: (number: number) => search.facets(shopAt(number).id, { filter: { deleted: false }, facets }),
    })),
  ];
  return [
    ...single("small shop", smallAt),
    ...single("large shop", () => large),
    ...KINDS.flatMap((kind) => [
      {
        name: `chain, page: ${kind.name}`,
        run: (number: number) =>
          chain.findAcross(shops, {
            ...PAGE,
            filter: filterOf(kind, smallAt(number), number),
            total: "none",
          }),
      },
      {
        name: `chain, total: ${kind.name}`,
        run: (number: number) => chain.countAcross(shops, filterOf(kind, smallAt(number), number)),
      },
    ]),
    ...FACETS.map(({ name: facet, facets }) => ({
      name: `chain: ${facet}`,
      run: () => chain.facetsAcross(shops, { filter: { deleted: false }, facets, byWorkspace: false }),
    })),
    {
      name: "chain: facet by workspace",
      run: () =>
        chain.facetsAcross(shops, { filter: { deleted: false }, facets: NO_FACETS, byWorkspace: true }),
    },
  ];
}

async function medianOf({ run }: Measured, milliseconds: number): Promise<number> {
  // What is read for the first time is another story.
  await run(TIMES.most);
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  for (let number = 0; number < TIMES.most; number++) {
    if (number >= TIMES.least && performance.now() > end) break;
    const begun = performance.now();
    await run(number);
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** Gathers statistics. @returns the bytes of the prints, with all indexes */
async function settle(connection: SQL): Promise<number> {
  await connection.unsafe("VACUUM (ANALYZE) print");
  await connection.unsafe("ANALYZE");
  const [row] = (await connection.unsafe(
    "SELECT sum(pg_total_relation_size(relid)) AS bytes FROM pg_partition_tree('print')",
  )) as { bytes: string }[];
  return Number(row?.bytes ?? 0);
}
