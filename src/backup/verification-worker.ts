import { constants, setPriority } from "node:os";
import { openForReading } from "../storage/database.ts";
import { checkDatabase, type CheckedDatabase } from "../storage/database-check.ts";
import { type Sent, serveQuestions } from "../platform/worker-channel.ts";
import { ownPort } from "../platform/worker-process.ts";
import { Pace } from "./pace.ts";

// The machine is the tills' first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

declare const self: Worker;

/** A copy of a database that is to be verified. */
export interface VerificationQuestion {
  readonly path: string;
  readonly bytesPerSecond: number;
}

export type ToVerification = Sent<VerificationQuestion, CheckedDatabase>;

// A process of its own: looking at the pages is one piece of work, and segments go out meanwhile.
serveQuestions(ownPort(self), async ({ path, bytesPerSecond }: VerificationQuestion) => {
  const database = openForReading(path);
  try {
    return await checkDatabase(database, { pace: new Pace(bytesPerSecond).spend });
  } finally {
    database.close();
  }
});
