import type { UnwellPart } from "./app/health-words.ts";

/** How the service is, as far as a person at the dashboard is told. */
export interface Health {
  readonly canPrint: boolean;
  /** Each part that is not as it should be, the worst first. */
  readonly troubles: readonly UnwellPart[];
  /** As of when the data can be restored from a backup, a sentence; empty where that is not known, or is a trouble. */
  readonly restorable: string;
}

interface Component {
  readonly state: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Reads the answer of `GET /healthz`; `null` for anything else, such as a proxy's own page. */
export function readHealth(answer: unknown): Health | null {
  if (typeof answer !== "object" || answer === null || !("canPrint" in answer)) return null;
  const components = "components" in answer ? Object.entries(answer.components ?? {}) : [];
  const known = components.flatMap(([name, part]) => (isComponent(part) ? [[name, part] as const] : []));
  const unwell = known.filter(([, { state }]) => state !== "ok");
  const worst = unwell.toSorted(([, left], [, right]) => rank(left) - rank(right));
  return {
    canPrint: answer.canPrint === true,
    troubles: worst.map(([component, { state, message, details = {} }]) => ({
      component,
      state,
      message,
      details,
    })),
    restorable: restorableOf(answer),
  };
}

/** What the restore drill says, once a backup has been restored for a trial. */
function restorableOf(answer: object): string {
  const components = "components" in answer ? answer.components : null;
  const drill =
    typeof components === "object" && components !== null && "restore" in components
      ? components.restore
      : null;
  if (!isComponent(drill) || drill.state !== "ok") return "";
  return typeof drill.details?.["restorableAsOf"] === "string" ? drill.message : "";
}

function rank({ state }: Component): number {
  return state === "failed" ? 0 : 1;
}

function isComponent(value: unknown): value is Component {
  return typeof value === "object" && value !== null && "state" in value && "message" in value;
}
