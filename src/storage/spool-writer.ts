import type { Database } from "bun:sqlite";
import type { CreateOperation, OperationOf } from "./write-operation.ts";

/** A job that a crash left behind, ready to be stored. */
export type SpooledPrint = Omit<CreateOperation, "raw">;

/** Keeps the parts of jobs that had to be durable before the jobs ended, in a transaction that the caller begins and commits. */
export class SpoolWriter {
  private readonly statements;

  constructor(database: Database) {
    this.statements = {
      addJob: database.query<unknown, (string | number)[]>(
        // What is known of a job may change while it comes: that it goes through to the real printer.
        "INSERT INTO spooled_job (key, print, created_at) VALUES (?, ?, ?) " +
          "ON CONFLICT (key) DO UPDATE SET print = excluded.print WHERE print <> excluded.print",
      ),
      addPart: database.query<unknown, [string, Uint8Array]>(
        "INSERT INTO spooled_part (key, content) VALUES (?, ?)",
      ),
      removeParts: database.query<unknown, [string]>("DELETE FROM spooled_part WHERE key = ?"),
      removeJob: database.query<unknown, [string]>("DELETE FROM spooled_job WHERE key = ?"),
    };
  }

  /** Adds a part to a job. */
  add({ key, print, part }: OperationOf<"spool">, now: number): void {
    this.statements.addJob.run(key, print, now);
    this.statements.addPart.run(key, part);
  }

  /** Removes a job's parts, in the transaction that stores all of it or forgets it; nothing happens where there is none. */
  remove(key: string): void {
    this.statements.removeParts.run(key);
    this.statements.removeJob.run(key);
  }
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
