import { type RetentionRun, SERVICE_LIMITS } from "../domain/retention.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import { isForAll } from "../contract/retention.ts";
import type { WorkspaceStore } from "../storage/workspace-store.ts";
import type { Retention } from "./retention.ts";

/** What the health says of retention: what the last run has done, what waits to be confirmed, and what cannot work. */
export function retentionHealth(
  retention: Retention,
  workspaces: Pick<WorkspaceStore, "list">,
  clock: () => { readonly trusted: number; readonly isBelieved: boolean },
): HealthComponent {
  return {
    name: "retention",
    isNeededToPrint: false,
    look: () => look(retention, workspaces, clock()),
  };
}

function look(
  { store, limits }: Retention,
  workspaces: Pick<WorkspaceStore, "list">,
  { trusted: now, isBelieved }: { readonly trusted: number; readonly isBelieved: boolean },
): ComponentHealth {
  const last = store.lastRun();
  const rules = workspaces.list().map(({ id }) => store.list(id));
  const details = last === null ? {} : detailsOf(last);
  const isLimited = Object.keys(SERVICE_LIMITS).some(
    (field) => field !== "purgeAfter" && limits[field as keyof typeof SERVICE_LIMITS] !== null,
  );
  const hasRules = isLimited || rules.some((own) => own.length > 0);
  const degraded = (message: string): ComponentHealth => ({ state: "degraded", message, details });
  if (hasRules && !isBelieved)
    return degraded("Nothing is deleted while the machine's clock is not believed; see the clock.");
  if (last !== null && last.resumesAt !== null && now < last.resumesAt)
    return degraded(
      `The clock has made a leap, or no service ran for long: nothing is deleted before ${timeOf(last.resumesAt)}. ` +
        'If the date is right, "tillroll retention confirm" goes on at once.',
    );
  const isWaiting = ({ appliesFrom }: { readonly appliesFrom: number | null }) =>
    appliesFrom !== null && appliesFrom > now;
  const limit = store.limits().find(isWaiting);
  if (limit !== undefined)
    return degraded(
      `--${limit.name} ${limit.value} deletes ${printsOf(limit.wouldDelete)} from ${timeOf(limit.appliesFrom)} on. If that ` +
        'is meant, "tillroll retention confirm" does it at once; otherwise start the service with another limit.',
    );
  for (const own of rules) {
    const rule = own.find((each) => each.enabled && isWaiting(each));
    if (rule !== undefined)
      return degraded(
        `The rule of retention ${rule.id} deletes ${printsOf(rule.wouldDelete)} from ${timeOf(rule.appliesFrom)} on. ` +
          `If that is meant, "tillroll retention confirm ${rule.id}" does it at once; ` +
          "otherwise change or remove it.",
      );
    const catchAll = own.findIndex((each) => each.enabled && isForAll(each));
    const dead = catchAll < 0 ? undefined : own.slice(catchAll + 1).find(({ enabled }) => enabled);
    if (dead !== undefined)
      return degraded(
        `The rule of retention ${dead.id} never applies: rule ${own[catchAll]?.id} before it is for all prints.`,
      );
  }
  return {
    state: "ok",
    message: hasRules ? "Prints are kept as the rules say." : "All prints are kept.",
    details,
  };
}

/** No names of rules: monitoring asks without a token. */
function detailsOf({ endedAt, report: { deleted, ...sums } }: RetentionRun) {
  const all = Object.values(deleted).reduce((sum, prints) => sum + prints, 0);
  return { lastRunAt: new Date(endedAt).toISOString(), deleted: all, ...sums };
}

function printsOf(prints: number): string {
  return prints === 1 ? "1 print" : `${prints.toLocaleString("en")} prints`;
}

function timeOf(at: number | null): string {
  return at === null ? "now" : `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
