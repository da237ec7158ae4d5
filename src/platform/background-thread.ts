import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";

/** How much a background thread stands back: it gets about a tenth of the time of another that wants the same core. */
const NICENESS = 10;

/** How long a thread in the background works without looking at its messages, milliseconds. */
const TURN_MILLISECONDS = 10;

/**
 * Lets this thread, a Worker's, stand back behind those that answer requests when there are too few cores for all. Linux
 * knows a priority for each thread, by its number (setpriority(2), "C library/kernel differences"); elsewhere nothing is
 * done.
 * @param niceness how far; with `PRIORITY_LOW` it gets a seventieth of the time of another that wants the same core
 */
export function standBack(niceness: number = NICENESS): void {
  if (process.platform !== "linux") return;
  try {
    // "4711/task/4712": the process and the thread.
    const thread = readlinkSync("/proc/thread-self").split("/").at(-1);
    setPriority(Number(thread), niceness);
  } catch {
    // Where /proc is not mounted or priorities are not ours to set, it works as elsewhere.
  }
}

/**
 * Has a process that was just started stand back too, as far as {@link standBack}: with the lowest priority it would never
 * come to an end on a busy PC. On Linux its first thread gets it, and all that it begins later: also those that compile
 * WebAssembly.
 */
export function standBackProcess(processId: number): void {
  try {
    setPriority(processId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or priorities are not ours to set.
  }
}

/** Lets the messages of a thread in between long work: questions, or the order to stop. */
export class Turns {
  private began = performance.now();

  /** Whether it is time to pause. */
  get isOver(): boolean {
    return performance.now() - this.began >= TURN_MILLISECONDS;
  }

  /** Waits until the messages that have come are seen. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    this.began = performance.now();
  }
}
