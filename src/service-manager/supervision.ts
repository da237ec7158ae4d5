import type { HealthReport } from "../operations/health.ts";
import { SUPERVISION_LIMITS } from "./supervision-limits.ts";
import type { Supervisor } from "./supervisor.ts";

/** What of a running service its supervisor is told. */
interface Supervised {
  readonly address: string;
  health(): HealthReport;
}

/**
 * Tells a supervisor that the service is ready and how it is, for as long as its event loop turns. What is wrong with the
 * disk or the database is told in words and does not end the heartbeat: to be started again mends neither, and a service
 * that stores nothing still shows what it has.
 */
export function supervise(supervisor: Supervisor, service: Supervised): Disposable {
  const words = () => wordsOf(service);
  supervisor.ready(words());
  const timers = [setInterval(() => supervisor.tell(words()), SUPERVISION_LIMITS.wordsMilliseconds)];
  const { heartbeatMilliseconds } = supervisor;
  if (heartbeatMilliseconds !== null)
    timers.push(setInterval(() => supervisor.beat(), heartbeatMilliseconds));
  for (const timer of timers) timer.unref();
  return { [Symbol.dispose]: () => timers.forEach((timer) => clearInterval(timer)) };
}

/** How the service is, in a line: what keeps tills from printing first. */
function wordsOf({ address, health }: Supervised): string {
  const { status, canPrint, components } = health();
  if (status === "ok") return `Takes prints; dashboard at ${address}/`;
  const troubles = Object.entries(components).flatMap(([name, { state, message }]) =>
    state === "ok" ? [] : [{ isFailed: state === "failed", text: `${name}: ${message}` }],
  );
  const first = troubles.toSorted((one, other) => Number(other.isFailed) - Number(one.isFailed))[0];
  return `${canPrint ? "Takes prints" : "Takes no prints"}; ${first?.text ?? status}`;
}
