import { changedSettings } from "../audit/told-settings.ts";
import { TillrollError } from "../domain/errors.ts";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import type {
  GivenRetentionRule,
  RetentionReport,
  RetentionRule,
  RetentionSettings,
} from "../domain/retention.ts";
import { sizeInWords } from "../domain/size.ts";
import { type Command, DATA_OPTION, print, table, WORKSPACE_OPTION } from "./command.ts";
import { type GivenOptions, lineOnly, type Option, UsageError } from "./options.ts";
import {
  CONDITION,
  conditionOf,
  LIMITS,
  limitsOf,
  previewOf,
  retentionId,
  tableOf,
  tellService,
  withRetention,
} from "./retention-records.ts";
import { present } from "./rule-records.ts";
import { answeringService, ask } from "./running.ts";

const PLACE: readonly Option[] = lineOnly([
  { name: "position", value: "N", help: "Its place, from 0: the first rule that a print fits decides." },
]);

const CONFIRMED: readonly Option[] = lineOnly([
  { name: "yes", help: "Delete at the next run, however much it is; otherwise that waits for a day." },
]);

/** How long prints stay. */
export const RETENTION_COMMANDS: readonly Command[] = [
  {
    name: "retention add",
    parameters: "NAME",
    summary: "Make a rule that deletes old prints, or keeps some; shows first what it deletes.",
    options: [DATA_OPTION, WORKSPACE_OPTION, ...CONDITION, ...LIMITS, ...PLACE, ...CONFIRMED],
    async run(given) {
      const name = given.argument("NAME, the rule's");
      const { readNewRetentionRule } = await import("../contract/retention.ts");
      const rule = readNewRetentionRule({ name, condition: conditionOf(given) ?? {}, ...settingsOf(given) });
      await change(given, rule, null);
    },
  },
  {
    name: "retention update",
    parameters: "ID",
    summary: "Change a rule of retention; shows first what it deletes then.",
    options: [
      DATA_OPTION,
      WORKSPACE_OPTION,
      { name: "name", value: "N", help: "Its new name.", lineOnly: true },
      ...CONDITION,
      ...LIMITS,
      ...PLACE,
      { name: "enabled", value: "B", help: "false: it does not count until it is true.", lineOnly: true },
      ...CONFIRMED,
    ],
    async run(given) {
      const id = retentionId(given, 'ID, as "tillroll retention list" shows it');
      const patch = {
        ...settingsOf(given),
        ...present("name", given.text("name")),
        ...present("enabled", given.boolean("enabled")),
        ...present("condition", conditionOf(given)),
      };
      if (Object.keys(patch).length === 0)
        throw new UsageError("Give at least one setting, such as --max-age.");
      const { readRetentionRulePatch } = await import("../contract/retention.ts");
      const before = withRetention(given, "refuse", ({ store, workspace }) => store.get(workspace.id, id));
      await change(given, readRetentionRulePatch(patch, before), before);
    },
  },
  {
    name: "retention list",
    summary: "List the rules of retention, the limits of the service, and what the last run has done.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    run(given) {
      withRetention(given, "refuse", ({ store, workspace, clock }) => {
        print(describe(store.list(workspace.id), clock()));
        for (const { name, value, ...waiting } of store.limits())
          print(`--${name} ${value}\t${waitingWords(waiting, clock())}`);
        const last = store.lastRun();
        if (last !== null)
          print(`Last run ${new Date(last.endedAt).toISOString()}: ${doneWords(last.report)}`);
      });
    },
  },
  {
    name: "retention remove",
    parameters: "ID",
    summary: "Remove a rule of retention; what it kept, others may delete from then on.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    async run(given) {
      const id = retentionId(given, 'ID, as "tillroll retention list" shows it');
      withRetention(given, "refuse", ({ store, workspace: { id: workspaceId }, apply }) => {
        const details = { removed: told(store.get(workspaceId, id)) };
        apply({ do: "remove", workspaceId, id }, "retention.changed", id, details);
      });
      await tellService(given);
      print(`${id}\tremoved`);
    },
  },
  {
    name: "retention preview",
    summary: "Show what the rules, or a rule that is to be, would delete now. Nothing is deleted.",
    options: [DATA_OPTION, WORKSPACE_OPTION, ...CONDITION, ...LIMITS, ...PLACE],
    async run(given) {
      const settings = settingsOf(given);
      const { readNewRetentionRule } = await import("../contract/retention.ts");
      const condition = conditionOf(given);
      const isTrial = condition !== null || Object.keys(settings).length > 0;
      const trial = { name: "(this rule)", condition: condition ?? {}, ...settings };
      const rule = isTrial ? { given: readNewRetentionRule(trial), replaces: null } : undefined;
      const previews = await previewOf(given, "refuse", rule);
      print(tableOf(previews));
    },
  },
  {
    name: "retention confirm",
    parameters: "[ID]",
    summary:
      "Have a rule delete at the next run though that is much; without an ID the limits of the service.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    run(given) {
      const isOfService = given.argumentsGiven.length === 0;
      const id = isOfService ? null : retentionId(given, 'ID, as "tillroll retention list" shows it');
      withRetention(given, "refuse", ({ workspace: { id: workspaceId }, apply }) => {
        const details = { confirmed: true };
        if (id === null) apply({ do: "confirmLimits" }, "retention.changed", "limits", details);
        else apply({ do: "confirm", workspaceId, id }, "retention.changed", id, details);
      });
      print(`${id ?? "limits"}\tconfirmed`);
    },
  },
  {
    name: "retention presets",
    summary: "List how long countries have receipts kept, with the law and where that was read; no advice.",
    options: [],
    async run() {
      const [{ ageOf, RETENTION_PRESETS }, { PRESETS_NOTICE }] = await Promise.all([
        import("../retention/presets.ts"),
        import("../contract/retention-presets.ts"),
      ]);
      const rows = RETENTION_PRESETS.map((preset) => [
        preset.country,
        ageOf(preset),
        preset.law,
        preset.lookedAt,
        preset.address,
      ]);
      print(table(["COUNTRY", "--max-age", "LAW", "READ", "AT"], rows));
      print(PRESETS_NOTICE);
    },
  },
  {
    name: "retention run",
    summary: "Delete now what is to be deleted at night; the service must be running.",
    options: [DATA_OPTION],
    async run(given) {
      const service = await answeringService(given);
      if (service === null) {
        const advice = 'Start it with "tillroll serve".';
        throw new TillrollError("STORAGE_UNAVAILABLE", `No service runs on this data folder. ${advice}`);
      }
      const { lastRun } = await ask<{ lastRun: RetentionReport | null }>(service, "/retention/run", {});
      print(lastRun === null ? "There was nothing to do." : doneWords(lastRun));
    },
  },
];

/** Makes or changes a rule, once whoever does it has seen what it deletes. */
async function change(
  given: GivenOptions,
  rule: GivenRetentionRule,
  before: RetentionRule | null,
): Promise<void> {
  const whenMissing = before === null ? "make" : "refuse";
  const previews = await previewOf(given, whenMissing, { given: rule, replaces: before?.id ?? null });
  const own = previews.find(
    ({ ruleId, name }) => ruleId === (before?.id ?? null) && name === rule.settings.name,
  );
  const prints = own?.prints ?? 0;
  if (own !== undefined && prints > 0) print(tableOf([own]));
  const isConfirmed = prints > 0 && (given.has("yes") || isAnsweredYes(prints));
  const changed = withRetention(given, whenMissing, ({ workspace: { id: workspaceId }, apply }) => {
    const act = "retention.changed";
    const made = { made: told(rule.settings) };
    const id =
      before === null
        ? apply({ do: "create", workspaceId, given: rule }, act, null, made)
        : apply(
            { do: "update", workspaceId, id: before.id, given: rule },
            act,
            before.id,
            changedSettings(told(before), told(rule.settings)),
          );
    if (isConfirmed) apply({ do: "confirm", workspaceId, id }, act, id, { confirmed: true, prints });
    return id;
  });
  await tellService(given);
  withRetention(given, "refuse", ({ store, workspace, clock }) => {
    print(describe([store.get(workspace.id, changed)], clock()));
  });
  if (prints === 0 || isConfirmed) return;
  const hours = RETENTION_LIMITS.waitMilliseconds / 3_600_000;
  print(
    `It waits for ${hours} hours before it deletes ${prints} prints; "tillroll retention confirm ${changed}" does it at the next run.`,
  );
}

/** Asks the person at the terminal, where there is one: the number is to be typed, so that it was read. */
function isAnsweredYes(prints: number): boolean {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const answer = globalThis.prompt(
    `Type ${prints} to delete these prints at the next run, or Enter to let it wait:`,
  );
  return answer?.trim() === String(prints);
}

function settingsOf(given: GivenOptions): Record<string, unknown> {
  return { ...limitsOf(given), ...present("position", given.integer("position", 0, RETENTION_LIMITS.rules)) };
}

/** A rule as the audit log tells it. */
function told({ name, condition, maxAge, maxPrints, maxSize, enabled }: RetentionSettings) {
  return { name, condition: JSON.parse(condition) as object, maxAge, maxPrints, maxSize, enabled };
}

function describe(rules: readonly RetentionRule[], now: number): string {
  const rows = rules.map((rule) => [
    String(rule.id),
    String(rule.position),
    rule.name,
    limitWords(rule),
    rule.enabled ? waitingWords(rule, now) : "disabled",
    rule.condition === "{}" ? "all prints" : rule.condition,
  ]);
  return table(["ID", "PLACE", "NAME", "KEEPS", "STATE", "FOR"], rows);
}

function limitWords({ maxAge, maxPrints, maxSize }: RetentionSettings): string {
  const words = [
    ...(maxAge === null ? [] : [maxAge]),
    ...(maxPrints === null ? [] : [`newest ${maxPrints}`]),
    ...(maxSize === null ? [] : [`newest ${sizeInWords(maxSize)}`]),
  ];
  return words.length === 0 ? "for ever" : words.join(", ");
}

function waitingWords(
  { appliesFrom, wouldDelete }: Pick<RetentionRule, "appliesFrom" | "wouldDelete">,
  now: number,
): string {
  if (appliesFrom === null) return "not looked at yet";
  if (appliesFrom <= now) return "applies";
  return `waits until ${new Date(appliesFrom).toISOString().slice(0, 16)}Z with ${wouldDelete} prints`;
}

function doneWords({ deleted, purged, purgedBytes, held, waitingForPaper }: RetentionReport): string {
  const all = Object.values(deleted).reduce((sum, prints) => sum + prints, 0);
  const kept = `${held} held, ${waitingForPaper} waiting for paper`;
  return `${all} prints deleted, ${purged} removed for good (${sizeInWords(purgedBytes)}), ${kept}`;
}
