import type { AuditAct } from "../audit/acts.ts";
import { AGE_EXAMPLES } from "../domain/age.ts";
import type { Clock } from "../domain/clock.ts";
import {
  DEFAULT_RETENTION,
  SERVICE_LIMITS,
  type GivenRetentionRule,
  type ServiceRetention,
} from "../domain/retention.ts";
import { readSize, SIZE_EXAMPLES, sizeInWords } from "../domain/size.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Preview } from "../retention/preview.ts";
import { type RetentionChange, RetentionStore } from "../storage/retention-store.ts";
import { audited } from "./audited.ts";
import { table } from "./command.ts";
import { withDatabase } from "./data.ts";
import { type GivenOptions, lineOnly, type Option, UsageError } from "./options.ts";
import { present, workspaceOf } from "./rule-records.ts";
import { answeringService, ask } from "./running.ts";

/** For which prints a rule or hold is. */
export const CONDITION: readonly Option[] = lineOnly([
  {
    name: "tag",
    value: "K=V",
    help: "Only prints with this tag; repeatable: all of them.",
    repeatable: true,
  },
  { name: "device", value: "ID", help: "Only prints of this device." },
  { name: "label", value: "TEXT", help: "Only prints whose label contains this." },
  {
    name: "text",
    value: "TEXT",
    help: "Only prints with this on a line of the receipt; repeatable.",
    repeatable: true,
  },
  { name: "from", value: "ISO", help: "Only prints stored from then on, such as 2026-01-31." },
  { name: "to", value: "ISO", help: "Only prints stored up to then, inclusive." },
  {
    name: "condition",
    value: "JSON",
    help: "All of it as filters of a search (see the API); {} is all prints.",
  },
]);

/** What stays of them. */
export const LIMITS: readonly Option[] = lineOnly([
  {
    name: "max-age",
    value: "AGE",
    help: `Delete what is older, such as ${AGE_EXAMPLES}, or "8y from year end".`,
  },
  { name: "max-prints", value: "N", help: "Keep the newest N, and delete the others." },
  {
    name: "max-size",
    value: "SIZE",
    help: `Keep the newest that have so many bytes together, such as ${SIZE_EXAMPLES}.`,
  },
  { name: "keep", help: "Keep them for ever." },
]);

/** How long prints of a workspace stay, in its database; a service that runs there reads it there. */
interface RetentionRecords {
  readonly store: RetentionStore;
  readonly workspace: Workspace;
  readonly clock: Clock;
  /** Makes a change, and enters it in the audit log. @returns the id of the rule or hold */
  apply(change: RetentionChange, act: AuditAct, subject: number | string | null, details: object): number;
}

/** Reads and changes how long prints of the workspace stay that is given, all in one transaction. */
export function withRetention<Result>(
  given: GivenOptions,
  whenMissing: "make" | "refuse",
  work: (records: RetentionRecords) => Result,
): Result {
  return withDatabase(given, whenMissing, (database, _administrator, clock) =>
    audited(database, clock, (enter) => {
      const store = new RetentionStore(database);
      const workspace = workspaceOf(given, database);
      return work({
        store,
        workspace,
        clock,
        apply(change, act, subject, details) {
          const id = store.apply(change, clock());
          enter(act, subject ?? id, { ...details }, workspace.id);
          return id;
        },
      });
    }),
  );
}

/** Has a running service look at what was changed, so that it is known at once what waits. */
export async function tellService(given: GivenOptions): Promise<void> {
  const service = await answeringService(given);
  if (service !== null) await ask(service, "/retention/look", {});
}

/** What each rule and limit would delete now. @param trial a rule that there is not, or as it is to be */
export async function previewOf(
  given: GivenOptions,
  whenMissing: "make" | "refuse",
  trial?: { readonly given: GivenRetentionRule; readonly replaces: number | null },
): Promise<Preview[]> {
  // Loaded here, because no other command looks for prints: it brings the whole decoder.
  const [{ preview }, { PrintScan }] = await Promise.all([
    import("../retention/preview.ts"),
    import("../retention/print-scan.ts"),
  ]);
  return withDatabase(given, whenMissing, (database, _administrator, clock) => {
    const limits = storedLimits(new RetentionStore(database));
    const { id: workspaceId } = workspaceOf(given, database);
    const question = { now: clock(), limits, workspaceId, ...(trial !== undefined && { trial }) };
    const steps = preview(database, new PrintScan(database), question);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  });
}

/** The limits that the last service was started with. */
function storedLimits(store: RetentionStore): ServiceRetention {
  const values = new Map<string, string>(store.limits().map(({ name, value }) => [name, value]));
  const number = (name: string) => (values.has(name) ? Number(values.get(name)) : null);
  return {
    ...DEFAULT_RETENTION,
    maxAge: values.get(SERVICE_LIMITS.maxAge) ?? null,
    maxPrints: number(SERVICE_LIMITS.maxPrints),
    maxSize: number(SERVICE_LIMITS.maxSize),
    purgeAfter: values.get(SERVICE_LIMITS.purgeAfter) ?? null,
  };
}

/** Previews as a table. */
export function tableOf(previews: readonly Preview[]): string {
  const day = (at: number | null) => (at === null ? "-" : new Date(at).toISOString().slice(0, 10));
  const rows = previews.map(({ ruleId, name, prints, bytes, held, waitingForPaper, oldest, newest }) => [
    ruleId === null ? "-" : String(ruleId),
    ruleId === null && name in LIMIT_NAMES ? `--${name}` : name,
    String(prints),
    sizeInWords(bytes),
    String(held),
    String(waitingForPaper),
    day(oldest),
    day(newest),
  ]);
  return table(["ID", "RULE", "PRINTS", "SIZE", "HELD", "PAPER", "OLDEST", "NEWEST"], rows);
}

const LIMIT_NAMES = Object.fromEntries(Object.values(SERVICE_LIMITS).map((name) => [name, true]));

/** The filters that options give; `null` where they give none. @throws UsageError */
export function conditionOf(given: GivenOptions): object | null {
  const json = given.text("condition");
  const tags = given.pairs("tag", "KEY=VALUE").map(([key, value]) => ({ op: "eq", key, value }));
  const label = given.text("label");
  const filters = {
    ...(tags.length > 0 && { tag: tags.length === 1 ? tags[0] : { and: tags } }),
    ...present("deviceId", given.text("device")),
    ...(label !== null && { label: { op: "contains", value: label } }),
    ...(given.has("text") && { text: given.all("text") }),
    ...present("from", given.text("from")),
    ...present("to", given.text("to")),
  };
  const isGiven = Object.keys(filters).length > 0;
  if (json === null) return isGiven ? filters : null;
  if (isGiven) throw new UsageError("Give either --condition or the other filters.");
  try {
    return JSON.parse(json) as object;
  } catch {
    throw new UsageError('--condition must be JSON, such as \'{"deviceId":"till-2"}\'.');
  }
}

/** The limits that options give, as the API takes them. @throws UsageError */
export function limitsOf(given: GivenOptions): Record<string, unknown> {
  const size = given.text("max-size");
  const bytes = size === null ? null : readSize(size);
  if (size !== null && bytes === null)
    throw new UsageError(`--max-size must be a size such as ${SIZE_EXAMPLES}, not "${size}".`);
  return {
    ...present("maxAge", given.text("max-age")),
    ...present("maxPrints", given.integer("max-prints", 1, Number.MAX_SAFE_INTEGER)),
    ...present("maxSize", bytes),
    ...(given.has("keep") && { keep: true }),
  };
}

/** The one argument of a command, an id. @throws UsageError */
export function retentionId(given: GivenOptions, what: string): number {
  const text = given.argument(what);
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`"${text}" is no ID.`);
  return Number(text);
}
