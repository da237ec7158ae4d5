import type { Database } from "bun:sqlite";
import type { Log } from "../operations/log.ts";
import { spooledPrints } from "../storage/spool-writer.ts";
import type { Writer } from "../storage/writer.ts";

/**
 * Stores the jobs that a crash left behind as prints: their hosts were told that they are durable.
 * @param database a reading connection
 */
export async function recoverSpool(database: Database, writer: Writer, log: Log): Promise<void> {
  for (const { print, raw } of spooledPrints(database)) {
    const bytes = raw.byteLength;
    try {
      const { id } = await writer.submit({ ...print, raw });
      log.write("warning", "a job that the last run had begun is stored", { print: id, bytes });
    } catch (error) {
      // It stays in the spool, for the next start.
      log.write("error", "a job that the last run had begun cannot be stored", {
        bytes,
        error: String(error),
      });
    }
  }
}
