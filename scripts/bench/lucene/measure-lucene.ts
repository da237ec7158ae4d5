import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHAIN_VERSION } from "../data/chain.ts";
import type { Workload } from "../data/workload.ts";
import { expectSame } from "../search/expect-answers.ts";
import { measureKinds, type MeasureOptions } from "../search/measure.ts";
import { TEXT_KEYS } from "../search/query-kinds.ts";
import type { RivalOrder, RivalResult } from "../search/rival.ts";
import type { SearchInstance } from "../search/search-instance.ts";
import type { LuceneInstallation } from "./installation.ts";
import { lineOf, questionOf, rowOf } from "./lucene-lines.ts";
import { LuceneProcess, sourceHash } from "./lucene-process.ts";

/** The JVM compiles what is run often: figures fall for some hundred rounds, which are many seconds of few prints. */
const WARM_UP = { seconds: 15, minimumRounds: 20, maximumRounds: 400, slowMilliseconds: Infinity };

/**
 * Loads the prints into Lucene, checks its answers and measures it, in its own process: what standard input and output
 * take is not counted. Kinds that cannot be asked exactly are left out.
 * @param warmUp what is run before, and not counted
 * @throws Error when it answers otherwise than the index: then its query is not the same search
 */
export async function measureLucene(
  order: RivalOrder<LuceneInstallation>,
  warmUp: MeasureOptions = WARM_UP,
): Promise<RivalResult> {
  const { installation, data, kinds, expected, measure, cleanup, onProgress } = order;
  const lucene = LuceneProcess.start(installation, join(cleanup.temporaryFolder(), "classes"));
  cleanup.defer(() => lucene.kill());
  const folder = `${data.rivalFolder}-lucene`;
  await loadOnce(lucene, `${installation.version} ${sourceHash()}`, folder, data.workload, onProgress);
  const storedBytes = await lucene.open(lineOf(["open", folder, ...TEXT_KEYS]));
  const questions = new Map(kinds.flat().map((instance) => [instance, questionOf(instance)]));
  const isAsked = (instance: SearchInstance) => questions.get(instance) !== null;
  const asked = kinds.map((instances) => (instances.every(isAsked) ? instances : []));
  const find = (instance: SearchInstance) => lucene.find(questions.get(instance) ?? "");
  await expectSame(installation.version, asked.flat(), expected, find);
  const run = async (instance: SearchInstance) => (await find(instance)).milliseconds;
  await measureKinds(asked, warmUp, run);
  const measurement = await measureKinds(asked, measure, run);
  await lucene.stop();
  const leftOut = kinds.flatMap((instances, index) =>
    asked[index]?.length === 0 ? (instances[0]?.kind ?? []) : [],
  );
  const without = leftOut.length === 0 ? "" : `, without ${leftOut.join("; ")}`;
  onProgress(`${installation.version} measured${without}`);
  return { measurement, storedBytes };
}

/** Makes the index, unless the same one was kept. */
async function loadOnce(
  lucene: LuceneProcess,
  version: string,
  folder: string,
  workload: Workload,
  onProgress: (line: string) => void,
): Promise<void> {
  const notePath = `${folder}.loaded`;
  const note = `${version} of chain ${CHAIN_VERSION}`;
  if (existsSync(notePath) && readFileSync(notePath, "utf8") === note) return;
  rmSync(notePath, { force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const started = performance.now();
  await lucene.load(lineOf(["load", folder, ...TEXT_KEYS]), workload.rows().map(rowOf));
  onProgress(`Lucene loaded and indexed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  writeFileSync(notePath, note);
}
