import { writeSync } from "node:fs";
import { STORAGE_LIMITS } from "../domain/storage-limits.ts";
import type { HealthReport } from "../operations/health.ts";
import type { ServiceLog } from "../operations/logs/service-log.ts";
import { exitAbruptly } from "../platform/abrupt-end.ts";
import { supervise } from "../service-manager/supervision.ts";
import type { Supervisor } from "../service-manager/supervisor.ts";
import { supervisorOf } from "../service-manager/supervisor-of.ts";

const EXIT_FAILURE = 1;

/** How a run of a service ended: with an exit code, or to start again because the disk can be written now. */
export type RunEnd = number | "start again";

/** A service that runs in this process. */
interface StayingService {
  readonly address: string;
  health(): HealthReport;
  /** Takes an error that nobody else took. @returns whether the service can go on */
  noteFault(error: unknown): boolean;
  stop(): Promise<void>;
}

/** What a service stays with. */
interface Staying {
  readonly log: ServiceLog;
  readonly supervisor: Supervisor;
  /** Resolved by whatever ends it. */
  readonly ended: PromiseWithResolvers<RunEnd>;
  /** Tells that it runs, once it can be told to stop: whoever has read it may send a signal at once. */
  readonly tell: () => void;
}

/** Stays until the service is told to stop, or something else ends it, and stops it in order. @returns how it ended */
export async function stay(
  service: StayingService,
  { log, supervisor, ended, tell }: Staying,
): Promise<RunEnd> {
  let signals = 0;
  const onSignal = () => {
    signals++;
    ended.resolve(0);
    if (signals > 1) endNow(log, "It was told to stop twice.");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  // A page that cannot be read must not end what can still be done; whatever else nobody expected ends it in order.
  const onUnexpected = (error: unknown) => {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.write("error", "something failed unexpectedly", { details });
    if (!service.noteFault(error)) ended.resolve(EXIT_FAILURE);
  };
  for (const event of ["uncaughtException", "unhandledRejection"] as const) process.on(event, onUnexpected);
  tell();
  supervisor.onStop(onSignal);
  const supervision = supervise(supervisor, service);
  const end = await ended.promise;
  supervision[Symbol.dispose]();
  if (end !== "start again") supervisor.stopping();
  const ending = end === "start again" ? "the disk can be written again: starting anew" : "stopping";
  log.write("info", ending);
  const onLate = () => endNow(log, "The disk does not answer, or a connection does not end.");
  const late = setTimeout(onLate, STORAGE_LIMITS.stopMilliseconds);
  try {
    await service.stop();
  } catch (error) {
    endNow(log, error instanceof Error ? error.message : String(error));
  }
  clearTimeout(late);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
  for (const event of ["uncaughtException", "unhandledRejection"] as const) process.off(event, onUnexpected);
  return end === "start again" && signals > 0 ? 0 : end;
}

/** Ends the process where it stands, as a power cut would: what was acknowledged is on the disk. */
function endNow(log: ServiceLog, why: string): never {
  log.flush();
  try {
    // Written at once: nothing is run after it.
    supervisorOf(process.env).ended(EXIT_FAILURE);
    writeSync(process.stderr.fd, `tillroll: The stop was not orderly. ${why}\n`);
  } catch {
    // Nobody reads it any more, such as a "tee" that the same Ctrl-C has ended.
  }
  exitAbruptly(EXIT_FAILURE);
}
