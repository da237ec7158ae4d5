import type { Database, SQLQueryBindings } from "bun:sqlite";
import { systemActor } from "../audit/audit-entry.ts";
import type { DeliveryCause } from "../domain/delivery.ts";
import type { EventKind } from "../domain/event.ts";
import { formatInstant } from "../domain/instant.ts";
import { notePolicyChange } from "../storage/policy-version.ts";
import { personKey } from "../domain/person.ts";
import { PrintJournal } from "../storage/print-journal.ts";
import { PrintRemover } from "../storage/print-remover.ts";
import { sha256 } from "../journal/hash.ts";
import { type KnownSeal, type KnownSince, knownTo } from "./known-since.ts";

/** Who settles it. */
const RESTORE = systemActor("restore");

/** Of what state a restored database is. */
export interface OldState {
  /** When its newest change was, epoch milliseconds. */
  readonly asOf: number;
  readonly restoredAt: number;
  /** What is known of the time after it. */
  readonly since: KnownSince;
}

/** What {@link settleOldState} did. */
export interface Settled {
  /** Deliveries that wait for a person now. */
  readonly held: number;
  readonly sessionsEnded: number;
  readonly tokensRevoked: number;
  /** Prints that were erased since, and again now. */
  readonly erased: number;
  /** Legal holds that were made since, and are there again. */
  readonly holds: number;
}

/**
 * How many numbers are left out where it is not known which were given after the state was stored: clients may remember some.
 * A minute of what a large import stores, since no more than that is lost with a disk.
 */
const UNKNOWN_IDS = 100_000;

/** Tables that get rows all the time, which clients know by their numbers. */
const NUMBERED = ["print", "delivery", "event"] as const;

const RESTORED: { readonly cause: DeliveryCause; readonly kind: EventKind } = {
  cause: "restored",
  kind: "data.restored",
};

/**
 * Keeps what was under way in an old state from coming back to life, in one transaction: nothing is printed, told or answered
 * a second time by itself, no number is given to another thing than before, and who has lost access has none.
 * @param database for writing, with the present schema; foreign keys may be off
 */
export function settleOldState(database: Database, state: OldState): Settled {
  const run = database.transaction(() => {
    const why =
      `It waited when the backup of ${formatInstant(state.asOf)} was made that was restored, and may have been printed ` +
      "since: a person decides.";
    const held = holdDeliveries(database, why, state.restoredAt);
    holdSpooledJobs(database, why);
    // Where their jobs came from has long heard of these: a second word would be taken to be about another job.
    database.run("DELETE FROM polled_job");
    const { changes: sessionsEnded } = database.run("DELETE FROM person_session");
    database.run("DELETE FROM person_link");
    const tokensRevoked = revokeTokens(database, state.since);
    takeOverPeople(database, state.since);
    const journal = new PrintJournal(database);
    noteReplaced(database, journal, state);
    const erased = eraseAgain(database, journal, state);
    journal.flush();
    const holds = holdAgain(database, state.since);
    awaitRetention(database);
    skipNumbers(database, state.since);
    forgetNotices(database);
    tellWorkspaces(database, state);
    return { held, sessionsEnded, tokensRevoked, erased, holds };
  });
  return run.immediate();
}

/**
 * What waited goes back to the printer that it is for: its backup has no trouble to help with. What was held already may have
 * been released since, and its paper would be a second one.
 */
function holdDeliveries(database: Database, why: string, now: number): number {
  return database.run(
    "UPDATE delivery SET state = 'held', cause = ?, reason = ?, next_attempt_at = NULL, updated_at = ?, " +
      "printer_id = coalesce(for_printer_id, printer_id), for_printer_id = NULL " +
      "WHERE state IN ('queued', 'sending', 'held')",
    [RESTORED.cause, why, now],
  ).changes;
}

/** Jobs that had begun are stored at the next start, since their hosts were told so; they are not printed by themselves either. */
function holdSpooledJobs(database: Database, why: string): void {
  const setAside = JSON.stringify({ state: "held", cause: RESTORED.cause, reason: why });
  database.run(
    "UPDATE spooled_job SET print = json_remove(json_set(print, '$.setAside', json(?), '$.isPassing', json('false')), '$.polled')",
    [setAside],
  );
}

function revokeTokens(database: Database, { revokedTokens }: KnownSince): number {
  const revoke = database.query<unknown, [number, string]>(
    "UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
  );
  let revoked = 0;
  for (const { id, revokedAt } of revokedTokens) revoked += revoke.run(revokedAt, id).changes;
  return revoked;
}

/**
 * Who may sign in, as what, and with which password is as it was known last: who was removed since stays so, and a password
 * that was changed does not count again.
 */
function takeOverPeople(database: Database, { people }: KnownSince): void {
  if (people === null) return;
  database.run("DELETE FROM person");
  const addUser = database.query<unknown, [number, string, number]>(
    "INSERT INTO user (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
  );
  // Of one whose workspace is not there any more nothing is left to see.
  const addPerson = database.query<unknown, SQLQueryBindings[]>(
    "INSERT INTO person (id, name_key, role, workspace_id, password_hash, password_at, created_at) " +
      "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ?4 IS NULL OR ?4 IN (SELECT id FROM workspace)",
  );
  for (const { id, name, role, workspaceId, passwordHash, passwordAt, createdAt } of people) {
    addUser.run(id, name, createdAt);
    addPerson.run(id, personKey(name), role, workspaceId, passwordHash, passwordAt, createdAt);
  }
}

/** The journals say from where on they are others than those that went on, and which seals belong to those. */
function noteReplaced(
  database: Database,
  journal: PrintJournal,
  { asOf, restoredAt, since }: OldState,
): void {
  const kept = new Set(knownTo(database).seals.map(sealKey));
  const lost = Map.groupBy(
    since.seals.filter((seal) => !kept.has(sealKey(seal))),
    ({ workspaceId }) => workspaceId,
  );
  for (const { id } of database.query<{ id: number }, []>("SELECT id FROM workspace ORDER BY id").all()) {
    const seals = lost.get(id) ?? [];
    const hashes = new Set(seals.map(({ text }) => sha256(text).toHex()));
    const last = Math.max(0, ...seals.map(({ number }) => number));
    const by = { kind: RESTORE.kind, id: RESTORE.id };
    journal.noteReplaced(id, restoredAt, last, { asOf, by, seals: [...hashes] });
  }
}

function sealKey({ workspaceId, text }: KnownSeal): string {
  return `${workspaceId} ${text}`;
}

/** What was erased since is erased: whoever asked for that was told so. What was purged may be what is to come back. */
function eraseAgain(database: Database, journal: PrintJournal, { restoredAt, since }: OldState): number {
  const remover = new PrintRemover(database, () => restoredAt, journal);
  const isThere = database.query("SELECT 1 FROM print WHERE id = ? AND workspace_id = ?");
  let erased = 0;
  for (const { workspaceId, printId, userId, reason } of since.erasedPrints) {
    if (isThere.get(printId, workspaceId) === null) continue;
    const decision = { userId, reason, removalId: null, isLast: true };
    const operation = {
      kind: "remove",
      how: "erased",
      workspaceId,
      printIds: [printId],
      ...decision,
    } as const;
    erased += remover.remove(operation, RESTORE).piece.prints;
  }
  return erased;
}

/** What was to be kept since is kept: retention would remove it with the first night. One released since stays until it is again. */
function holdAgain(database: Database, { holds }: KnownSince): number {
  const add = database.query<unknown, (string | number)[]>(
    "INSERT OR IGNORE INTO retention_hold (id, workspace_id, name, condition, reason, created_by, created_at) " +
      "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM workspace WHERE id = ?2)",
  );
  let made = 0;
  for (const { id, workspaceId, name, condition, reason, createdBy, createdAt } of holds) {
    const { changes } = add.run(id, workspaceId, name, condition, reason, createdBy, createdAt);
    if (changes > 0) notePolicyChange(database, workspaceId);
    made += changes;
  }
  return made;
}

/**
 * What rules and limits would delete is looked at anew, and waits: prints that have come back may be those for which the backup
 * was restored, and the rules those that deleted them.
 */
function awaitRetention(database: Database): void {
  database.run("UPDATE retention_rule SET applies_from = NULL");
  database.run("UPDATE retention_limit SET applies_from = NULL");
}

/** The next number of each table is above all that were given. */
export function skipNumbers(
  database: Database,
  { numbers, isWhole }: Pick<KnownSince, "numbers" | "isWhole">,
): void {
  // A table in which nothing was ever stored has no row there.
  const add = database.query<unknown, [string]>(
    "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
  );
  const raise = database.query<unknown, [number, string]>(
    "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?",
  );
  for (const table of [...numbers.keys(), ...NUMBERED]) add.run(table);
  for (const [table, number] of numbers) raise.run(number, table);
  if (isWhole) return;
  for (const table of NUMBERED)
    database.run("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?", [UNKNOWN_IDS, table]);
}

/** What people who are away were to be told, they have been told since: they hear of what comes from here on. */
function forgetNotices(database: Database): void {
  database.run("DELETE FROM notice");
  database.run(
    "UPDATE notification_target SET last_event = (SELECT seq FROM sqlite_sequence WHERE name = 'event'), " +
      "attempts = 0, failing_since = NULL, next_attempt_at = NULL",
  );
}

/** Webhooks go on from here. Listeners are told; by what they are told a place from before is known to be one. */
function tellWorkspaces(database: Database, { asOf, restoredAt }: OldState): void {
  const next = "(SELECT coalesce(max(ordinal) + 1, 0) FROM print WHERE workspace_id = ";
  database.run(
    `UPDATE webhook SET next_ordinal = ${next} webhook.workspace_id), ` +
      "last_event = (SELECT seq FROM sqlite_sequence WHERE name = 'event'), " +
      "attempts = 0, failing_since = NULL, next_attempt_at = NULL",
  );
  const data = JSON.stringify({ asOf: formatInstant(asOf), restoredAt: formatInstant(restoredAt) });
  database.run(
    "INSERT INTO event (workspace_id, kind, print_id, data, created_at, next_ordinal) " +
      `SELECT id, ?, NULL, ?, ?, ${next} workspace.id) FROM workspace ORDER BY id`,
    [RESTORED.kind, data, restoredAt],
  );
}
