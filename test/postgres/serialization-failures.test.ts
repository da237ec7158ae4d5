import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { enrol } from "../../src/archive/enrolment.ts";
import { tagToJson } from "../../src/domain/print.ts";
import { PostgresSearch } from "../../src/search/postgres/postgres-search.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { isPassing } from "../../src/storage/postgres/retry.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { ArchiveClient } from "../../src/upstream/archive-client.ts";
import type { JoinAnswer } from "../../src/contract/upstream-messages.ts";
import { act } from "../archive/archive-shops.ts";
import { createOperation } from "../create-operation.ts";
import { searchQuery, tags, text } from "../search/arbitraries.ts";
import { facets } from "../search/facets-arbitraries.ts";
import { serveArchive, type ServedArchive, untilSent } from "../upstream/served-archive.ts";
import { Shop } from "../upstream/shop.ts";
import { describeEngines } from "./engines.ts";
import { FailingProxy } from "./failing-proxy.ts";
import { PrintDatabase } from "./print-database.ts";

/* A fifth of all statements fails at the server, by chance: what is stored, sent and found is what it is without. */

const FAULTS = 0.2;
const SEED = Number(process.env["TILLROLL_TEST_SEED"]);
/** A workspace that is written to at the archive, and one of a shop. */
const [OWN, SHIPPED] = [1, 2];
const STEPS = 25;
const ROUNDS = 3;
const QUERIES = 60;

const MOST_ASKED = 20;

/** Asks again what failed by what passes, as whoever is told that the database does not answer. */
async function insisting<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let times = 1; ; times++) {
    try {
      return await ask();
    } catch (error) {
      const isTold = (error as { readonly code?: unknown }).code === "STORAGE_UNAVAILABLE";
      if (times === MOST_ASKED || !(isTold || isPassing(error))) throw error;
    }
  }
}

const step = fc.record({
  label: fc.option(text),
  deviceId: fc.option(text),
  tags,
  raw: fc.uint8Array({ minLength: 1, maxLength: 3, max: 2 }),
  kind: fc.constantFrom("create", "create", "create", "update", "delete", "restore"),
  target: fc.nat(),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** @param ids of the prints that are there @param key tells it from all others, however often it is submitted */
function operationOf(given: Step, ids: readonly number[], key: string): WriteOperation {
  const { label, deviceId, tags: entries, raw, kind, target } = given;
  const printId = ids[target % Math.max(ids.length, 1)] ?? 0;
  const at = { workspaceId: OWN, printId };
  if (kind === "update") return { kind, ...at, patch: { label } };
  if (kind === "delete" || kind === "restore") return { kind, ...at };
  const tag = tagToJson(new Map(entries));
  return createOperation({
    printKey: key,
    label,
    deviceId,
    tag,
    raw: new Uint8Array(raw),
    idempotencyKey: key,
  });
}

/** A database of an archive, how it is reached, and a shop that sends to it. */
class Side implements AsyncDisposable {
  readonly shop = new Shop();
  readonly search;
  private readonly archive: ServedArchive;

  private constructor(
    readonly opened: PrintDatabase,
    readonly reached: PostgresDatabase,
  ) {
    this.search = new PostgresSearch(reached);
    this.archive = serveArchive(reached);
  }

  static async open(opened: PrintDatabase, reached: PostgresDatabase): Promise<Side> {
    const side = new Side(opened, reached);
    const { code } = await enrol(opened.database, { workspaceId: SHIPPED }, act(Date.now()));
    const { url } = side.archive;
    const client = new ArchiveClient({ url, pin: null, certificates: null }, new AbortController().signal);
    const { key } = await insisting(() => client.ask<JoinAnswer>("join", null, { code, instance: "this" }));
    side.shop.join(url, null, key);
    side.shop.start();
    return side;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shop.end();
    await this.archive.stop();
    await this.reached.close();
  }
}

describeEngines("a fifth of all statements fails by others", (engine) => {
  const random = new SeededRandom(SEED);
  const stack = new AsyncDisposableStack();
  let proxy: FailingProxy;
  let sides: readonly [whole: Side, failing: Side];

  beforeAll(async () => {
    const open = async () => stack.use(await PrintDatabase.open([OWN, SHIPPED], engine));
    const [one, other] = [await open(), await open()];
    proxy = stack.use(new FailingProxy(new URL(other.address), () => random.happens(FAULTS)));
    const reached = [one.address, proxy.address].map((address) => new PostgresDatabase({ address }));
    const [straight, failing] = reached as [PostgresDatabase, PostgresDatabase];
    sides = [stack.use(await Side.open(one, straight)), stack.use(await Side.open(other, failing))];
  });
  afterAll(() => stack.disposeAsync());

  /** Does the same at both sides, in a test in which statements fail. @returns what came of it, the same twice */
  async function atBoth<Result>(work: (side: Side) => Promise<Result>): Promise<Result> {
    const [whole, failing] = [await work(sides[0]), await work(sides[1])];
    expect(failing).toEqual(whole);
    return whole;
  }

  /** What failed in a test is told of: it is a fifth, and far from none. */
  async function failingIn(least: number, work: () => Promise<void>): Promise<void> {
    const { statements, failed } = proxy;
    await work();
    const [all, those] = [proxy.statements - statements, proxy.failed - failed];
    expect(those).toBeGreaterThan(least);
    // Of those that may fail: who has failed often is left alone. Chance is given four standard deviations, which is one of 16,000.
    const deviation = Math.sqrt((FAULTS * (1 - FAULTS)) / all);
    expect(Math.abs(those / all - FAULTS)).toBeLessThan(4 * deviation);
  }

  test("while prints are stored, changed and deleted at the archive", () =>
    failingIn(30, async () => {
      const ids: number[] = [];
      for (const [index, given] of fc.sample(step, { numRuns: STEPS, seed: SEED }).entries()) {
        const operation = operationOf(given, ids, `key ${index}`);
        const { id } = await atBoth(async ({ opened, reached }) => {
          opened.now = 1_000_000 + index;
          const writer = opened.newWriter(reached);
          const done = await insisting(() => writer.submit(operation)).catch((error: Error) => error.message);
          return typeof done === "string" ? { id: 0, json: done } : { id: done.id, json: done.json };
        });
        if (operation.kind === "create") ids.push(id);
      }
      await atBoth(({ opened }) => opened.prints(OWN));
      const counted = await atBoth(({ opened }) => opened.counts(OWN));
      expect(await sides[1].opened.countsAnew(OWN)).toEqual(counted);
    }));

  test("while a shop sends what is new, changed and erased", () =>
    failingIn(20, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const some = fc.sample(fc.tuple(text, fc.nat(9), fc.nat()), { numRuns: 12, seed: SEED + round });
        for (const { shop } of sides)
          for (const [label, kind, target] of some) {
            const rows = shop.rows().filter(({ erased }) => erased === 0);
            const row = rows[target % Math.max(rows.length, 1)];
            if (kind < 5 || row === undefined) shop.create(`print ${label} ${target}`, `key ${target}`);
            else if (kind === 9) shop.remove("erased", row.id);
            else if (kind === 8) shop.mark("delete", row.id);
            else if (row.deletedAt === null) shop.change(row.id, label);
          }
        await Promise.all(sides.map(({ shop }) => untilSent(shop)));
      }
      const prints = await atBoth(async ({ opened }) => {
        const all = await opened.prints(SHIPPED);
        return all.map(({ id, label, tag, createdAt, updatedAt, deletedAt }) => ({
          id,
          label,
          tag,
          createdAt,
          updatedAt,
          deletedAt,
        }));
      });
      expect(prints.length).toBeGreaterThan(10);
      const counted = await atBoth(({ opened }) => opened.counts(SHIPPED));
      expect(await sides[1].opened.countsAnew(SHIPPED)).toEqual(counted);
    }));

  test("while prints are sought and counted", () =>
    failingIn(80, async () => {
      let found = 0;
      const asked = fc.tuple(searchQuery, facets, fc.constantFrom(OWN, SHIPPED));
      for (const [query, wanted, workspaceId] of fc.sample(asked, { numRuns: QUERIES, seed: SEED })) {
        const page = await atBoth(({ search }) => insisting(() => search.find(workspaceId, query)));
        const { filter } = query;
        await atBoth(({ search }) => insisting(() => search.facets(workspaceId, { filter, facets: wanted })));
        if (!page.startsWith('{"items":[]')) found++;
      }
      expect(found).toBeGreaterThan(QUERIES / 4);
    }));
});
