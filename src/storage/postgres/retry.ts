import { TillrollError } from "../../domain/errors.ts";

/** What is to be tried again: serialization failures, deadlocks, a server that goes or comes or has no connection left (PostgreSQL, appendix A). */
const RETRIED_STATES: ReadonlySet<string> = new Set([
  "40001",
  "40P01",
  "53300",
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
]);

/** What Bun says of a connection that is no more, or cannot be made. */
const LOST_CONNECTION =
  /^ERR_POSTGRES_(CONNECTION_|SERVER_|IDLE_|LIFETIME_)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/;

/**
 * How often something is tried again, and how long is waited before, milliseconds: it doubles each time. What takes long to
 * fail is not begun again after the last of them.
 */
const RETRY = { times: 12, firstMilliseconds: 10, mostMilliseconds: 1000, lastMilliseconds: 20_000 } as const;

/** The SQLSTATE of an error, or Bun's code; empty where it has neither. */
export function stateOf(error: unknown): string {
  const { errno, code } = (error ?? {}) as { readonly errno?: unknown; readonly code?: unknown };
  return typeof errno === "string" && /^[0-9A-Z]{5}$/.test(errno) ? errno : String(code ?? "");
}

/** Whether the same may go well a moment later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof TillrollError) return false;
  const state = stateOf(error);
  return RETRIED_STATES.has(state) || LOST_CONNECTION.test(state);
}

/** Whether the connection went away, so that nobody knows what became of a COMMIT. */
export function isLost(error: unknown): boolean {
  return isPassing(error) && !stateOf(error).startsWith("40");
}

/** Does something, again and later each time as long as it fails with what passes. @throws the last error */
export async function retrying<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
  const end = performance.now() + RETRY.lastMilliseconds;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isPassing(error) || attempt >= RETRY.times || performance.now() > end) throw error;
      const wait = Math.min(RETRY.mostMilliseconds, RETRY.firstMilliseconds * 2 ** attempt);
      // Of two that met, one goes first.
      await Bun.sleep(wait * (0.5 + Math.random() / 2));
    }
  }
}
