import type { Database } from "bun:sqlite";
import { standBack, Turns } from "../platform/background-thread.ts";
import { WorkerChannel } from "../platform/worker-channel.ts";
import { openForReading } from "../storage/database.ts";
import { policyVersion } from "../storage/policy-version.ts";
import { RetentionStore } from "../storage/retention-store.ts";
import { storageError } from "../storage/storage-error.ts";
import type { Answer, Deed, FromRetention, HeldPrints, Question, ToRetention } from "./messages.ts";
import { readHolds } from "./policy.ts";
import { preview } from "./preview.ts";
import { PrintScan } from "./print-scan.ts";
import { RetentionPass } from "./retention-run.ts";

/* The Worker that finds which prints are to go. It only reads; what is to be done it asks of the thread that has the writer. */

declare const self: Worker;

standBack();

let opened: { readonly database: Database; readonly scan: PrintScan } | null = null;

const channel = new WorkerChannel<FromRetention, ToRetention>(self, {
  async answer({ databasePath, question }) {
    try {
      if (opened === null) {
        const database = openForReading(databasePath);
        opened = { database, scan: new PrintScan(database) };
      }
      return await answer(opened.database, opened.scan, question);
    } catch (error) {
      throw storageError(error);
    }
  },
});

async function answer(database: Database, scan: PrintScan, question: Question): Promise<Answer> {
  const turns = new Turns();
  const pause = async () => {
    if (turns.isOver) await turns.pause();
  };
  switch (question.ask) {
    case "run": {
      const { now, limits, isNight } = question;
      const act = (deed: Deed) => channel.ask(deed);
      return new RetentionPass({ database, scan, now, limits, isNight, act, pause }).run();
    }
    case "preview": {
      const steps = preview(database, scan, question);
      for (;;) {
        const { done, value } = steps.next();
        if (done === true) return value;
        await pause();
      }
    }
    case "held":
      return heldBy(database, scan, question.workspaceId, question.printIds);
  }
}

function heldBy(
  database: Database,
  scan: PrintScan,
  workspaceId: number,
  printIds: readonly number[],
): HeldPrints {
  return database.transaction(() => {
    const version = policyVersion(database, workspaceId);
    const holds = readHolds(new RetentionStore(database), workspaceId);
    return { version, held: scan.heldBy(workspaceId, holds, printIds) };
  })();
}
