import { sql } from "drizzle-orm";
import fc from "fast-check";
import { TillrollError } from "../../src/domain/errors.ts";
import { AskingPrints } from "../../src/search/postgres/asked-prints.ts";
import { PostgresSearch } from "../../src/search/postgres/postgres-search.ts";
import type { SqlSearch } from "../../src/search/sql-search.ts";
import { ENGINES, type Engine } from "../../test/postgres/engines.ts";
import { testDatabase } from "../../test/postgres/test-database.ts";
import { atOnce, findAtOnce } from "../../test/search/at-once.ts";
import { TICK } from "../../test/search/facets-arbitraries.ts";
import { WORKSPACE } from "../../test/search/population.ts";
import { modelMatches, modelPage } from "../../test/search/search-model.ts";
import type { SimulatedService } from "../../test/search/simulated-service.ts";
import { CopiedPrints } from "../../test/search/postgres/copied-prints.ts";
import { type Question, questions } from "./answers/question.ts";
import { ROUNDS_OF_ALL, textOf, type WidePrints, widePrints } from "./answers/wide-prints.ts";

/** Questions of a round: with as many rounds as have all characters, a hundred thousand. */
const QUESTIONS = 2500;

/** How much of a question, and of answers from where they differ, is shown, characters. */
const SHOWN = 300;

/** Faults that are told in words; of more only the number is. */
const TOLD = 20;

export interface AnswersOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Of a round. */
  readonly questions?: number;
  readonly onRound?: (line: string) => void;
}

export interface AnswersReport {
  /** Answers of each engine that were compared. */
  readonly answers: number;
  /** Those about at least one print. */
  readonly found: number;
  /** Different characters that the prints had, of those that were dealt out. */
  readonly characters: number;
  readonly engines: readonly string[];
  /** Answers that differed. */
  readonly wrong: number;
  readonly faults: readonly string[];
}

/** Who answers: a shop's index, or an archive. */
interface Answering {
  readonly name: string;
  /** Of {@link WORKSPACE}, with the ids of the shop; `null` where it cannot tell yet. */
  readonly answer: (question: Question) => Promise<string | null>;
}

/**
 * Asks the same of a shop's SQL, which is held against the plain model, of its index, and of archives on every PostgreSQL that is
 * here, over the same prints: answers are to be the same, byte by byte. Ids are those that the shop has.
 * @returns `null` where PostgreSQL is not here
 */
export async function runAnswers(options: AnswersOptions): Promise<AnswersReport | null> {
  if (ENGINES.length === 0) return null;
  const sums = { answers: 0, found: 0, characters: 0, wrong: 0 };
  const faults: string[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const outcome = await runRound(options, round);
    for (const name of ["answers", "found", "characters", "wrong"] as const) sums[name] += outcome[name];
    faults.push(...outcome.faults);
    options.onRound?.(
      `round ${round + 1} of ${options.rounds}: ${sums.answers} answers compared, ${sums.wrong} differ`,
    );
  }
  return { ...sums, engines: ENGINES.map(({ name }) => name), faults: faults.slice(0, TOLD) };
}

async function runRound({ seed, questions: count = QUESTIONS }: AnswersOptions, round: number) {
  // In half of the rounds prints lie hours apart, as days and zones ask for; in the others many are of the same millisecond.
  const areSpread = round % 2 === 0;
  const ownSeed = seed + 1000 * round;
  const wide = await widePrints(ownSeed, round, areSpread ? TICK : 1);
  const { service, characters, texts } = wide;
  await using stack = new AsyncDisposableStack();
  stack.defer(() => service.close());
  const answering = [answeringIndex(service)];
  for (const engine of ENGINES) answering.push(...(await answeringArchives(engine, wide, stack)));
  // After that the same characters come again.
  const dealt = round < ROUNDS_OF_ALL ? characters : 0;
  const outcome = { answers: 0, found: 0, characters: dealt, wrong: 0, faults: [] as string[] };
  for (const question of fc.sample(questions(texts, areSpread), { numRuns: count, seed: ownSeed })) {
    const expected = await outcomeOf(() => answerOf(service.sql, question));
    const differing = await Promise.all(
      answering.map(async ({ name, answer }) => {
        const given = await outcomeOf(() => answer(question));
        return given === expected ? [] : [`${name} ${difference(given, expected)}`];
      }),
    );
    const all = [...differing.flat(), ...differencesFromModel(wide, question, expected)];
    outcome.answers++;
    if (!/"total":0[,}]/.test(expected)) outcome.found++;
    outcome.wrong += all.length;
    const asked = `${question.ask} of ${JSON.stringify(question.query).slice(0, SHOWN)}`;
    outcome.faults.push(...all.map((what) => `seed ${seed}, round ${round + 1}, ${asked}: ${what}`));
  }
  return outcome;
}

function answeringIndex(service: SimulatedService): Answering {
  const answer = async ({ ask, query }: Question) => {
    if (ask === "page") return findAtOnce(service.search, WORKSPACE, query);
    return atOnce(
      ask === "facets" ? service.search.facets(WORKSPACE, query) : service.search.gaps(WORKSPACE, query),
    );
  };
  return { name: "the shop's index", answer };
}

/** Archives with the prints of a shop: one that looks at each print, and one that goes by trigrams. */
async function answeringArchives(
  engine: Engine,
  { service, prints }: WidePrints,
  stack: AsyncDisposableStack,
): Promise<Answering[]> {
  const tested = stack.use(await testDatabase(engine));
  const copied = await CopiedPrints.make(service.database, tested.database);
  await tested.database.write(0, async (transaction) => {
    for (const print of prints)
      await transaction.run(
        sql`INSERT INTO print_text (workspace_id, print_id, lines)
          VALUES (${print.workspaceId}, ${copied.copyOf(print.id)}, ${textOf(print)})`,
      );
  });
  await tested.database.run(sql`ANALYZE`);
  const ways = [
    ["print by print", Infinity],
    ["by trigrams", 0],
  ] as const;
  return ways.map(([way, largePrints]) => {
    const search = new PostgresSearch(tested.database, new AskingPrints(tested.database, largePrints));
    const answer = async (question: Question) => copied.asOriginal(await answerOf(search, question));
    return { name: `${engine.name}, ${way},`, answer };
  });
}

async function answerOf(search: SqlSearch | PostgresSearch, { ask, query }: Question): Promise<string> {
  if (ask === "page") return search.find(WORKSPACE, query);
  return ask === "facets" ? search.facets(WORKSPACE, query) : search.gaps(WORKSPACE, query);
}

/** An answer, or the code of the error in its place: that is to be the same too. */
async function outcomeOf(answer: () => Promise<string | null>): Promise<string> {
  try {
    return (await answer()) ?? "none";
  } catch (error) {
    if (error instanceof TillrollError) return error.code;
    throw error;
  }
}

/** In what an answer of a shop is not that of the plain model, which knows the prints of pages and all totals. */
function differencesFromModel({ prints }: WidePrints, { ask, query }: Question, answer: string): string[] {
  if (!answer.startsWith("{")) return [];
  const own = prints.filter(({ workspaceId }) => workspaceId === WORKSPACE);
  const { items, ...facts } = JSON.parse(answer);
  if (ask === "page") {
    const { textPending: _, ...page } = facts;
    const given = { ids: items.map(({ id }: { readonly id: number }) => id), ...page };
    const expected = modelPage(own, query);
    return Bun.deepEquals(given, expected)
      ? []
      : [`SQLite ${difference(JSON.stringify(given), JSON.stringify(expected))}`];
  }
  if (ask === "gaps") return [];
  const { length } = modelMatches(own, { ...query, orderBy: "id.asc", page: 1, pageSize: 1 });
  return facts.total === length ? [] : [`SQLite says ${facts.total}, and ${length} match`];
}

/** From where on an answer is not what was expected. */
function difference(given: string, expected: string): string {
  let from = 0;
  while (given[from] === expected[from]) from++;
  const shown = (text: string) => JSON.stringify(text.slice(Math.max(0, from - 40), from + SHOWN));
  return `says ${shown(given)} and not ${shown(expected)}`;
}
