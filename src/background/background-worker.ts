import { standBack } from "../platform/background-thread.ts";
import { WorkerChannel } from "../platform/worker-channel.ts";
import type { FromBackground, ToBackground } from "./messages.ts";
import { Schedule } from "./schedule.ts";

/*
 * The Worker for all that is done with prints after they were acknowledged. It only reads the database; what it finds goes
 * to the one writer, between the prints.
 */

declare const self: Worker;

standBack();

let schedule: Schedule | null = null;

const channel = new WorkerChannel<FromBackground, ToBackground>(self, {
  async answer({ databasePath, question }) {
    schedule ??= new Schedule(databasePath, {
      write: (writes) => channel.ask(writes),
      note: (note) => channel.tell(note),
    });
    switch (question.ask) {
      case "check":
        schedule.engine.check(question.workspaceId, question.settings, question.replacing);
        return null;
      case "try":
        return schedule.engine.tryOut(question.workspaceId, question.trial);
      case "preview":
        return schedule.engine.preview(question.workspaceId, question.rule);
      case "isForgotten":
        return schedule.isForgotten();
      case "work":
        schedule.isBusy = question.isBusy;
        break;
      case "repair":
        schedule.noteDamage(question.workspaceId, question.segmentId);
        break;
      case "rebuild":
        schedule.rebuild(question.workspaceId);
        break;
    }
    await schedule.work();
    return null;
  },
});
