import { type Rule, tagTemplates } from "../domain/rule.ts";
import { RULE_LIMITS } from "../domain/limits.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION, table } from "./command.ts";
import { type GivenOptions, lineOnly, type Option, UsageError } from "./options.ts";
import { GIVING, givingOf, present, withRules } from "./rule-records.ts";

const SETTINGS: readonly Option[] = lineOnly([
  ...GIVING,
  { name: "all-prints", help: "Also for prints that came in by no printer." },
  { name: "position", value: "N", help: "Its place, from 0: the first that matches counts." },
]);

/** The rules that read labels and tags from receipts. */
export const RULE_COMMANDS: readonly Command[] = [
  {
    name: "rule add",
    parameters: "NAME",
    summary: "Make a rule that reads labels and tags from receipts.",
    options: [DATA_OPTION, WORKSPACE_OPTION, ...SETTINGS],
    async run(given) {
      const name = given.argument("NAME, the rule's");
      given.required("pattern");
      const { readNewRule } = await import("../contract/rule.ts");
      const rule = readNewRule({ name, ...settingsOf(given) });
      const made = await withRules(given, "make", (records) => {
        const { workspaceId, store } = records;
        records.check(rule, null);
        return store.get(workspaceId, records.apply({ do: "create", workspaceId, given: rule }));
      });
      print(describe([made]));
    },
  },
  {
    name: "rule update",
    parameters: "ID",
    summary: "Change a rule.",
    options: [
      DATA_OPTION,
      WORKSPACE_OPTION,
      { name: "name", value: "N", help: "Its new name.", lineOnly: true },
      ...SETTINGS,
      { name: "printers-only", help: "Only for prints that came in by a printer.", lineOnly: true },
      { name: "enabled", value: "B", help: "false: it does not count until it is true.", lineOnly: true },
    ],
    async run(given) {
      const id = idOf(given);
      const patch = { ...settingsOf(given), ...present("name", given.text("name")) };
      if (Object.keys(patch).length === 0)
        throw new UsageError("Give at least one setting, such as --pattern.");
      const { readRulePatch } = await import("../contract/rule.ts");
      const changed = await withRules(given, "refuse", (records) => {
        const { workspaceId, store } = records;
        const rule = readRulePatch(patch, store.get(workspaceId, id));
        records.check(rule, id);
        return store.get(workspaceId, records.apply({ do: "update", workspaceId, id, given: rule }));
      });
      print(describe([changed]));
    },
  },
  {
    name: "rule list",
    summary: "List the rules of a workspace.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    run(given) {
      return withRules(given, "refuse", ({ store, workspaceId }) => {
        print(describe(store.list(workspaceId)));
        const state = store.areDefaultsEnabled(workspaceId) ? "on" : "off";
        print(`The rules that come with Tillroll are ${state}.`);
      });
    },
  },
  {
    name: "rule remove",
    parameters: "ID",
    summary: "Remove a rule; what it gave prints stays.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    async run(given) {
      const id = idOf(given);
      await withRules(given, "refuse", (records) =>
        records.apply({ do: "remove", workspaceId: records.workspaceId, id }),
      );
      print(`${id}\tremoved`);
    },
  },
  {
    name: "rule defaults",
    parameters: "on|off",
    summary: "Switch the rules that come with Tillroll on or off.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    async run(given) {
      const word = given.argument("on or off");
      if (word !== "on" && word !== "off") throw new UsageError(`Give on or off, not "${word}".`);
      await withRules(given, "refuse", (records) =>
        records.apply({ do: "defaults", workspaceId: records.workspaceId, enabled: word === "on" }),
      );
      print(`The rules that come with Tillroll are ${word}.`);
    },
  },
];

function settingsOf(given: GivenOptions): Record<string, unknown> {
  if (given.has("all-prints") && given.has("printers-only"))
    throw new UsageError("Give either --all-prints or --printers-only.");
  return {
    ...givingOf(given),
    ...(given.has("all-prints") ? { appliesTo: "all" } : {}),
    ...(given.has("printers-only") ? { appliesTo: "printers" } : {}),
    ...present("position", given.integer("position", 0, RULE_LIMITS.rules)),
    ...present("enabled", given.boolean("enabled")),
  };
}

function idOf(given: GivenOptions): number {
  const text = given.argument('ID, as "tillroll rule list" shows it');
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`"${text}" is no ID; see "tillroll rule list".`);
  return Number(text);
}

function describe(rules: readonly Rule[]): string {
  const rows = rules.map((rule) => [
    String(rule.id),
    String(rule.position),
    rule.name,
    rule.appliesTo,
    rule.enabled ? "yes" : "no",
    rule.label ?? "-",
    [...tagTemplates(rule)].map(([key, template]) => `${key}=${template}`).join(" ") || "-",
    rule.pattern,
  ]);
  return table(["ID", "PLACE", "NAME", "PRINTS", "ENABLED", "LABEL", "TAGS", "PATTERN"], rows);
}
