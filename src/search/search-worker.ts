import { TillrollError } from "../domain/errors.ts";
import { reasonOf, serveQuestions } from "../platform/worker-channel.ts";
import { DamagedSegment } from "./chunk-loader.ts";
import { IndexSearch } from "./index-search.ts";
import {
  buffersOf,
  type IndexAnswer,
  type IndexWork,
  type Json,
  NO_ANSWER,
  packAnswer,
  type SearchQuestion,
  type SentAnswer,
  type SentQuestion,
  unpackQuestion,
} from "./search-question.ts";
import { MemoryWatch } from "./memory-watch.ts";
import { TurnTaker } from "./turn-taker.ts";

/*
 * The Worker that searches in the index. Long searches are done in steps, in turn with all others, so that none waits
 * for another's end.
 */

declare const self: Worker;

/** What an answer took, and what it met. */
interface Work extends IndexWork {
  damagedPrints: readonly number[];
}

/** How an answer ends when all text could be searched. */
const NONE_PENDING = ',"textPending":0}';

const encoder = new TextEncoder();
let search: IndexSearch | null = null;
const turns = new TurnTaker();
const memory = new MemoryWatch();
/** Facets are counted, and gaps looked for, one after another, since some take tens of megabytes. */
let lastFacets: Promise<unknown> = Promise.resolve();

serveQuestions<SentQuestion, SentAnswer>(self, async (sent) => packAnswer(await answer(sent)), buffersOf);

async function answer(sent: SentQuestion): Promise<IndexAnswer> {
  const question = unpackQuestion(sent);
  search ??= new IndexSearch(question.databasePath, { cacheBytes: question.cacheBytes });
  try {
    const work = { milliseconds: 0, runs: 0, damagedPrints: NO_ANSWER.damagedPrints };
    const json = await answerTo(search, question, work);
    // After the answer is on its way.
    setImmediate(() => memory.note());
    return {
      json: typeof json === "string" ? encoder.encode(json) : json,
      isTextPending: json !== null && isTextPending(json, question),
      damagedPrints: work.damagedPrints,
      damagedSegment: search.takeDamaged(),
      fault: null,
      work,
    };
  } catch (error) {
    if (error instanceof TillrollError) throw error;
    if (error instanceof DamagedSegment) {
      return { ...NO_ANSWER, damagedSegment: error.segmentId, fault: error.message };
    }
    // The tables can still answer: a fault of the index is for the log, not for whoever searches.
    return { ...NO_ANSWER, fault: reasonOf(error) };
  }
}

function answerTo(
  index: IndexSearch,
  { workspaceId, wanted }: SearchQuestion,
  work: Work,
): Promise<Json | null> {
  if (wanted.kind === "page") return turns.run(measured(index, index.find(workspaceId, wanted.query), work));
  const count = () =>
    turns.run(
      measured(
        index,
        wanted.kind === "gaps"
          ? index.gaps(workspaceId, wanted.query)
          : index.facets(workspaceId, wanted.query),
        work,
      ),
    );
  const counted = lastFacets.then(count, count);
  lastFacets = counted;
  return counted;
}

/** Notes the time that the steps take, without what others take between them. */
function* measured<Result>(
  index: IndexSearch,
  steps: Generator<void, Result>,
  work: Work,
): Generator<void, Result> {
  for (let isFirst = true; ; isFirst = false) {
    const begun = performance.now();
    const { done, value } = steps.next();
    work.milliseconds += performance.now() - begun;
    if (isFirst) work.runs = index.runs;
    if (done === true) {
      // The page was written in this step.
      work.damagedPrints = index.damagedPrints;
      return value;
    }
    yield;
  }
}

/** Whether the text of some prints could not be searched. */
function isTextPending(json: Json, { wanted }: SearchQuestion): boolean {
  if (wanted.query.filter.text === undefined) return false;
  const end =
    typeof json === "string"
      ? json
      : Buffer.from(json.buffer).toString("latin1", json.length - NONE_PENDING.length);
  return !end.endsWith(NONE_PENDING);
}
