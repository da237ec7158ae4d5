import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import type { EventPosition } from "../../src/domain/event.ts";
import { EventReader } from "../../src/events/event-reader.ts";
import { type KnownSince, knownTo, NOTHING_KNOWN, together } from "../../src/restore/known-since.ts";
import { settleOldState } from "../../src/restore/old-state.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator, ensureFirstToken } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { NotificationReader } from "../../src/storage/notification-store.ts";
import { PersonStore } from "../../src/storage/person-store.ts";
import { spooledPrints } from "../../src/storage/spool-writer.ts";
import { TokenStore } from "../../src/storage/token-store.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { hashOfSeal } from "../../src/journal/seal.ts";
import { verifyJournal } from "../../src/verification/verify-journal.ts";
import { createOperation } from "../create-operation.ts";

const PRINTER = 7;
const AS_OF = Date.UTC(2026, 10, 22, 3);
const LATER = AS_OF + 9 * 3_600_000;

/** A database, as a service or a backup of it has it. */
class State {
  private readonly writer;
  readonly reader;

  constructor(readonly database = new Database(":memory:", { strict: true })) {
    database.run("PRAGMA foreign_keys = OFF");
    migrate(database);
    ensureAdministrator(database, 0);
    this.writer = new BatchWriter(database, () => AS_OF);
    this.reader = new EventReader(database);
  }

  write(operation: WriteOperation): number {
    const [result] = this.writer.write([operation]).results;
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    return result.id;
  }

  prints(count: number): number[] {
    return Array.from({ length: count }, () => this.write(createOperation()));
  }

  /** What a backup of it gives, once it was restored. */
  restored(since: KnownSince = NOTHING_KNOWN): State {
    const database = Database.deserialize(this.database.serialize(), { strict: true });
    settleOldState(database, { asOf: AS_OF, restoredAt: LATER, since });
    return new State(database);
  }

  all<Row>(statement: string): Row[] {
    return this.database.query<Row, []>(statement).all();
  }

  /** The ids of the created prints, and the other kinds, that a listener is told from a position on. */
  told(from: EventPosition): (number | string)[] {
    const events = this.reader.after(1, this.reader.resume(1, from), 1000);
    return events.map(({ kind, data }) =>
      kind === "print.created" ? (JSON.parse(data) as { id: number }).id : kind,
    );
  }
}

test("what waited for its printer is held, and goes on only when a person says so; what was done stays done", () => {
  const state = new State();
  const delivered = createOperation({ printerId: PRINTER, isDelivered: true });
  for (const change of [
    "UPDATE delivery SET state = 'done'",
    "UPDATE delivery SET state = 'sending', sent_bytes = 3 WHERE state = 'queued'",
    "UPDATE delivery SET for_printer_id = 7, printer_id = 8 WHERE state = 'queued'",
    "UPDATE delivery SET state = 'kept', cause = 'expired' WHERE state = 'queued' AND printer_id = 7",
    "UPDATE delivery SET state = 'held', cause = 'late' WHERE state = 'queued' AND printer_id = 7",
    null,
  ]) {
    state.write(delivered);
    if (change !== null) state.database.run(change);
  }
  const restored = state.restored();
  const rows = restored.all(
    "SELECT state, cause, printer_id AS printer, for_printer_id AS forPrinter FROM delivery",
  );
  const held = { state: "held", cause: "restored", printer: PRINTER, forPrinter: null };
  expect(rows).toEqual([
    { ...held, state: "done", cause: null },
    held,
    held,
    { ...held, state: "kept", cause: "expired" },
    held,
    held,
  ]);
  expect(restored.all("SELECT DISTINCT reason FROM delivery WHERE state = 'held'")).toEqual([
    {
      reason:
        "It waited when the backup of 2026-11-22T03:00:00.000Z was made that was restored, and may have been printed since: " +
        "a person decides.",
    },
  ]);
});

test("a job that had begun is stored, and its delivery waits for a person; where it came from is not told again", () => {
  const state = new State();
  const polled = { source: "http://pos.example/", job: "{}" };
  const { raw: _, ...print } = createOperation({ printerId: PRINTER, isDelivered: true, isPassing: true });
  const spooled = JSON.stringify({ ...print, copies: [8], polled });
  const part = new TextEncoder().encode("half of it");
  state.write({ kind: "spool", key: "job", part, print: spooled });
  state.database.run("INSERT INTO polled_job (printer_id, source, job, print_id) VALUES (7, 'x', '{}', 1)");
  const restored = state.restored();
  const [job] = spooledPrints(restored.database);
  if (job === undefined) throw new Error("it is gone");
  restored.write({ ...job.print, raw: job.raw });
  expect(restored.all("SELECT state, cause, printer_id AS printer FROM delivery")).toEqual([
    { state: "held", cause: "restored", printer: PRINTER },
    { state: "held", cause: "restored", printer: 8 },
  ]);
  expect(restored.all("SELECT * FROM polled_job")).toEqual([]);
});

test("sessions and sign-in links are gone, and a token that was revoked since is revoked", () => {
  const state = new State();
  const { id: user } = ensureAdministrator(state.database, 0);
  const text = ensureFirstToken(state.database, user, 0);
  new PersonStore(state.database).createSignInCode(user, AS_OF, 1000);
  state.database.run(
    "INSERT INTO person_session VALUES ('open', x'00', 1, NULL, 'link', 0, 9e15, 0, '', '')",
  );
  const later = new State(Database.deserialize(state.database.serialize(), { strict: true }));
  const [token] = new TokenStore(later.database).list();
  if (token === undefined || text === null) throw new Error("there is no token");
  later.database.run("UPDATE token SET revoked_at = ?", [LATER]);
  const restored = state.restored(knownTo(later.database));
  expect(restored.all("SELECT 1 FROM person_session UNION ALL SELECT 1 FROM person_link")).toEqual([]);
  expect(restored.all("SELECT id, revoked_at FROM token")).toEqual([{ id: token.id, revoked_at: LATER }]);
  expect(state.restored().all("SELECT revoked_at FROM token")).toEqual([{ revoked_at: null }]);
});

test("who may sign in is as it was known last: the removed stay out, and old passwords do not count again", () => {
  const state = new State();
  ensureAdministrator(state.database, 0);
  const person = (name: string) => ({ name, role: "operator", workspaceId: null }) as const;
  const before = new PersonStore(state.database);
  const hash = (passwordHash: string) => ({ passwordHash, link: null });
  const [ada, bob] = [
    before.create(person("Ada"), 0, hash("old")),
    before.create(person("Bob"), 0, hash("old")),
  ];
  const later = new State(Database.deserialize(state.database.serialize(), { strict: true }));
  const after = new PersonStore(later.database);
  after.apply({ do: "password", id: ada, passwordHash: "new", keptSession: null }, LATER);
  after.apply({ do: "update", id: ada, settings: { role: "viewer", name: "Ada L." } }, LATER);
  after.apply({ do: "remove", id: bob }, LATER);
  after.create(person("Cleo"), LATER, hash("new"));
  const restored = state.restored(knownTo(later.database));
  const people = "SELECT name, role, password_hash AS hash FROM person JOIN user USING (id) ORDER BY id";
  expect(restored.all(people)).toEqual([
    { name: "administrator", role: "administrator", hash: null },
    { name: "Ada L.", role: "viewer", hash: "new" },
    { name: "Cleo", role: "operator", hash: "new" },
  ]);
  expect(state.restored().all("SELECT name FROM user JOIN person USING (id)")).toHaveLength(3);
});

test("what was erased since is erased again, and what was purged comes back", () => {
  const state = new State();
  const [first = 0, second = 0, third = 0] = state.prints(3);
  const later = new State(Database.deserialize(state.database.serialize(), { strict: true }));
  const decision = { workspaceId: 1, userId: 1, reason: "asked for", removalId: null, isLast: true } as const;
  const [fourth = 0] = later.prints(1);
  for (const printId of [first, fourth])
    later.write({ kind: "remove", how: "erased", printIds: [printId], ...decision });
  later.write({ kind: "delete", workspaceId: 1, printId: second });
  later.write({ kind: "remove", how: "purged", printIds: [second], ...decision });
  const restored = state.restored(knownTo(later.database));
  expect(restored.all("SELECT print_id AS id FROM print_data")).toEqual([{ id: second }, { id: third }]);
  expect(restored.all("SELECT kind, reason FROM removal")).toEqual([{ kind: "erased", reason: "asked for" }]);
  // Of what the old state never had nothing is to be erased, and its number is not given again.
  expect(restored.prints(1)).toEqual([fourth + 1]);
});

test("what is held since is held, and what rules would delete of what came back waits until somebody has seen it", () => {
  const state = new State();
  state.prints(2);
  const settings = { name: "two days", condition: "{}", maxPrints: null, maxSize: null, enabled: true };
  const given = { settings: { ...settings, maxAge: "2d" }, position: null };
  state.write({ kind: "retention", change: { do: "create", workspaceId: 1, given } });
  const hold = { do: "hold", workspaceId: 1, condition: "{}", reason: "a lawsuit", by: "boss" } as const;
  const early = state.write({ kind: "retention", change: { ...hold, name: "early" } });
  state.database.run("UPDATE retention_rule SET applies_from = 1");
  state.database.run(
    "INSERT INTO retention_limit (name, value, applies_from) VALUES ('purge-after', '30d', 1)",
  );
  const later = new State(Database.deserialize(state.database.serialize(), { strict: true }));
  later.write({
    kind: "retention",
    change: { do: "release", workspaceId: 1, id: early, reason: "lost", by: "boss" },
  });
  later.write({ kind: "retention", change: { ...hold, name: "late" } });
  // Of a workspace that the old state never had.
  later.database.run(
    "INSERT INTO retention_hold (workspace_id, name, condition, reason, created_by, created_at) VALUES (99, '', '{}', '', '', 0)",
  );
  const restored = state.restored(together(NOTHING_KNOWN, knownTo(later.database)));
  expect(restored.all("SELECT name, created_by AS by FROM retention_hold WHERE released_at IS NULL")).toEqual(
    [
      { name: "early", by: "boss" },
      { name: "late", by: "boss" },
    ],
  );
  const waiting =
    "SELECT applies_from AS since FROM retention_rule UNION ALL SELECT applies_from FROM retention_limit";
  expect(restored.all(waiting)).toEqual([{ since: null }, { since: null }]);
});

describe("no number is given to another print than before", () => {
  test.each([
    ["all that came since is known", (later: State) => knownTo(later.database), 16],
    [
      "a part is known, of the present database and of segments",
      () => together({ ...NOTHING_KNOWN, numbers: new Map([["print", 12]]) }, NOTHING_KNOWN),
      100_013,
    ],
    ["nothing is known", () => NOTHING_KNOWN, 100_011],
  ])("%s", (_name, since, expected) => {
    const state = new State();
    state.prints(10);
    const later = new State(Database.deserialize(state.database.serialize(), { strict: true }));
    later.prints(5);
    expect(state.restored(since(later)).prints(1)).toEqual([expected]);
  });

  test("a backup from before the first print", () => {
    const state = new State();
    const later = new State(Database.deserialize(state.database.serialize(), { strict: true }));
    later.prints(5);
    expect(state.restored(knownTo(later.database)).prints(1)).toEqual([6]);
  });
});

test("webhooks are told of nothing again, but that a backup was restored", () => {
  const state = new State();
  const url = "http://127.0.0.1/";
  const settings = { url, secret: "whsec_", events: [], state: "active" } as const;
  const position = { nextOrdinal: 0, lastEvent: 0 };
  state.write({ kind: "webhook", change: { do: "create", workspaceId: 1, settings, position } });
  const [print = 0] = state.prints(3);
  state.write({ kind: "delete", workspaceId: 1, printId: print });
  const restored = state.restored();
  const [at] = restored.all<EventPosition>(
    "SELECT next_ordinal AS nextOrdinal, last_event AS lastEvent FROM webhook",
  );
  if (at === undefined) throw new Error("it is gone");
  expect(restored.reader.after(1, at, 10)).toMatchObject([{ kind: "data.restored", at: LATER }]);
});

test("a listener goes on where it makes sense, whatever it knew before", () => {
  const state = new State();
  const [first = 0] = state.prints(10);
  state.write({ kind: "delete", workspaceId: 1, printId: first });
  const later = new State(Database.deserialize(state.database.serialize(), { strict: true }));
  const behind = { nextOrdinal: 8, lastEvent: 0 };
  const asOf = state.reader.endOf(1);
  later.prints(20);
  later.write({ kind: "delete", workspaceId: 1, printId: first + 1 });
  const ahead = later.reader.endOf(1);
  const restored = state.restored(knownTo(later.database));
  // More than there were before: the numbers alone would not tell.
  const prints = restored.prints(25);
  expect(restored.told(behind)).toEqual([9, 10, "print.deleted", "data.restored", ...prints]);
  expect(restored.told(asOf)).toEqual(["data.restored", ...prints]);
  expect(restored.told(ahead)).toEqual(["data.restored", ...prints]);
  // Who has come since goes on from there, and misses and hears twice nothing.
  const end = restored.reader.endOf(1);
  expect(restored.told(end)).toEqual([]);
  const [next = 0] = restored.prints(1);
  expect(restored.told(end)).toEqual([next]);
  // Who knows of a time that never was hears from now on.
  expect(restored.told({ nextOrdinal: 1e6, lastEvent: 1e6 })).toEqual([]);
});

test("people who are away are told nothing a second time, and hear of the restored data", () => {
  const state = new State();
  const settings = {
    name: "Office",
    kind: "ntfy",
    address: "http://localhost:9/till",
    server: null,
    secret: null,
    workspaceId: null,
    events: ["delivery.done", "data.restored"],
    quietHours: null,
    language: "en",
    priority: null,
    state: "active",
  } as const;
  const id = state.write({ kind: "notification", change: { do: "create", settings } });
  const told = { topic: "delivery.done 7", kind: "delivery.done", data: {}, at: AS_OF } as const;
  state.write({ kind: "notification", change: { do: "collect", id, lastEvent: 0, notices: [told] } });
  const insert =
    "INSERT INTO event (workspace_id, kind, print_id, data, created_at, next_ordinal) VALUES (1, 'delivery.done', NULL, '{}', 0, 0)";
  state.database.run(insert);
  const restored = new NotificationReader(state.restored().database);
  expect(restored.notices(id)).toEqual([]);
  const { lastEvent } = restored.get(id);
  expect(restored.eventsAfter(lastEvent, 10).map(({ kind }) => kind)).toEqual(["data.restored"]);
});

describe("the journal of what is restored", () => {
  const entries = (state: State) =>
    state.all<{ kind: string; details: string }>("SELECT kind, details FROM journal_entry");

  test("says from where on it is another one, and is whole, though numbers were left out", async () => {
    const old = new State();
    old.prints(3);
    const restored = old.restored();
    const [entry] = entries(restored);
    expect(entry?.kind).toBe("replaced");
    expect(JSON.parse(entry?.details ?? "")).toEqual({
      asOf: AS_OF,
      by: { kind: "system", id: "restore" },
      seals: [],
    });
    expect((await verifyJournal(restored.database)).findings).toEqual([]);
    restored.prints(2);
    expect(await verifyJournal(restored.database)).toMatchObject({ prints: 5, entries: 6, findings: [] });
  });

  test("names the seals of what is lost; none of their numbers is given again", async () => {
    const seal: WriteOperation = { kind: "seal", change: { do: "seal", workspaceId: 1 } };
    const old = new State();
    old.prints(3);
    old.write(seal);
    const later = new State(Database.deserialize(old.database.serialize(), { strict: true }));
    for (let night = 0; night < 2; night++) {
      later.prints(1);
      later.write(seal);
    }
    const restored = old.restored(knownTo(later.database));
    const lost = later
      .all<{ text: string }>("SELECT text FROM journal_seal WHERE number > 1 ORDER BY number")
      .map(({ text }) => hashOfSeal(text));
    expect(lost.length).toBe(2);
    expect(JSON.parse(entries(restored)[0]?.details ?? "")).toMatchObject({ seals: lost });
    restored.prints(1);
    restored.write(seal);
    expect(restored.all("SELECT number FROM journal_seal")).toEqual([{ number: 1 }, { number: 4 }]);
    expect((await verifyJournal(restored.database)).findings).toEqual([]);
  });
});
