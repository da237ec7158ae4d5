import { BACKUP_TO } from "./backup-options.ts";
import { type Command, DATA_OPTION } from "./command.ts";

/** Looks at the machine and the data folder, and tells what is wrong and what to do. */
export const doctor: Command = {
  name: "doctor",
  summary:
    "Look at disk, database, clock, ports, firewall, printers, backups and rights, and say what to do.",
  options: [
    DATA_OPTION,
    BACKUP_TO,
    { name: "all", help: "Tell what is well too.", lineOnly: true },
    { name: "json", help: "Print all findings as JSON.", lineOnly: true },
  ],
  async run(given) {
    // Loaded when it is asked for: no start of the service needs it.
    return await (await import("./examining.ts")).runDoctor(given);
  },
};
