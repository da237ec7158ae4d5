import type { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "../platform/remove-tree.ts";
import type { RetentionHold } from "../domain/retention.ts";
import type { PersonSettings } from "../domain/person.ts";
import { databasePath } from "../platform/data-folder.ts";
import { openForReading } from "../storage/database.ts";
import { reasonOf } from "../platform/system-error.ts";
import type { BuildOptions, RestorableState } from "./restore-source.ts";

/** What is known of the time after the state that is restored, from the present database and from what its source has later. */
export interface KnownSince {
  /** The highest number given, by table. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly revokedTokens: readonly RevokedToken[];
  /** Who may sign in; `null` where that is not known. */
  readonly people: readonly KnownPerson[] | null;
  readonly erasedPrints: readonly ErasedPrint[];
  /** Legal holds that are not released. */
  readonly holds: readonly StandingHold[];
  /** Seals of the journals. */
  readonly seals: readonly KnownSeal[];
  /** Whether that is all: nothing was stored that is not known of. */
  readonly isWhole: boolean;
  /** Why what the source has later could not be read, a sentence; `null` where it was, or need not be. */
  readonly fault: string | null;
}

export interface RevokedToken {
  readonly id: string;
  readonly revokedAt: number;
}

/** A person, with the user whose name they have. */
export interface KnownPerson extends PersonSettings {
  readonly id: number;
  readonly passwordHash: string | null;
  readonly passwordAt: number | null;
  readonly createdAt: number;
}

/** A print of which nothing is to be left. */
export interface ErasedPrint {
  readonly workspaceId: number;
  readonly printId: number;
  readonly userId: number | null;
  readonly reason: string;
}

/** A legal hold, as its table has it. */
export type StandingHold = Pick<
  RetentionHold,
  "id" | "workspaceId" | "name" | "condition" | "reason" | "createdBy" | "createdAt"
>;

/** A seal of the journal of a workspace. */
export interface KnownSeal {
  readonly workspaceId: number;
  readonly number: number;
  readonly text: string;
}

/** Nothing is known. */
export const NOTHING_KNOWN: KnownSince = {
  numbers: new Map(),
  revokedTokens: [],
  people: null,
  erasedPrints: [],
  holds: [],
  seals: [],
  isWhole: false,
  fault: null,
};

/**
 * Reads it from a database that has gone on. What an older or damaged one does not tell is left out.
 * @param database a reading connection
 */
export function knownTo(database: Database): KnownSince {
  const numbers = rows<{ name: string; seq: number }>(database, "SELECT name, seq FROM sqlite_sequence");
  const revokedTokens = rows<RevokedToken>(
    database,
    "SELECT id, revoked_at AS revokedAt FROM token WHERE revoked_at IS NOT NULL",
  );
  const people = rows<KnownPerson>(
    database,
    "SELECT person.id, user.name, role, workspace_id AS workspaceId, password_hash AS passwordHash, " +
      "password_at AS passwordAt, person.created_at AS createdAt FROM person JOIN user ON user.id = person.id",
  );
  const erasedPrints = rows<ErasedPrint>(
    database,
    "SELECT print.workspace_id AS workspaceId, print.id AS printId, removal.user_id AS userId, reason FROM print " +
      "JOIN removal ON removal.id = removal_id WHERE kind = 'erased'",
  );
  const holds = rows<StandingHold>(
    database,
    "SELECT id, workspace_id AS workspaceId, name, condition, reason, created_by AS createdBy, created_at AS createdAt " +
      "FROM retention_hold WHERE released_at IS NULL",
  );
  const seals = rows<KnownSeal>(
    database,
    "SELECT workspace_id AS workspaceId, number, text FROM journal_seal",
  );
  return {
    numbers: new Map((numbers ?? []).map(({ name, seq }) => [name, seq])),
    revokedTokens: revokedTokens ?? [],
    people,
    erasedPrints: erasedPrints ?? [],
    holds: holds ?? [],
    seals: seals ?? [],
    isWhole: numbers !== null && revokedTokens !== null,
    fault: null,
  };
}

/** Puts together what two sources know. One that knows all is enough. */
export function together(one: KnownSince, other: KnownSince): KnownSince {
  const numbers = new Map(one.numbers);
  for (const [table, number] of other.numbers) numbers.set(table, Math.max(number, numbers.get(table) ?? 0));
  return {
    numbers,
    revokedTokens: [...one.revokedTokens, ...other.revokedTokens],
    people: one.people ?? other.people,
    erasedPrints: [...one.erasedPrints, ...other.erasedPrints],
    holds: [...one.holds, ...other.holds],
    seals: [...one.seals, ...other.seals],
    isWhole: one.isWhole || other.isWhole,
    fault: one.fault ?? other.fault,
  };
}

/**
 * What is known of the time after a state. Its source is asked as far as the present database does not tell.
 * @param present what that one knows, where it went on from this state; else {@link NOTHING_KNOWN}
 * @param folder where the newest state of the source may be built for a moment
 */
export async function knownSince(
  state: RestorableState,
  present: KnownSince,
  folder: string,
  options: BuildOptions,
): Promise<KnownSince> {
  const known = together({ ...NOTHING_KNOWN, numbers: state.numbers }, present);
  if (known.isWhole || state.later === null) return known;
  const later = join(folder, "later");
  mkdirSync(later, { mode: 0o700 });
  try {
    return together(known, { ...(await knownToState(state.later, later, options)), isWhole: false });
  } catch (error) {
    // It is damaged, or there is no room for it: that must not keep what is whole from being restored.
    return { ...known, fault: reasonOf(error) };
  } finally {
    removeTree(later);
  }
}

async function knownToState(
  state: RestorableState,
  folder: string,
  options: BuildOptions,
): Promise<KnownSince> {
  const path = databasePath(folder);
  await state.writeDatabase(path, options);
  const database = openForReading(path);
  try {
    return knownTo(database);
  } finally {
    database.close();
  }
}

function rows<Row>(database: Database, statement: string): Row[] | null {
  try {
    return database.query<Row, []>(statement).all();
  } catch {
    return null;
  }
}
