import { expect, test } from "bun:test";
import fc from "fast-check";
import { SeededRandom } from "../../scripts/faults/random.ts";
import type { SearchQuery } from "../../src/domain/search-query.ts";
import { inCodePage } from "../escpos/text/encode.ts";
import { asksText } from "../../src/domain/where.ts";
import { paper, searchQuery, textQuery } from "./arbitraries.ts";
import { newPrint } from "./population.ts";
import { modelMatches, modelPage } from "./search-model.ts";
import { SMALL_SIZES } from "./small-sizes.ts";
import { Crash, type GivenPrint, SimulatedService, WORKSPACES } from "./simulated-service.ts";
import { findAtOnce } from "./at-once.ts";

/*
 * Random steps of everything that happens to an index, in an order that nobody would think of: prints come, are changed,
 * deleted and restored; workspaces and printers get other settings; the indexer works, is cut off and begins anew;
 * searches are begun, and ended after other things happened. Every answer is compared with that of the SQL search and
 * with the plain model.
 */

const SEED = Number(process.env["TILLROLL_TEST_SEED"]);
const EPISODES = 12;
const STEPS = 850;
/** Prints of a workspace after which an episode only changes what there is: the references look at all of them. */
const MOST_PRINTS = 200;

/** The one letter that settings make another, which queries made up seldom ask for alone. */
const LETTER_QUERY: SearchQuery = {
  filter: { deleted: "any", text: ["É"] },
  orderBy: "id.asc",
  page: 1,
  pageSize: 1000,
};

/** Half of them do not say which characters theirs are, and are another text for each charset. */
const given: fc.Arbitrary<GivenPrint> = fc
  .tuple(newPrint, paper, fc.boolean())
  .map(([print, lines, isSaid]) => ({ ...print, paper: lines, ...(isSaid ? {} : { raw: unsaid(lines) }) }));

function unsaid(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(inCodePage(lines.map((line) => `${line}\n`).join(""), "cp437"));
}

/** A search that was begun, and what it has to answer whatever happens meanwhile. */
interface BegunSearch {
  readonly steps: Generator<void, Uint8Array | null>;
  readonly expected: string;
  readonly query: SearchQuery;
}

class Episode {
  readonly counts = { answered: 0, unanswered: 0, found: 0, crashes: 0, pending: 0, removed: 0 };
  readonly service: SimulatedService;
  private readonly random: SeededRandom;
  private readonly givenPrints: readonly GivenPrint[];
  private readonly queries: readonly SearchQuery[];
  private readonly textQueries: readonly SearchQuery[];
  private begun: BegunSearch[] = [];

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
    this.service = new SimulatedService(SMALL_SIZES, this.random.pick([0, 4096, 65_536, 2 ** 24]) ?? 0);
    this.givenPrints = fc.sample(given, { seed, numRuns: 300 });
    this.queries = fc.sample(searchQuery, { seed, numRuns: 300 });
    const letterQueries = Array.from({ length: 6 }, () => LETTER_QUERY);
    this.textQueries = [...letterQueries, ...fc.sample(textQuery, { seed, numRuns: 60 })];
    // What happens between two steps of the indexer is what a real one meets all the time.
    this.service.beforeStep = () => {
      if (this.random.happens(0.15)) this.change();
      if (this.random.happens(0.04)) this.remove();
      if (this.random.happens(0.05)) this.find();
      if (this.random.happens(0.02)) this.service.changeSomePrinter(this.workspace(), this.random);
    };
  }

  async step(): Promise<void> {
    const chance = this.random.next();
    if (chance < 0.2) this.create();
    else if (chance < 0.4) this.change();
    else if (chance < 0.6) await this.service.indexer.advance(this.random.happens(0.8));
    else if (chance < 0.615) await this.service.settle();
    else if (chance < 0.81) this.find();
    else if (chance < 0.84) this.walk();
    else if (chance < 0.88) this.begin();
    else if (chance < 0.92) this.goOn();
    else if (chance < 0.93) await this.crash();
    else if (chance < 0.935) this.service.changeSettings(this.workspace(), this.random);
    else if (chance < 0.94) this.service.changeSomePrinter(this.workspace(), this.random);
    else if (chance < 0.943) this.reopen();
    else if (chance < 0.946) await this.rebuild();
    else if (chance < 0.962) this.remove();
    else if (chance < 0.964) this.service.forgetPurged(this.workspace());
    else this.service.passTime(this.random.integer(1, 5));
  }

  /** At the end all that was begun is ended, the index answers everything, and nothing is left behind. */
  async end(): Promise<void> {
    while (this.begun.length > 0) this.goOn();
    this.service.beforeStep = () => {};
    for (const workspace of WORKSPACES) this.service.forgetPurged(workspace);
    await this.service.settle();
    await this.service.restartIndexer();
    expect(this.service.orphanChunks()).toBe(0);
    expect(this.service.rememberedRemovals()).toBe(0);
    for (const query of [...this.queries.slice(0, 15), ...this.textQueries.slice(5, 15)]) {
      for (const workspace of WORKSPACES) this.compare(workspace, query, true);
    }
  }

  private workspace(): number {
    return this.random.happens(0.8) ? 1 : 2;
  }

  private printsOf(workspace: number) {
    return this.service.prints.get(workspace) ?? [];
  }

  private create(): void {
    const many = this.random.happens(0.03) ? 60 : 6;
    for (let left = this.random.integer(1, many); left > 0; left--) {
      const workspace = this.workspace();
      const print = this.random.pick(this.givenPrints);
      if (print === undefined || this.printsOf(workspace).length >= MOST_PRINTS) return;
      if (this.random.happens(0.3)) this.service.passTime(1);
      // Some come in by printers, and some by those that are there no more.
      const printer = this.random.happens(0.7)
        ? this.random.pick(this.service.printers.get(workspace) ?? [])
        : null;
      this.service.create(workspace, print, printer?.id ?? null);
    }
  }

  private change(): void {
    const workspace = this.workspace();
    const prints = this.printsOf(workspace);
    const many = this.random.happens(0.03) ? 40 : 3;
    for (let left = this.random.integer(1, many); left > 0; left--) {
      const kind = this.random.pick(["update", "update", "delete", "restore"] as const) ?? "update";
      const print = this.random.pick(this.givenPrints);
      // The newest ones more often, as in a shop.
      const newest = this.random.happens(0.4) ? Math.max(prints.length - 12, 0) : 0;
      if (this.random.happens(0.5)) this.service.passTime(1);
      if (print !== undefined && prints.length > 0) {
        this.service.change(workspace, this.random.integer(newest, prints.length - 1), kind, print);
      }
    }
  }

  /** Mostly the oldest prints go, as by a rule of how long they are kept; some go from anywhere. */
  private remove(): void {
    const workspace = this.workspace();
    const { length } = this.printsOf(workspace);
    const how = this.random.happens(0.4) ? "erased" : "purged";
    const count = this.random.integer(1, this.random.happens(0.2) ? 30 : 3);
    const first = this.random.happens(0.5) ? 0 : this.random.integer(0, Math.max(length - 1, 0));
    this.service.remove(
      workspace,
      Array.from({ length: Math.min(count, length - first) }, (_, index) => first + index),
      how,
    );
    this.counts.removed += length - this.printsOf(workspace).length;
  }

  private query(): SearchQuery {
    const from = this.random.happens(0.2) ? this.textQueries : this.queries;
    const query = this.random.pick(from) as SearchQuery;
    const { from: earliest, to: latest, ...filter } = query.filter;
    // The clock goes on farther than the bounds that were made up.
    const later = this.random.integer(0, 2) * 300;
    return {
      ...query,
      filter: {
        ...filter,
        ...(earliest === undefined ? {} : { from: earliest + later }),
        ...(latest === undefined ? {} : { to: latest + later }),
      },
    };
  }

  private find(): void {
    this.compare(this.workspace(), this.query(), false);
  }

  private compare(workspace: number, query: SearchQuery, mustAnswer: boolean): void {
    const expected = this.service.sql.find(workspace, query);
    const json = findAtOnce(this.service.search, workspace, query);
    if (mustAnswer) expect(json).not.toBeNull();
    if (json !== null && asksText(query.filter))
      expect(this.service.status.read({ id: workspace }).textPending).toBe(JSON.parse(json).textPending);
    if (!this.check(json, expected, query)) return;
    if (asksText(query.filter) || query.cursor !== undefined) return;
    const { items, ...rest } = JSON.parse(expected);
    const answer = { ids: items.map(({ id }: { id: number }) => id), ...rest };
    expect(answer).toEqual(modelPage(this.printsOf(workspace), query));
  }

  /** @returns whether the index answered in full */
  private check(json: string | null, expected: string, query: SearchQuery): boolean {
    this.counts[json === null ? "unanswered" : "answered"]++;
    if (json === null) return false;
    const answer = JSON.parse(json);
    if (answer.total > 0) this.counts.found++;
    if (asksText(query.filter) && answer.textPending > 0) {
      this.counts.pending++;
      const { total } = JSON.parse(expected);
      // What has no text yet is found by no word, and by every "not" of one.
      const most = query.filter.where === undefined ? total : total + answer.textPending;
      expect(answer.total).toBeLessThanOrEqual(most);
      expect(answer.total).toBeGreaterThanOrEqual(total - answer.textPending);
      return false;
    }
    if (json !== expected) throw new Error(difference(json, expected, query));
    return true;
  }

  /** A walk, whose pages come from the index and from SQL by turns. */
  private walk(): void {
    const workspace = this.workspace();
    const query = {
      ...(this.random.pick(this.queries) as SearchQuery),
      pageSize: this.random.integer(10, 90),
    };
    const walked: number[] = [];
    let cursor: string | null = null;
    do {
      const step: SearchQuery = { ...query, cursor };
      const expected = this.service.sql.find(workspace, step);
      const json: string | null = this.random.happens(0.7)
        ? findAtOnce(this.service.search, workspace, step)
        : null;
      if (json !== null) this.check(json, expected, step);
      const page: { items: { id: number }[]; nextCursor: string | null } = JSON.parse(json ?? expected);
      walked.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(walked).toEqual(modelMatches(this.printsOf(workspace), query).map(({ id }) => id));
  }

  /** Begins a search and leaves it in the middle: what it answers is what was there when it began. */
  private begin(): void {
    if (this.begun.length >= 4) return;
    const workspace = this.workspace();
    const query = this.query();
    const expected = this.service.sql.find(workspace, query);
    const steps = this.service.search.find(workspace, query);
    const { done, value } = steps.next();
    if (done === true) this.check(textOf(value), expected, query);
    else this.begun.push({ steps, expected, query });
  }

  private goOn(): void {
    const chosen = this.random.integer(0, this.begun.length - 1);
    const search = this.begun[chosen];
    if (search === undefined) return;
    for (let left = this.random.integer(1, 9); left > 0; left--) {
      const { done, value } = search.steps.next();
      if (done !== true) continue;
      this.begun = this.begun.filter((other) => other !== search);
      this.check(textOf(value), search.expected, search.query);
      return;
    }
  }

  private reopen(): void {
    while (this.begun.length > 0) this.goOn();
    this.service.reopenSearch();
  }

  /** Cuts the indexer off before one of its next steps, or after what that step wrote. */
  private async crash(): Promise<void> {
    const usual = this.service.beforeStep;
    let left = this.random.integer(0, 5);
    this.service.beforeStep = (step) => {
      usual(step);
      if (left-- === 0) throw new Crash();
    };
    try {
      while ((await this.service.indexer.advance()) > 0);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      this.counts.crashes++;
    }
    this.service.beforeStep = usual;
    // A search may come before the next indexer does.
    this.find();
    await this.service.restartIndexer();
    expect(this.service.orphanChunks()).toBe(0);
  }

  private async rebuild(): Promise<void> {
    for await (const { done, total } of this.service.indexer.rebuild(this.workspace())) {
      expect(done).toBeLessThanOrEqual(total);
      this.find();
    }
  }
}

/** The first place where two answers differ, in words that can be read. */
function difference(json: string, expected: string, query: SearchQuery): string {
  let at = 0;
  while (json[at] === expected[at]) at++;
  const around = (text: string) => text.slice(Math.max(at - 100, 0), at + 100);
  return `${JSON.stringify(query)}\n  index: ${around(json)}\n  SQL:   ${around(expected)}`;
}

const sum = { answered: 0, unanswered: 0, found: 0, crashes: 0, pending: 0, removed: 0, published: 0 };

for (let number = 1; number <= EPISODES; number++) {
  test(`after any of ${STEPS} steps the index answers as SQL and the model do, episode ${number}`, async () => {
    const episode = new Episode((SEED + number) >>> 0);
    let step = 0;
    try {
      for (; step < STEPS; step++) await episode.step();
      await episode.end();
    } catch (error) {
      const where = `TILLROLL_TEST_SEED=${SEED}, episode ${number}, step ${step}`;
      throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    } finally {
      episode.service.close();
    }
    for (const [name, count] of Object.entries(episode.counts)) sum[name as keyof typeof sum] += count;
    sum.published += episode.service.published;
  });
}

test("all of it happened: steps that do nothing would agree with any index", () => {
  expect(sum.published).toBeGreaterThan(1000);
  expect(sum.crashes).toBeGreaterThan(30);
  expect(sum.found).toBeGreaterThan(sum.answered / 3);
  expect(sum.unanswered).toBeGreaterThan(0);
  expect(sum.pending).toBeGreaterThan(0);
  expect(sum.removed).toBeGreaterThan(1000);
});

function textOf(json: Uint8Array | null): string | null {
  return json === null ? null : new TextDecoder().decode(json);
}
