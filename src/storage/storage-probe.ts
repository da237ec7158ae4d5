import type { Database } from "bun:sqlite";

/**
 * Tries whether a print could be stored: reads one, by chance, and makes a tiny transaction durable. Nothing is changed by it.
 * @throws what SQLite throws
 */
export function probeStorage(database: Database): void {
  const probe = database.transaction(() => {
    const newest =
      database.query<{ id: number | null }, []>("SELECT max(id) AS id FROM print").get()?.id ?? 0;
    const chosen = Math.ceil(Math.random() * newest);
    database
      .query(
        "SELECT label, created_at, length(sha256) FROM print LEFT JOIN print_data ON print_id = id WHERE id >= ? LIMIT 1",
      )
      .get(chosen);
    const row = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
    // Written though it stays the same.
    if (row !== null) database.run(`PRAGMA user_version = ${row.user_version}`);
  });
  probe.immediate();
}
