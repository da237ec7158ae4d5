import { type Command, DATA_OPTION } from "./command.ts";
import { SCRATCH_OPTION, STATE_OPTIONS } from "./restore.ts";

/** Restores a backup into a folder that is removed again, and compares it with what is stored. */
export const backupVerify: Command = {
  name: "backup verify",
  parameters: "[FROM]",
  summary: "Restore a backup for a trial, and compare it with what is stored; nothing is changed.",
  options: [DATA_OPTION, ...STATE_OPTIONS, SCRATCH_OPTION],
  async run(given) {
    // Loaded when it is asked for: no start of the service needs it.
    await (await import("./verifying.ts")).verifyBackup(given);
  },
};
