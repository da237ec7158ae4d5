import type { Database } from "bun:sqlite";
import type { CreateOperation, SpoolOperation, UnspoolOperation, WriteSuccess } from "./write-operation.ts";

/** A job that a crash left behind, ready to be stored. */
export type SpooledPrint = Omit<CreateOperation, "raw">;

const DONE: WriteSuccess = { ok: true, id: 0, json: "", replayed: false };

/**
 * Keeps the parts of jobs that had to be durable before the jobs ended, inside a transaction that the caller begins and
 * commits.
 */
export class SpoolWriter {
  private readonly statements: ReturnType<typeof prepare>;

  constructor(database: Database) {
    this.statements = prepare(database);
  }

  /** Adds a part to a job. */
  add(operation: SpoolOperation, now: number): WriteSuccess {
    this.statements.addJob.run(operation.key, operation.print, now);
    this.statements.addPart.run(operation.key, operation.part);
    return DONE;
  }

  /** Forgets a job whose host has given it up; nothing happens where there is none. */
  discard({ key }: UnspoolOperation): WriteSuccess {
    this.remove(key);
    return DONE;
  }

  /** Removes a job's parts, in the transaction that stores all of it. */
  remove(key: string): void {
    this.statements.removeParts.run(key);
    this.statements.removeJob.run(key);
  }
}

function prepare(database: Database) {
  return {
    addJob: database.query<unknown, (string | number)[]>(
      "INSERT INTO spooled_job (key, print, created_at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING",
    ),
    addPart: database.query<unknown, [string, Uint8Array]>(
      "INSERT INTO spooled_part (key, content) VALUES (?, ?)",
    ),
    removeParts: database.query<unknown, [string]>("DELETE FROM spooled_part WHERE key = ?"),
    removeJob: database.query<unknown, [string]>("DELETE FROM spooled_job WHERE key = ?"),
  };
}

/** The jobs that a crash left behind, the oldest first: what to store, and their bytes as far as they came. */
export function spooledPrints(database: Database): { print: SpooledPrint; raw: Uint8Array<ArrayBuffer> }[] {
  const jobs = database
    .query<{ key: string; print: string }, []>(
      // By their first bytes: the clock may have been set meanwhile.
      "SELECT key, print FROM spooled_job ORDER BY " +
        "(SELECT min(id) FROM spooled_part WHERE spooled_part.key = spooled_job.key)",
    )
    .all();
  const parts = database.query<{ content: Uint8Array }, [string]>(
    "SELECT content FROM spooled_part WHERE key = ? ORDER BY id",
  );
  return jobs.map(({ key, print }) => ({
    print: { ...(JSON.parse(print) as SpooledPrint), spoolKey: key },
    raw: new Uint8Array(Buffer.concat(parts.all(key).map(({ content }) => content))),
  }));
}
