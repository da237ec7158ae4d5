import type { Log } from "../operations/log.ts";
import { VERSION } from "../version.ts";
import { endUpdate, isUpdaterAlive, readJournal } from "./update-folder.ts";
import { askHealth } from "./ask-health.ts";
import { tellReverted } from "./update.ts";

/**
 * What a start does about an update that was broken off, such as by a power cut: one that had changed nothing is forgotten, one
 * that was being taken back is, and one that was tried is taken for good once the service has been well for as long.
 * @returns what ends the waiting; `null` when there is nothing to wait for
 */
export function settleUpdate(folder: string, log: Log): Disposable | null {
  const journal = readJournal(folder);
  // Whoever does it goes on.
  if (journal === null || isUpdaterAlive(journal)) return null;
  const { phase, from, to, trialSeconds } = journal;
  const tell = (line: string) => log.write("warning", line);
  if (phase === "trial" && VERSION === to) {
    tell(
      `the update to ${to} was broken off; it is taken for good after ${trialSeconds} seconds without a fault`,
    );
    const timer = setTimeout(async () => {
      if ((await askHealth(folder))?.canPrint !== true)
        return tell('the update is not taken for good: run "tillroll update --resume"');
      endUpdate(folder, true);
      log.write("info", `version ${to} is installed`);
    }, trialSeconds * 1000);
    timer.unref();
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  }
  if (VERSION !== from) tell('an update was broken off: run "tillroll update --resume"');
  else {
    // In a trial, somebody has put the executable from before back by hand: its database is needed too.
    const isTakenBack = phase === "reverting" || phase === "trial";
    if (isTakenBack && journal.migrates) tellReverted(folder, to, tell);
    endUpdate(folder, isTakenBack);
    tell(`the update to ${to} was broken off, and version ${from} goes on`);
  }
  return null;
}
