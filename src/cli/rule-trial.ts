import { readRuleTrial } from "../contract/read-rule.ts";
import { databasePath } from "../platform/data-folder.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { dataFolderOf, withDatabase } from "./data.ts";
import { readInput } from "./input.ts";
import { UsageError } from "./options.ts";
import { GIVING, givingOf, workspaceOf } from "./rule-records.ts";

/** Tries rules out on a print. */
export const ruleTest: Command = {
  name: "rule test",
  parameters: "[FILE]",
  summary: "Show what a rule, or the rules that there are, would give a print.",
  options: [
    DATA_OPTION,
    WORKSPACE_OPTION,
    ...GIVING,
    {
      name: "print",
      value: "ID",
      help: "A stored print, instead of a FILE (- is standard input).",
      lineOnly: true,
    },
  ],
  async run(given) {
    const printId = given.integer("print", 1, Number.MAX_SAFE_INTEGER);
    const [file, ...more] = given.argumentsGiven;
    if (more.length > 0 || (printId === null) === (file === undefined))
      throw new UsageError("Give one FILE with a print's bytes, or --print ID.");
    const raw = file === undefined ? null : await readInput(file);
    const workspace = withDatabase(given, "refuse", (database) => workspaceOf(given, database));
    // Loaded here, because no other command needs the rule engine and the decoder.
    const [{ RuleEngine }, { receiptText }] = await Promise.all([
      import("../rules/rule-engine.ts"),
      import("../rules/receipt-text.ts"),
    ]);
    const engine = new RuleEngine(databasePath(dataFolderOf(given)), async () => {});
    try {
      const on = raw === null ? { printId } : { text: receiptText(raw, workspace) };
      const { label, tag, matches } = engine.tryOut(
        workspace.id,
        readRuleTrial({ ...givingOf(given), ...on }),
      );
      print(JSON.stringify({ label, tag, matches }, null, 2));
    } finally {
      engine.close();
    }
    return 0;
  },
};
