import { BACKUP_TO, BUCKET_OPTIONS } from "./backup-options.ts";
import { type Command, DATA_OPTION } from "./command.ts";
import { SCRATCH_OPTION } from "./restore.ts";

/** Makes a new database of all that can be had of a damaged one. */
export const repairCommand: Command = {
  name: "repair",
  summary: "Save every readable print of a damaged database into a new one, and tell what is gone.",
  options: [
    DATA_OPTION,
    {
      name: "out",
      value: "DIR",
      help: "A new folder for the new database and the report; by default repaired-TIME in the data folder.",
      lineOnly: true,
    },
    {
      name: "backup",
      value: "PLACE",
      help: "Take what is missing from here: a place of backups, a copy of tillroll.sqlite, or a folder with one.",
      lineOnly: true,
    },
    {
      name: "service",
      value: "ID",
      help: "Whose, where several services have their backups in one place; by default the data folder's own.",
      lineOnly: true,
    },
    BACKUP_TO,
    ...BUCKET_OPTIONS,
    {
      name: "in-place",
      help: "Put the new database in the place of the damaged one, which is kept beside it.",
      lineOnly: true,
    },
    { name: "json", help: "Print the report as JSON.", lineOnly: true },
    SCRATCH_OPTION,
  ],
  async run(given) {
    // Loaded when it is asked for: no start of the service needs it.
    return await (await import("./repairing.ts")).runRepair(given);
  },
};
