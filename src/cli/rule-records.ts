import type { Database } from "bun:sqlite";
import { changedSettings, toldRule } from "../audit/told-settings.ts";
import type { GivenRule } from "../domain/rule.ts";
import type { Workspace } from "../domain/workspace.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type RuleChange, RuleStore } from "../storage/rule-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { audited } from "./audited.ts";
import { withDatabase } from "./data.ts";
import { type GivenOptions, lineOnly, type Option } from "./options.ts";

/** What a rule looks for and what it gives. */
export const GIVING: readonly Option[] = lineOnly([
  { name: "pattern", value: "P", help: "A regular expression of RE2, such as 'Order\\s+#(\\S+)'." },
  { name: "label", value: "T", help: "The label that it gives, such as 'Order $1'; empty for none." },
  {
    name: "tag",
    value: "K=T",
    help: "A tag that it gives, such as 'orderId=$1'; repeatable, without a value for none.",
    repeatable: true,
  },
]);

/** The rules of a workspace in its database; a service that runs there reads them there. */
interface RuleRecords {
  readonly store: RuleStore;
  readonly workspaceId: number;
  /** Checks whether a rule can be among the others. @throws TillrollError BAD_REQUEST */
  check(rule: GivenRule, replacing: number | null): void;
  /** Makes a change. @returns the rule's id, or 0 @throws TillrollError whatever the store throws */
  apply(change: RuleChange): number;
}

/** Reads and changes the rules of the workspace that is given, all in one transaction. */
export async function withRules<Result>(
  given: GivenOptions,
  whenMissing: "make" | "refuse",
  work: (records: RuleRecords) => Result,
): Promise<Result> {
  // Loaded here, because no other command needs the rule engine.
  const { checkRule } = await import("../rules/trial.ts");
  return withDatabase(given, whenMissing, (database, _administrator, clock) => {
    return audited(database, clock, (enter) => {
      const store = new RuleStore(database);
      const workspaceId = workspaceOf(given, database).id;
      const othersThan = (replaced: number | null) =>
        store.list(workspaceId).filter(({ id }) => id !== replaced);
      return work({
        store,
        workspaceId,
        check: ({ settings }, replacing) => checkRule(settings, othersThan(replacing)),
        apply(change) {
          const told = toldChange(change, store);
          const id = store.apply(change, clock());
          if (told !== null) enter(told.act, told.subject ?? id, told.details, workspaceId);
          return id;
        },
      });
    });
  });
}

/** How the audit log tells a change that a person makes; `null` of any other. */
function toldChange(change: RuleChange, store: RuleStore) {
  if (change.do === "create")
    return { act: "rule.created", subject: null, details: toldRule(change.given.settings) } as const;
  if (change.do === "defaults")
    return {
      act: "rule.defaults-switched",
      subject: "defaults",
      details: { enabled: change.enabled },
    } as const;
  if (change.do !== "update" && change.do !== "remove") return null;
  const before = toldRule(store.get(change.workspaceId, change.id));
  if (change.do === "remove") return { act: "rule.removed", subject: change.id, details: before } as const;
  const details = changedSettings(before, toldRule(change.given.settings));
  return { act: "rule.changed", subject: change.id, details } as const;
}

/** The workspace that is given, or else the one that the first start made. @throws TillrollError NOT_FOUND */
export function workspaceOf(given: GivenOptions, database: Database): Workspace {
  return new WorkspaceStore(database).get(given.text("workspace") ?? DEFAULT_WORKSPACE);
}

/** The pattern and the templates given, as the API takes them. */
export function givingOf(given: GivenOptions): Record<string, unknown> {
  const label = given.text("label");
  return {
    ...present("pattern", given.text("pattern")),
    ...(label === null ? {} : { label: label === "" ? null : label }),
    ...(given.has("tag") ? { tag: templatesOf(given) } : {}),
  };
}

/** An object with a field, or without it where there is no value. */
export function present(name: string, value: unknown): Record<string, unknown> {
  return value === null ? {} : { [name]: value };
}

function templatesOf(given: GivenOptions): Record<string, string | null> {
  const pairs = given.pairs("tag", "KEY=TEMPLATE, such as 'orderId=$1'");
  return Object.fromEntries(pairs.map(([key, template]) => [key, template === "" ? null : template]));
}
