import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "../platform/remove-tree.ts";
import { Pace } from "../backup/pace.ts";
import { systemClock } from "../domain/clock.ts";
import { databasePath } from "../platform/data-folder.ts";
import { requireScratch, tryState } from "../restore/drill.ts";
import { counted, print } from "./command.ts";
import type { GivenOptions } from "./options.ts";
import { dataFolderOf, hasData } from "./data.ts";
import { localTime, scratchOf, stateOf } from "./restoring.ts";
import { ProgressBar } from "./running.ts";

/** Restores a backup into a folder that is removed again, and compares it with what is stored. */
export async function verifyBackup(given: GivenOptions): Promise<void> {
  const state = await stateOf(given);
  const dataFolder = dataFolderOf(given);
  const parent = scratchOf(given);
  requireScratch(state, parent);
  const scratch = mkdtempSync(join(parent, "tillroll-verify-"));
  const bar = new ProgressBar("verify");
  try {
    const tried = await tryState(state, {
      scratch,
      present: hasData(dataFolder) ? databasePath(dataFolder) : null,
      now: systemClock(),
      pace: new Pace(0),
      onProgress: (progress) => bar.show(progress),
    });
    bar.finish();
    const { prints, asOf, same } = tried;
    const compared =
      same === null
        ? "There is nothing here to compare it with."
        : `${counted(same, "print")} compared with ${dataFolder}.`;
    print(`${counted(prints, "print")} can be restored, as of ${localTime(asOf)}, from ${state.title}.`);
    print(compared);
  } finally {
    removeTree(scratch);
  }
}
