import type { RulesStatus } from "../domain/rule.ts";
import { TillrollError } from "../domain/errors.ts";
import { databasePath } from "../platform/data-folder.ts";
import type { RunningService } from "../platform/running-service.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION, readInput } from "./command.ts";
import { dataFolderOf, withDatabase } from "./data.ts";
import { lineOnly, UsageError } from "./options.ts";
import { GIVING, givingOf, present, workspaceOf } from "./rule-records.ts";
import { answeringService, ask, follow } from "./running.ts";

/** Trying rules out on a print, and applying them to those that were stored before. */
export const RULE_RUN_COMMANDS: readonly Command[] = [
  {
    name: "rule test",
    parameters: "[FILE]",
    summary: "Show what a rule, or the rules that there are, would give a print.",
    options: [
      DATA_OPTION,
      WORKSPACE_OPTION,
      ...GIVING,
      ...lineOnly([
        { name: "print", value: "ID", help: "A stored print, instead of a FILE (- is standard input)." },
      ]),
    ],
    async run(given) {
      const printId = given.integer("print", 1, Number.MAX_SAFE_INTEGER);
      const [file, ...more] = given.argumentsGiven;
      if (more.length > 0 || (printId === null) === (file === undefined))
        throw new UsageError("Give one FILE with a print's bytes, or --print ID.");
      const raw = file === undefined ? null : await readInput(file);
      const workspace = withDatabase(given, "refuse", (database) => workspaceOf(given, database));
      // Loaded here, because no other command needs the rule engine and the decoder.
      const [{ readRuleTrial }, { RuleEngine }, { receiptText }] = await Promise.all([
        import("../contract/rule.ts"),
        import("../rules/rule-engine.ts"),
        import("../rules/receipt-text.ts"),
      ]);
      const engine = new RuleEngine(databasePath(dataFolderOf(given)), async () => {});
      try {
        const on = raw === null ? { printId } : { text: receiptText(raw, workspace) };
        const trial = readRuleTrial({ ...givingOf(given), ...on });
        const { label, tag, matches } = engine.tryOut(workspace.id, trial);
        print(JSON.stringify({ label, tag, matches }, null, 2));
      } finally {
        engine.close();
      }
    },
  },
  {
    name: "rule apply",
    summary: "Apply the rules to prints that were stored before; the service must be running.",
    options: [
      DATA_OPTION,
      WORKSPACE_OPTION,
      { name: "from", value: "ISO", help: "Prints stored from then on, such as 2026-01-31.", lineOnly: true },
      { name: "to", value: "ISO", help: "Prints stored up to then, inclusive.", lineOnly: true },
    ],
    async run(given) {
      const bounds = { ...present("from", given.text("from")), ...present("to", given.text("to")) };
      const { readReapplication } = await import("../contract/rule.ts");
      readReapplication(bounds);
      const { slug } = withDatabase(given, "refuse", (database) => workspaceOf(given, database));
      const service = await answeringService(given);
      if (service === null) {
        const advice = 'Start it with "tillroll serve".';
        throw new TillrollError("STORAGE_UNAVAILABLE", `No service runs on this data folder. ${advice}`);
      }
      await applyIn(service, slug, bounds);
    },
  },
];

async function applyIn(service: RunningService, slug: string, bounds: object): Promise<void> {
  const rules = `/workspace/${encodeURIComponent(slug)}/rules`;
  const { reapplication } = await follow(
    slug,
    await ask<RulesStatus>(service, `${rules}/apply`, bounds),
    (status) => (status.reapplication?.isDone === false ? status.reapplication : null),
    () => ask(service, rules),
  );
  if (reapplication === null)
    throw new TillrollError("UNKNOWN", "The service knows nothing of it; see its log.");
  print(`${slug}\t${reapplication.total} prints looked at, ${reapplication.filled} filled in`);
}
