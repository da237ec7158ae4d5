import type { Database } from "bun:sqlite";

/** What is known of the time after the state that is restored, from the present database and from later segments. */
export interface KnownSince {
  /** The highest number given, by table. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly revokedTokens: readonly RevokedToken[];
  /** Whether that is all: nothing was stored that is not known of. */
  readonly isWhole: boolean;
}

export interface RevokedToken {
  readonly id: string;
  readonly revokedAt: number;
}

/** Nothing is known. */
export const NOTHING_KNOWN: KnownSince = { numbers: new Map(), revokedTokens: [], isWhole: false };

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
  return {
    numbers: new Map((numbers ?? []).map(({ name, seq }) => [name, seq])),
    revokedTokens: revokedTokens ?? [],
    isWhole: numbers !== null && revokedTokens !== null,
  };
}

/** Puts together what two sources know. One that knows all is enough. */
export function together(one: KnownSince, other: KnownSince): KnownSince {
  const numbers = new Map(one.numbers);
  for (const [table, number] of other.numbers) numbers.set(table, Math.max(number, numbers.get(table) ?? 0));
  return {
    numbers,
    revokedTokens: [...one.revokedTokens, ...other.revokedTokens],
    isWhole: one.isWhole || other.isWhole,
  };
}

function rows<Row>(database: Database, statement: string): Row[] | null {
  try {
    return database.query<Row, []>(statement).all();
  } catch {
    return null;
  }
}
