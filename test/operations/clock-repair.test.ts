import { afterEach, expect, test } from "bun:test";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { MILLISECONDS_PER_DAY as DAY } from "../../src/domain/limits.ts";
import { WEBHOOK_LIMITS } from "../../src/domain/listener-limits.ts";
import { PERSON_LIMITS, SESSION_LIMITS } from "../../src/domain/person-limits.ts";
import { newWebhookSecret } from "../../src/domain/webhook.ts";
import { readSearchQuery } from "../../src/contract/search.ts";
import { ORDERS } from "../../src/domain/search-query.ts";
import { TrustedClock } from "../../src/domain/trusted-clock.ts";
import { repairTimes } from "../../src/operations/clock-repair.ts";
import { ClockStore } from "../../src/storage/clock-store.ts";
import { type GivenPrint, SimulatedService, WORKSPACES } from "../search/simulated-service.ts";
import { SMALL_SIZES } from "../search/small-sizes.ts";
import { findAtOnce } from "../search/at-once.ts";

const TODAY = Date.UTC(2026, 10, 22, 9);
const HOUR = DAY / 24;
const TEN_YEARS = 3652 * DAY;

let service: SimulatedService;
afterEach(() => service.close());

interface Row {
  readonly id: number;
  readonly ordinal: number;
  readonly workspaceId: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

const rows = () =>
  service.database
    .query<Row, []>(
      "SELECT id, ordinal, workspace_id AS workspaceId, created_at AS createdAt, updated_at AS updatedAt, " +
        "deleted_at AS deletedAt FROM print ORDER BY id",
    )
    .all();

const receipt = (label: string): GivenPrint => ({
  printKey: null,
  label,
  deviceId: null,
  tags: [],
  paper: [label],
});

/** The machine's clock, as it is at the repair. */
function clockAt(now: number): TrustedClock {
  const clock = new TrustedClock({ machine: () => now, monotonic: () => 0, uptime: () => 0 });
  clock.begin(null, null);
  return clock;
}

/** Repairs, and looks after every step. */
async function repair(clock: TrustedClock, look: () => void = () => {}): Promise<void> {
  const store = new ClockStore(service.database);
  const run = (change: Parameters<ClockStore["apply"]>[0]) => {
    const result = service.changeTimes(change);
    look();
    return result;
  };
  for await (const _progress of repairTimes(clock, store, run));
}

/** Compares what the index answers with what SQL does. @returns how often the index answered */
function compareSearches(): number {
  let answered = 0;
  for (const workspaceId of WORKSPACES) {
    for (const orderBy of ORDERS) {
      for (const bounds of [
        {},
        { from: TODAY },
        { to: TODAY },
        { from: TODAY - HOUR, to: TODAY + 2 * HOUR },
      ]) {
        const times = Object.entries(bounds).map(([name, at]) => [name, new Date(at).toISOString()]);
        const query = readSearchQuery({
          ...Object.fromEntries(times),
          orderBy,
          pageSize: 1000,
          deleted: "any",
        });
        const found = findAtOnce(service.search, workspaceId, query);
        if (found === null) continue;
        answered++;
        expect(JSON.parse(found)).toEqual(JSON.parse(service.sql.find(workspaceId, query)));
      }
    }
  }
  return answered;
}

test.each([1, 2, 3, 4, 5, 6])(
  "what was stored in a wrong future is in its place again, for searches too (%i)",
  async (seed) => {
    const random = new SeededRandom(seed);
    service = new SimulatedService(SMALL_SIZES, 1_000_000);
    const store = async (count: number, from: number) => {
      let now = from;
      for (let index = 0; index < count; index++) {
        service.setClock((now += random.integer(0, 60_000)));
        const workspaceId = random.pick(WORKSPACES) ?? 1;
        service.create(workspaceId, receipt(`${from} ${index}`));
        const prints = service.prints.get(workspaceId)?.length ?? 0;
        const kind = random.pick(["update", "delete", "restore"] as const) ?? "update";
        if (random.happens(0.2))
          service.change(workspaceId, random.integer(0, prints - 1), kind, receipt(`changed ${index}`));
        if (random.happens(0.05)) await service.indexer.advance();
      }
      return now;
    };
    const right = await store(random.integer(0, 80), TODAY - 5 * HOUR);
    await service.settle();
    await store(random.integer(1, 90), TODAY + TEN_YEARS);
    if (random.happens(0.7)) await service.settle();
    // The clock is right again; times of creation are held.
    const now = Math.max(TODAY, right) + HOUR;
    await store(random.integer(0, 20), now - HOUR);
    compareSearches();

    const before = rows();
    service.setClock(now);
    await repair(clockAt(now), compareSearches);
    const after = rows();
    expect(after.map(({ id, ordinal }) => [id, ordinal])).toEqual(
      before.map(({ id, ordinal }) => [id, ordinal]),
    );
    for (const [index, row] of after.entries()) {
      const old = before[index] as Row;
      if (old.createdAt <= now) expect(row.createdAt).toBe(old.createdAt);
      if (old.updatedAt <= now) expect(row.updatedAt).toBe(old.updatedAt);
      expect(row.createdAt).toBeLessThanOrEqual(row.updatedAt);
      expect(Math.max(row.updatedAt, row.deletedAt ?? 0)).toBeLessThanOrEqual(now);
      if (old.updatedAt === old.createdAt) expect(row.updatedAt).toBe(row.createdAt);
      const last = after.slice(0, index).findLast(({ workspaceId }) => workspaceId === row.workspaceId);
      expect(row.createdAt).toBeGreaterThanOrEqual(last?.createdAt ?? 0);
    }
    compareSearches();
    await service.settle();
    expect(compareSearches()).toBeGreaterThan(0);
    service.reopenSearch();
    expect(compareSearches()).toBeGreaterThan(0);
    // What comes now has the right time.
    service.create(1, receipt("new"));
    expect(rows().at(-1)?.createdAt).toBe(now);
  },
);

test("searches notice that a segment is gone which was not the last to be published", async () => {
  service = new SimulatedService(SMALL_SIZES, 1_000_000);
  const eight = async (from: number) => {
    for (let index = 0; index < SMALL_SIZES.smallSegmentPrints; index++) {
      service.setClock(from + index);
      service.create(1, receipt("one"));
    }
    await service.settle();
  };
  await eight(TODAY);
  await eight(TODAY + HOUR);
  // With these the first two are merged, after the third was published.
  await eight(TODAY + TEN_YEARS);
  const published = service.database.query<{ ordinal: number }, []>(
    "SELECT first_ordinal AS ordinal FROM index_segment WHERE kind = 0 AND published IS NOT NULL ORDER BY published",
  );
  expect(published.all().map(({ ordinal }) => ordinal)).toEqual([16, 0]);
  expect(compareSearches()).toBeGreaterThan(0);
  await repair(clockAt(TODAY + DAY));
  expect(compareSearches()).toBeGreaterThan(0);
});

test("prints keep their distances where there is room, and are as far off as the clock was where that is known", async () => {
  service = new SimulatedService(SMALL_SIZES, 1_000_000);
  const at = (time: number) => {
    service.setClock(time);
    service.create(1, receipt("one"));
  };
  at(TODAY);
  for (const minutes of [0, 10, 25]) at(TODAY + TEN_YEARS + minutes * 60_000);
  const times = () => rows().map(({ createdAt }) => (createdAt - TODAY) / 60_000);
  // They follow the last one that was right.
  await repair(clockAt(TODAY + DAY));
  expect(times()).toEqual([0, 0, 10, 25]);

  for (const minutes of [0, 10, 25]) at(TODAY + 100 * DAY + minutes * 60_000);
  // The clock that was believed was a hundred days ahead, and is put right 30 minutes after the first of them.
  let machine = TODAY + 100 * DAY + 30 * 60_000;
  const clock = new TrustedClock({ machine: () => machine, monotonic: () => 0, uptime: () => 0 });
  clock.begin(null, null);
  machine -= 99 * DAY;
  expect(clock.state().isBelieved).toBe(false);
  await repair(clock);
  const day = 24 * 60;
  expect(times()).toEqual([0, 0, 10, 25, day, day + 10, day + 25]);
});

test("what has no room is compressed, and nothing comes before what was right", async () => {
  service = new SimulatedService(SMALL_SIZES, 1_000_000);
  const at = (time: number) => {
    service.setClock(time);
    service.create(1, receipt("one"));
  };
  at(TODAY);
  for (const days of [0, 500, 1000]) at(TODAY + TEN_YEARS + days * DAY);
  await repair(clockAt(TODAY + DAY));
  expect(rows().map(({ createdAt }) => (createdAt - TODAY) / DAY)).toEqual([0, 0, 0.5, 1]);
});

test("it ends though prints with idempotency keys come in without a pause", async () => {
  service = new SimulatedService(SMALL_SIZES, 1_000_000);
  service.setClock(TODAY + TEN_YEARS);
  service.create(1, receipt("one"));
  let keys = 0;
  const note = (at: number) =>
    service.database
      .query<unknown, [string, number]>("INSERT INTO idempotency_key VALUES (1, ?, x'00', 1, ?)")
      .run(String(keys++), at);
  note(TODAY + TEN_YEARS);
  await repair(clockAt(TODAY), () => {
    if (keys > 100) throw new Error("it goes on for as long as prints come");
    // The time goes on meanwhile.
    note(TODAY + keys);
  });
  const latest = service.database.query<{ at: number }, []>(
    "SELECT max(created_at) AS at FROM idempotency_key",
  );
  expect(latest.get()?.at).toBeLessThan(TODAY + HOUR);
});

test("everything else that has a time comes back as well, and nothing waits for a wrong future", async () => {
  service = new SimulatedService(SMALL_SIZES, 1_000_000);
  const { database } = service;
  const future = TODAY + TEN_YEARS;
  service.setClock(future);
  service.create(1, receipt("one"));
  service.change(1, 0, "update", receipt("other"));
  const run = (statement: string, ...values: (string | number | Uint8Array)[]) =>
    database.query<unknown, (string | number | Uint8Array)[]>(statement).run(...values);
  run(
    "INSERT INTO delivery (workspace_id, print_id, printer_id, state, next_attempt_at, created_at, updated_at) " +
      "VALUES (1, 1, 1, 'queued', ?1, ?1, ?1)",
    future,
  );
  run(
    "INSERT INTO webhook (workspace_id, url, secret, events, state, next_ordinal, last_event, failing_since, " +
      "next_attempt_at, created_at, updated_at) VALUES (1, 'http://a', ?, '[]', 'active', 0, 0, ?2, ?2, ?2, ?2)",
    newWebhookSecret(),
    future,
  );
  run(
    "INSERT INTO person_session (secret_hash, user_id, opened_by, created_at, expires_at, id, last_used_at, client, user_agent) " +
      "VALUES (?, 1, 'link', ?2, ?2 + 1000, 'a', ?2, '', '')",
    new Uint8Array([1]),
    future,
  );
  run("INSERT INTO person_link VALUES (?, 1, ?)", new Uint8Array([1]), future);
  run(
    "INSERT INTO notification_target (name, kind, address, events, language, state, last_event, told, sent_at, created_at, updated_at) " +
      "VALUES ('a', 'mail', 'a@example.com', '[]', 'en', 'active', 0, '{\"health\":1}', ?1, ?1, ?1)",
    future,
  );
  run(
    "INSERT INTO printer_condition (printer_id, state, since, last_print_at) VALUES (1, 'ready', ?1, ?1)",
    future,
  );
  run("INSERT INTO print_change (print_id, number, at, kind) VALUES (1, 9, ?, 'updated')", future);
  run(
    "INSERT INTO token VALUES ('t', ?, 1, 1, '', '[]', ?2, ?3, ?2, NULL)",
    new Uint8Array([1]),
    future,
    TODAY + 5 * 365 * DAY,
  );
  run("INSERT INTO idempotency_key VALUES (1, 'k', ?, 1, ?)", new Uint8Array([1]), future);
  const now = TODAY;
  await repair(clockAt(now));
  const row = (statement: string) => database.query(statement).get();
  expect(row("SELECT next_attempt_at, created_at, updated_at FROM delivery")).toEqual({
    next_attempt_at: now,
    created_at: now,
    updated_at: now,
  });
  expect(row("SELECT failing_since, next_attempt_at, created_at FROM webhook")).toEqual({
    failing_since: now,
    next_attempt_at: now + WEBHOOK_LIMITS.waitMostMilliseconds,
    created_at: now,
  });
  expect(row("SELECT created_at, last_used_at, expires_at FROM person_session")).toEqual({
    created_at: now,
    last_used_at: now,
    expires_at: now + SESSION_LIMITS.sessionMilliseconds,
  });
  expect(row("SELECT expires_at FROM person_link")).toEqual({
    expires_at: now + PERSON_LIMITS.invitationMilliseconds,
  });
  expect(row("SELECT told, sent_at, created_at FROM notification_target")).toEqual({
    told: "{}",
    sent_at: now,
    created_at: now,
  });
  expect(row("SELECT since, last_print_at FROM printer_condition")).toEqual({
    since: now,
    last_print_at: now,
  });
  expect(row("SELECT max(at) AS at FROM print_change")).toEqual({ at: now });
  // A person has said when a token ends.
  expect(row("SELECT created_at, expires_at, last_used_at FROM token")).toEqual({
    created_at: now,
    expires_at: TODAY + 5 * 365 * DAY,
    last_used_at: now,
  });
  expect(row("SELECT created_at FROM idempotency_key")).toEqual({ created_at: now });
  expect(row("SELECT max(created_at) AS at FROM event")).toEqual({ at: now });
  expect(row("SELECT trusted_at, ahead FROM clock")).toEqual({ trusted_at: now, ahead: 0 });
});

test("a repair in many steps, cut short and begun again, ends the same", async () => {
  service = new SimulatedService(SMALL_SIZES, 1_000_000);
  const { database } = service;
  database.run(
    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) " +
      "INSERT INTO print (workspace_id, ordinal, print_key, user_id, width, test_print, created_at, updated_at) " +
      `SELECT 1, i, 'k' || i, 1, 48, 0, ${TODAY + TEN_YEARS} + i, ${TODAY + TEN_YEARS} + i FROM n`,
  );
  const clock = clockAt(TODAY);
  const store = new ClockStore(database);
  let steps = 0;
  for await (const { done, total } of repairTimes(clock, store, (change) => service.changeTimes(change))) {
    expect(done).toBeLessThanOrEqual(total);
    if (++steps === 3) break;
  }
  const wrong = () =>
    database
      .query<{ prints: number }, [number]>("SELECT count(*) AS prints FROM print WHERE created_at > ?")
      .get(TODAY)?.prints;
  expect(wrong()).toBe(6000);
  // A print that comes meanwhile is held at the last one, and is put right with it.
  service.setClock(TODAY);
  service.create(1, receipt("between"));
  expect(rows().at(-1)?.createdAt).toBe(TODAY + TEN_YEARS + 9999);
  await repair(clock);
  expect(wrong()).toBe(0);
  const times = rows().map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted((left, right) => left - right));
});
