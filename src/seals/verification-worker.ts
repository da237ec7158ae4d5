import type { S3Access } from "../backup/s3-place.ts";
import { standBack, Turns } from "../platform/background-thread.ts";
import { type Sent, WorkerChannel } from "../platform/worker-channel.ts";
import { openForReading } from "../storage/database.ts";
import { type VerifiedJournal, verifyDatabase } from "./verify-database.ts";

/* The Worker of one verification: it goes through all prints and journals, behind whatever else is to be done. */

declare const self: Worker;

standBack();

/** What is to be verified. */
export interface JournalQuestion {
  readonly databasePath: string;
  readonly dataFolder: string;
  /** Where seals are kept elsewhere; `null` for nowhere. */
  readonly place: string | null;
  readonly access: S3Access;
}

/** How far it is, in entries. */
export interface VerificationProgress {
  readonly done: number;
  readonly total: number;
}

export type ToJournalVerification = Sent<JournalQuestion, VerifiedJournal>;

const channel = new WorkerChannel<Sent<never, never, VerificationProgress>, ToJournalVerification>(self, {
  async answer({ databasePath, ...held }) {
    using database = openForReading(databasePath);
    const turns = new Turns();
    // Waited for: the database is open until then.
    return await verifyDatabase(
      database,
      { ...held, given: null },
      {
        onProgress: (progress) => channel.tell(progress),
        pace: async () => {
          if (turns.isOver) await turns.pause();
        },
      },
    );
  },
});
