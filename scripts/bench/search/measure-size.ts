import { databasePath } from "../../../src/platform/data-folder.ts";
import { IndexSearch } from "../../../src/search/index-search.ts";
import { INDEX_CACHE_BYTES } from "../../../src/search/segment-limits.ts";
import { closeReader, openForReading } from "../../../src/storage/database.ts";
import type { Cleanup } from "../data/cleanup.ts";
import { type DataSet, prepareDataSet } from "../data/data-set.ts";
import { WORKSPACE_ID } from "../data/workload.ts";
import type { Installation } from "../../postgresql/installation.ts";
import { measurePostgresql } from "../postgresql/measure-postgresql.ts";
import type { LuceneInstallation } from "../lucene/installation.ts";
import { measureLucene } from "../lucene/measure-lucene.ts";
import { readSearchQuery } from "../../../src/contract/search.ts";
import { checkAnswers } from "./check-answers.ts";
import { type Expected, expectSame, failOn } from "./expect-answers.ts";
import { measureKinds, type MeasureOptions, type Measurement } from "./measure.ts";
import { NaiveSearch } from "./naive-search.ts";
import type { RivalResult } from "./rival.ts";
import { answerOf, INSTANCES, makeInstances, type SearchInstance } from "./search-instance.ts";
import { SearchService } from "./search-service.ts";
import { atOnce } from "../../../test/search/at-once.ts";

/** Starts of the service after each of which one search is timed. */
const STARTS = 3;

/** From one first search to the next, instances: each is of another kind. */
const FIRST_SEARCH_STEP = 7 * INSTANCES;

/** Each of the five that are measured has this part of the time. */
const TIME_PART = 1 / 5;

const QUICK = { minimumRounds: 10, maximumRounds: 1000, slowMilliseconds: Infinity };
/** What takes seconds is asked once: its median will not be much else. */
const SLOW = { minimumRounds: 2, maximumRounds: 20, slowMilliseconds: 2000 };

export interface SizeOptions {
  readonly seconds: number;
  readonly keepFolder: string | undefined;
  readonly installation: Installation | null;
  readonly lucene: LuceneInstallation | null;
  /** Leave SQL and the rivals out, which take most of an hour with ten million prints. */
  readonly isAlone: boolean;
  readonly cleanup: Cleanup;
  readonly onProgress: (line: string) => void;
}

/** All that was found out about one number of prints. */
export interface SizeResult {
  readonly prints: number;
  readonly kinds: readonly string[];
  /** Matches of each kind's first instance. */
  readonly totals: readonly number[];
  readonly inProcess: Measurement;
  readonly http: Measurement;
  /** `null` when rivals were not measured, as those that are not installed. */
  readonly naive: Measurement | null;
  readonly postgresql: RivalResult | null;
  readonly lucene: RivalResult | null;
  /** The slowest of a few, milliseconds. */
  readonly firstSearch: number;
  readonly metadataBytes: number;
  readonly indexBytes: number;
  readonly indexSeconds: number;
}

/** Makes the prints, checks every answer and measures all. @throws Error when an answer is wrong */
export async function measureSize(prints: number, options: SizeOptions): Promise<SizeResult> {
  const { keepFolder, installation, cleanup, onProgress } = options;
  const data = await prepareDataSet(prints, keepFolder, cleanup, onProgress);
  const seconds = options.seconds * TIME_PART;
  const quick = { ...QUICK, seconds };
  const slow = { ...SLOW, seconds };
  const { kinds, expected, inProcess } = await measureInProcess(data, quick, onProgress);
  const { http, firstSearch } = await measureHttp(data, kinds, expected, quick, options);
  const naive = options.isAlone ? null : await measureNaive(data, kinds, expected, slow, onProgress);
  const order = { data, kinds, expected, cleanup, onProgress };
  const postgresql =
    installation === null ? null : await measurePostgresql({ ...order, installation, measure: slow });
  const lucene =
    options.lucene === null
      ? null
      : await measureLucene({ ...order, installation: options.lucene, measure: quick });
  return {
    prints,
    kinds: kinds.map(([instance]) => instance?.kind ?? ""),
    totals: kinds.map(([instance]) => (instance === undefined ? 0 : (expected.get(instance)?.total ?? 0))),
    inProcess,
    http,
    naive,
    postgresql,
    lucene,
    firstSearch,
    metadataBytes: data.metadataBytes,
    indexBytes: data.indexBytes,
    indexSeconds: data.indexSeconds,
  };
}

async function measureInProcess(
  { folder, workload }: DataSet,
  measure: MeasureOptions,
  onProgress: (line: string) => void,
) {
  const search = new IndexSearch(databasePath(folder), { cacheBytes: INDEX_CACHE_BYTES });
  try {
    const find = (query: SearchInstance["query"]) => {
      const page = atOnce(search.find(WORKSPACE_ID, query));
      if (page === null) throw new Error("the index does not answer for the workspace");
      return page;
    };
    const findText = (query: SearchInstance["query"]) => new TextDecoder().decode(find(query));
    const kinds = await makeInstances(workload.chain, (body) =>
      Promise.resolve(findText(readSearchQuery(body))),
    );
    const answered = kinds.flat().map((instance) => [instance, answerOf(findText(instance.query))] as const);
    failOn("the index", await checkAnswers(workload, answered));
    onProgress(`${answered.length} answers of ${kinds.length} kinds checked`);
    const inProcess = await measureKinds(kinds, measure, ({ query }) => {
      const started = performance.now();
      find(query);
      return performance.now() - started;
    });
    onProgress("measured in process");
    return { kinds, expected: new Map(answered) as Expected, inProcess };
  } finally {
    search.close();
  }
}

async function measureHttp(
  { folder }: DataSet,
  kinds: readonly (readonly SearchInstance[])[],
  expected: Expected,
  measure: MeasureOptions,
  { cleanup, onProgress }: SizeOptions,
) {
  const firstSearches: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const service = await SearchService.start({ dataFolder: folder, cleanup });
    const instance = kinds.flat()[start * FIRST_SEARCH_STEP];
    if (instance !== undefined) firstSearches.push((await service.find(instance.body)).milliseconds);
    await service.stop();
  }
  const service = await SearchService.start({ dataFolder: folder, cleanup });
  await expectSame("over HTTP", kinds.flat(), expected, async ({ body }) =>
    answerOf((await service.find(body)).text),
  );
  const http = await measureKinds(
    kinds,
    measure,
    async ({ body }) => (await service.find(body)).milliseconds,
  );
  await service.stop();
  onProgress("measured over HTTP");
  return { http, firstSearch: Math.max(...firstSearches) };
}

async function measureNaive(
  { folder }: DataSet,
  kinds: readonly (readonly SearchInstance[])[],
  expected: Expected,
  measure: MeasureOptions,
  onProgress: (line: string) => void,
): Promise<Measurement> {
  const database = openForReading(databasePath(folder));
  try {
    const search = new NaiveSearch(database);
    const wrong = new Set<string>();
    const naive = await measureKinds(kinds, measure, (instance) => {
      const started = performance.now();
      const { total } = search.find(instance);
      const milliseconds = performance.now() - started;
      if (total !== expected.get(instance)?.total) wrong.add(instance.kind);
      return milliseconds;
    });
    const kindsWrong =
      wrong.size === 0 ? "" : `, its answers wrong (LIKE folds ASCII only): ${[...wrong].join("; ")}`;
    onProgress(`naive JSON1 measured${kindsWrong}`);
    return naive;
  } finally {
    closeReader(database);
  }
}
