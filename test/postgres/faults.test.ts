import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { forgetCommitted } from "../../src/storage/postgres/committed.ts";
import { PostgresDatabase, type Statements } from "../../src/storage/postgres/connection.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { describeUnless } from "../describe-unless.ts";
import { until } from "../until.ts";
import { type CommitFate, CuttingProxy } from "./cutting-proxy.ts";
import { describeEngines, ENGINES } from "./engines.ts";
import { FailingProxy } from "./failing-proxy.ts";
import { testDatabase, type TestDatabase } from "./test-database.ts";

const WRITERS = 6;
const WRITES = 25;
const SEED = Number(process.env["TILLROLL_TEST_SEED"]);
const DAY = 86_400_000;

/** Failures of one write that a test makes at most. */
const MOST_FAILURES = 6;

/** Makes a workspace whose `last_event` counts what is written. */
const workspace = (id: number) =>
  sql`INSERT INTO workspace (id, slug, slug_key, settings, created_at) VALUES (${id}, ${`w${id}`}, ${`w${id}`}, '{}', 0)`;

/** One write: counts on, and stores a row of the number that it got. */
async function count(transaction: Statements, id: number): Promise<number> {
  const row = await transaction.first<{ n: number }>(
    sql`UPDATE workspace SET last_event = last_event + 1 WHERE id = ${id} RETURNING last_event AS n`,
  );
  const n = row?.n ?? 0;
  await transaction.run(
    sql`INSERT INTO print_content (workspace_id, sha256, byte_length, encoding) VALUES (${id}, ${new Uint8Array([n >> 8, n])}, ${n}, 0)`,
  );
  return n;
}

/** What is done around each write, and after it. */
interface Surroundings {
  readonly around?: (write: () => Promise<number>) => Promise<number>;
  readonly after?: (written: number) => unknown;
}

/** Several writers at once, each write after the other. @returns the numbers that they were told */
async function writeAll(
  database: PostgresDatabase,
  id: number,
  { around = (write) => write(), after }: Surroundings = {},
) {
  const told: number[] = [];
  const writer = async () => {
    for (let write = 0; write < WRITES; write++) {
      told.push(await around(() => database.write(id, (transaction) => count(transaction, id))));
      await after?.(told.length);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return told;
}

/** Nothing is there twice and nothing is lost: each number was told once, and all of them are there. */
async function expectOnce(database: PostgresDatabase, id: number, told: readonly number[]) {
  const all = Array.from({ length: WRITERS * WRITES }, (_, index) => index + 1);
  expect(told.toSorted((left, right) => left - right)).toEqual(all);
  const rows = await database.read(async (snapshot) => ({
    next: await snapshot.first(sql`SELECT last_event AS n FROM workspace WHERE id = ${id}`),
    stored: await snapshot.all<{ n: number }>(
      sql`SELECT byte_length AS n FROM print_content WHERE workspace_id = ${id} ORDER BY byte_length`,
    ),
  }));
  expect(rows.next).toEqual({ n: all.length });
  expect(rows.stored.map(({ n }) => n)).toEqual(all);
}

describeEngines("faults", (engine) => {
  let tested: TestDatabase;
  beforeAll(async () => {
    tested = await testDatabase(engine);
    for (const id of [1, 2, 3, 4, 5]) await tested.database.run(workspace(id));
  });
  afterAll(() => tested[Symbol.asyncDispose]());

  test("of all statements a fifth fails because of others: the results are the same", async () => {
    // What fails thirteen times is given up, as it should be: no write has that bad luck, whoever runs beside it.
    const ofWriter = new AsyncLocalStorage<{ failures: number }>();
    let sent = 0;
    let injected = 0;
    const onStatement = () => {
      const writer = ofWriter.getStore();
      if (++sent % 5 > 0 || writer === undefined || writer.failures === MOST_FAILURES) return;
      writer.failures++;
      injected++;
      throw Object.assign(new Error("injected"), { errno: "40001" });
    };
    const database = new PostgresDatabase({ address: tested.address, onStatement });
    const told = await writeAll(database, 1, { around: (write) => ofWriter.run({ failures: 0 }, write) });
    expect(injected).toBeGreaterThan(WRITERS * WRITES * 0.4);
    await expectOnce(database, 1, told);
    await database.close();
  });

  test("connections live only a second", async () => {
    const database = new PostgresDatabase({ address: tested.address, lifetimeSeconds: 1, connections: 4 });
    const pids = new Set<number>();
    const told = await writeAll(database, 5, {
      async after() {
        const row = await database.first<{ pid: number }>(
          sql`SELECT pg_backend_pid() AS pid, pg_sleep(0.05)::text`,
        );
        pids.add(row?.pid ?? 0);
      },
    });
    expect(pids.size).toBeGreaterThan(4);
    await expectOnce(database, 5, told);
    await database.close();
  });

  test("connections end in the middle of transactions", async () => {
    const random = new SeededRandom(SEED);
    let ended = 0;
    const writeOne = (transaction: Statements) =>
      count(transaction, 2).then(async (n) => {
        if (random.happens(0.1)) {
          const row = await transaction.first<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
          await tested.database.all(sql`SELECT pg_terminate_backend(${row?.pid ?? 0}::int)`);
          ended++;
        }
        return n;
      });
    const told: number[] = [];
    for (let write = 0; write < WRITERS * WRITES; write++)
      told.push(await tested.database.write(2, writeOne));
    expect(ended).toBeGreaterThan(5);
    await expectOnce(tested.database, 2, told);
  });

  test("connections end during the COMMIT, before it came, after it, and long before it", async () => {
    const random = new SeededRandom(SEED);
    const fates: readonly CommitFate[] = ["is cut before", "is cut after", "comes late"];
    const fate = (): CommitFate => fates[random.integer(0, 9)] ?? "passes";
    using proxy = new CuttingProxy(new URL(tested.address), fate);
    const database = new PostgresDatabase({ address: proxy.address });
    const told = await writeAll(database, 3);
    for (const each of fates) expect(proxy.met.get(each)).toBeGreaterThan(3);
    await expectOnce(tested.database, 3, told);
    await database.close();
  });

  test("what work throws is thrown, though a connection was lost before", async () => {
    let tries = 0;
    using proxy = new CuttingProxy(new URL(tested.address), () => "is cut before");
    const database = new PostgresDatabase({ address: proxy.address });
    const failing = database.write(4, async (transaction) => {
      if (++tries > 2) throw new Error("not any more");
      return count(transaction, 4);
    });
    expect(failing).rejects.toThrow("not any more");
    await failing.catch(() => {});
    expect(await tested.database.first(sql`SELECT last_event AS n FROM workspace WHERE id = 4`)).toEqual({
      n: 0,
    });
    await database.close();
  });

  test("statements that go together fail by what the first of them failed by", async () => {
    let failures = 0;
    using proxy = new FailingProxy(new URL(tested.address), () => failures-- > 0);
    const database = new PostgresDatabase({ address: proxy.address, connections: 1 });
    let tries = 0;
    const read = () =>
      database.read((snapshot) => {
        tries++;
        // Whoever asked first hears of it later than the other.
        const first = async () => [await snapshot.first(sql`SELECT ${1}::int AS n`)];
        const later = async () => [...(await first())];
        return Promise.all([later(), snapshot.first(sql`SELECT ${2}::int AS n`)]);
      });
    // Only what was prepared before goes together.
    await read();
    failures = 1;
    expect(await read()).toEqual([[{ n: 1 }], { n: 2 }]);
    expect(tries).toBe(3);
    await database.close();
  });

  test("a snapshot is read again where its connection went", async () => {
    let tries = 0;
    const both = await tested.database.read(async (snapshot) => {
      const first = await snapshot.first<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      if (++tries === 1) await tested.database.all(sql`SELECT pg_terminate_backend(${first?.pid ?? 0}::int)`);
      return snapshot.first<{ n: number }>(sql`SELECT last_event AS n FROM workspace WHERE id = 1`);
    });
    expect([tries, both]).toEqual([2, { n: WRITERS * WRITES }]);
  });

  test("old transactions are forgotten", async () => {
    const now = Date.now();
    const committed = sql`SELECT count(*) AS n FROM committed`;
    const add = (id: number, at: number) =>
      sql`INSERT INTO committed (workspace_id, key, at) VALUES (${id}, ${`${at}`}, ${at})`;
    const before = (await tested.database.first<{ n: number }>(committed))?.n ?? 0;
    for (const id of [1, 9]) for (const days of [2, 3]) await tested.database.run(add(id, now - days * DAY));
    expect(await forgetCommitted(tested.database, now - DAY)).toBe(4);
    expect(await tested.database.first<{ n: number }>(committed)).toEqual({ n: before });
    expect(before).toBeGreaterThan(0);
  });
});

const ours = ENGINES.find(({ start }) => start !== null);

describeUnless(ours === undefined ? "no server is ours to start" : null, "a server that goes", () => {
  test.each(["crash", "orderly"] as const)(
    "and comes back, after an end by %s: nothing is lost",
    async (how) => {
      if (ours?.start == null) return;
      await using server = await ours.start();
      await using tested = await testDatabase({ ...ours, address: async () => server.address });
      await tested.database.run(workspace(1));
      const restarts = new Set([20, 60, 110]);
      let restarting = Promise.resolve();
      const told = await writeAll(tested.database, 1, {
        after(written) {
          if (!restarts.delete(written)) return;
          restarting = restarting.then(async () => {
            await server.halt(how);
            await server.run();
          });
        },
      });
      await restarting;
      await until(() => restarts.size === 0, "three restarts");
      await expectOnce(tested.database, 1, told);
    },
  );
});
