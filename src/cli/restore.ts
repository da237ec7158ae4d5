import { TIME_EXAMPLES } from "../restore/restore-time.ts";
import { BACKUP_TO, BUCKET_OPTIONS } from "./backup-options.ts";
import { type Command, DATA_OPTION } from "./command.ts";
import type { Option } from "./options.ts";

/** Which state of a place is meant. */
export const STATE_OPTIONS: readonly Option[] = [
  {
    name: "at",
    value: "TIME",
    help: `The last state that is not later, such as ${TIME_EXAMPLES}; by default the newest.`,
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
];

/** Where a database is built that is not to stay. */
export const SCRATCH_OPTION: Option = {
  name: "scratch",
  value: "DIR",
  help: "Folder with room for the whole database, for the time it takes; by default the system's for such files.",
  lineOnly: true,
};

/** Puts a backup in the place of the data folder's database, which is kept. */
export const restoreCommand: Command = {
  name: "restore",
  parameters: "[FROM]",
  summary: "Restore a backup: FROM is its place, a copy of tillroll.sqlite, or a folder with one.",
  options: [
    DATA_OPTION,
    ...STATE_OPTIONS,
    {
      name: "with-settings",
      help: "Take tillroll.toml and the certificates of the backup too, where there are others.",
      lineOnly: true,
    },
    { name: "dry-run", help: "Do all but put it in its place, and tell what would be.", lineOnly: true },
    {
      name: "stop",
      help: "Have the service of that folder stopped, and started again when all is done.",
      lineOnly: true,
    },
    {
      name: "print",
      value: "ID",
      help: "Take the bytes of this print out of it, and restore nothing.",
      lineOnly: true,
    },
    {
      name: "out",
      value: "FILE",
      help: "Where the bytes of --print go; - is standard output.",
      lineOnly: true,
    },
    SCRATCH_OPTION,
  ],
  async run(given) {
    // Loaded when it is asked for: no start of the service needs it.
    await (await import("./restoring.ts")).runRestore(given);
  },
};
