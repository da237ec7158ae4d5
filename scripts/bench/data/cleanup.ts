import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Exit code of a program that was interrupted, as shells have it. */
const EXIT_INTERRUPTED = 130;

/** How long an interruption waits for the work itself to notice, milliseconds: as long as a service takes to start. */
const GRACE_MILLISECONDS = 1000;

/** What is to be taken away at the end, the last first: when the work is done, failed or was interrupted. */
export class Cleanup implements AsyncDisposable {
  private readonly stack = new AsyncDisposableStack();
  private readonly workEnded = Promise.withResolvers<void>();
  private done: Promise<void> | null = null;
  private readonly interrupted = async () => {
    await this.run();
    await Promise.race([this.workEnded.promise, Bun.sleep(GRACE_MILLISECONDS)]);
    process.exit(EXIT_INTERRUPTED);
  };

  constructor() {
    // Once: whoever does not want to wait interrupts again.
    for (const signal of SIGNALS) process.once(signal, this.interrupted);
  }

  /**
   * Adds a step, which is waited for. It may find its work done already.
   * @throws Error after an interruption; the step is taken at once then
   */
  defer(step: () => unknown): void {
    if (this.done !== null) {
      step();
      throw new Error("the benchmark was interrupted");
    }
    this.stack.defer(async () => {
      await step();
    });
  }

  /** A new folder for temporary files that will be removed with all that is in it. */
  temporaryFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "tillroll-bench-"));
    this.defer(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.workEnded.resolve();
    await this.run();
    for (const signal of SIGNALS) process.off(signal, this.interrupted);
  }

  private run(): Promise<void> {
    this.done ??= this.stack.disposeAsync();
    return this.done;
  }
}
