import { BUCKET_OPTIONS } from "./backup-options.ts";
import { type Command, DATA_OPTION, WORKSPACE_OPTION } from "./command.ts";
import { lineOnly, type Option } from "./options.ts";
import { JOURNAL_SEALS } from "./seal-options.ts";

/** What the commands do is loaded when one is asked for: no start of the service needs it. */
const journaling = () => import("./journaling.ts");
const proving = () => import("./proving.ts");

/** Seals that somebody has kept. */
const HELD =
  "Seals that were kept elsewhere: a file with one on each line, or a folder with a file for each.";

const OUT: readonly Option[] = lineOnly([
  { name: "out", value: "FILE", help: "Where to; - for standard output." },
]);

/** The commands about the journal. */
export const JOURNAL_COMMANDS: readonly Command[] = [
  {
    name: "journal verify",
    parameters: "[DATABASE]",
    summary:
      "Compare all that is stored with the journal, while the service runs or not; or another database, as a copy or of a " +
      "backup. Ends with 1 when anything is not what was entered.",
    options: [
      DATA_OPTION,
      { ...WORKSPACE_OPTION, help: "Only this workspace; all if not given." },
      JOURNAL_SEALS,
      ...BUCKET_OPTIONS,
      ...lineOnly([
        { name: "seals", value: "PATH", help: HELD },
        { name: "json", help: "Write what was found as JSON." },
      ]),
    ],
    async run(given) {
      return (await journaling()).verify(given);
    },
  },
  {
    name: "journal seals",
    summary: "List the newest seals of the journal.",
    options: [
      DATA_OPTION,
      WORKSPACE_OPTION,
      ...lineOnly([{ name: "json", help: "Write their texts, one on each line." }]),
    ],
    async run(given) {
      (await journaling()).listSeals(given);
    },
  },
  {
    name: "journal seal",
    summary: "Seal the journal now, instead of next night.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    async run(given) {
      await (await journaling()).seal(given);
    },
  },
  {
    name: "journal export",
    summary:
      "Write the journal with its seals into a file, which check_journal.py checks; only hashes of prints are in it.",
    options: [DATA_OPTION, WORKSPACE_OPTION, ...OUT],
    async run(given) {
      await (await proving()).exportJournal(given);
    },
  },
  {
    name: "journal proof",
    parameters: "ID",
    summary:
      "Write the proof of a print into a folder: with its bytes, seals, and what a third party checks them with.",
    options: [
      DATA_OPTION,
      WORKSPACE_OPTION,
      ...lineOnly([{ name: "out", value: "FOLDER", help: "Where to; it is made where it is not there." }]),
    ],
    async run(given) {
      await (await proving()).writeProof(given);
    },
  },
  {
    name: "journal check",
    parameters: "PROOF…",
    summary:
      "Check proofs that somebody gave you, as check.py does; no service and no data are needed. Ends with 1 when one is wrong.",
    options: lineOnly([{ name: "seals", value: "PATH", help: HELD }]),
    async run(given) {
      return (await proving()).checkProofs(given);
    },
  },
];
