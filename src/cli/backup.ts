import { BACKUP_TO, BUCKET_OPTIONS } from "./backup-options.ts";
import { type Command, DATA_OPTION } from "./command.ts";
import type { Option } from "./options.ts";

/** What the commands do is loaded when one is asked for: no start of the service needs it. */
const backingUp = () => import("./backing-up.ts");

const TO_OPTION: Option = {
  name: "to",
  value: "PLACE",
  help: "Where it goes: a folder, or s3://bucket/prefix; by default where the regular backups go.",
  lineOnly: true,
};

/** The commands about backups; the shortest name last: a line is that of the first whose words it begins with. */
export const BACKUP_COMMANDS: readonly Command[] = [
  {
    name: "backup list",
    summary: "List the backups that there are.",
    options: [
      DATA_OPTION,
      { ...TO_OPTION, name: "from", help: "Where they are; by default where the regular ones go." },
      BACKUP_TO,
      ...BUCKET_OPTIONS,
    ],
    async run(given) {
      await (await backingUp()).listBackups(given);
    },
  },
  {
    name: "backup",
    summary: "Make a whole backup now, verified, while the service runs or not.",
    options: [DATA_OPTION, TO_OPTION, BACKUP_TO, ...BUCKET_OPTIONS],
    async run(given) {
      await (await backingUp()).makeBackup(given);
    },
  },
];
