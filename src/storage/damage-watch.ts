import type { Database } from "bun:sqlite";
import { storageReason } from "./storage-error.ts";

/** How often a print is read, milliseconds. */
const LOOK_MILLISECONDS = 2000;

interface PrintRow {
  readonly id: number;
}

/**
 * Reads a print now and then, the newest or any, to find out that the database is damaged before an auditor does. By a
 * connection that only reads: after every transaction of the writer's it reads from the file again, while the writer
 * goes on with the pages that it has in memory.
 */
export class DamageWatch {
  private readonly newest;
  private readonly from;
  private readonly timer: Timer;
  /** The id of a print that could not be read; it is tried again until it can be. */
  private unreadable: number | null = null;

  constructor(database: Database) {
    const read = "SELECT id, label, tag, sha256, byte_length FROM print JOIN print_data ON print_id = id";
    this.newest = database.query<PrintRow, []>(`${read} ORDER BY id DESC LIMIT 1`);
    this.from = database.query<PrintRow, [number]>(`${read} WHERE id >= ? ORDER BY id LIMIT 1`);
    this.timer = setInterval(() => this.look(), LOOK_MILLISECONDS);
    this.timer.unref();
  }

  /** Whether a print was found that cannot be read because the database is damaged. */
  get isDamaged(): boolean {
    return this.unreadable !== null;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    let id = this.unreadable ?? 0;
    try {
      const last = this.newest.get()?.id ?? 0;
      id = this.unreadable ?? Math.ceil(Math.random() * last);
      this.from.get(id);
      this.unreadable = null;
    } catch (error) {
      // What cannot be read for another reason, such as a disk that does not answer, the writer tells of.
      if (storageReason(error) === "DATABASE_MALFORMED") this.unreadable = id;
    }
  }
}
