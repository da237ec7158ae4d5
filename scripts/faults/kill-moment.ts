import { existsSync } from "node:fs";
import type { SeededRandom } from "./random.ts";

const POLL_MILLISECONDS = 0.2;

export interface KillMoment {
  /** How long it goes on, at most, milliseconds. */
  readonly milliseconds: number;
  /** Files or folders whose being there is the beginning of what is to be cut off; empty for any moment. */
  readonly whenThere: readonly string[];
}

/** A moment for a kill: half of them at any time, the others soon after something that is over in a moment has begun. */
export function killMoment(
  random: SeededRandom,
  longestMilliseconds: number,
  marks: readonly string[],
): KillMoment {
  const mark = random.happens(0.5) ? random.pick(marks) : undefined;
  return {
    milliseconds: mark === undefined ? random.integer(1, longestMilliseconds) : random.integer(0, 12),
    whenThere: mark === undefined ? [] : [mark],
  };
}

/**
 * Kills a process at a moment, or waits for its end where that comes first.
 * @returns whether it was killed
 */
export async function killAt(
  child: Bun.Subprocess,
  { milliseconds, whenThere }: KillMoment,
): Promise<boolean> {
  while (child.exitCode === null && !whenThere.every((path) => existsSync(path)))
    await Bun.sleep(POLL_MILLISECONDS);
  await Promise.race([child.exited, Bun.sleep(milliseconds)]);
  const wasKilled = child.exitCode === null;
  child.kill("SIGKILL");
  await child.exited;
  return wasKilled;
}
