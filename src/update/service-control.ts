import { findService } from "../platform/running-service.ts";
import type { ServiceManager } from "../service-manager/service-manager.ts";
import { lockDataFolder } from "../storage/service-lock.ts";
import { askHealth } from "./ask-health.ts";
import { refused } from "./refused.ts";
import { UPDATE_LIMITS } from "./update-limits.ts";

/** What stops and starts the service whose executable is replaced. */
export interface ServiceControl {
  /** Whether it is started again and goes on running after the update. */
  readonly keepsRunning: boolean;
  /** Has it stopped, and waits until it has. */
  stop(): Promise<void>;
  /** Has it started; it need not be ready when this returns. */
  start(): Promise<void>;
  /** Whether what was started still runs. */
  isRunning(): boolean;
}

/** The service that is installed, by what starts it at boot. */
export class InstalledServiceControl implements ServiceControl {
  /** @param keepsRunning whether it ran before */
  constructor(
    private readonly manager: ServiceManager,
    readonly keepsRunning: boolean,
  ) {}

  stop(): Promise<void> {
    return this.manager.stop();
  }

  start(): Promise<void> {
    return this.manager.start();
  }

  isRunning(): boolean {
    return ["running", "starting"].includes(this.manager.state().kind);
  }
}

/** Starts a service that nobody else does, for the trial of a version alone. */
export class TrialService implements ServiceControl {
  readonly keepsRunning = false;
  private child: Bun.Subprocess | null = null;

  /** @param words the options with which it is started */
  constructor(
    private readonly executable: string,
    private readonly folder: string,
    private readonly words: readonly string[] = [],
  ) {}

  async stop(): Promise<void> {
    if (this.child !== null) {
      this.child.kill("SIGTERM");
      const late = setTimeout(() => this.child?.kill("SIGKILL"), UPDATE_LIMITS.stopMilliseconds);
      await this.child.exited;
      clearTimeout(late);
      this.child = null;
    }
    // One that a killed update has left behind.
    await endServiceOn(this.folder);
  }

  start(): Promise<void> {
    this.child = Bun.spawn([this.executable, "serve", "--data", this.folder, ...this.words], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "inherit",
    });
    return Promise.resolve();
  }

  isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }
}

/** Whether a service runs on a folder. */
export function isTaken(folder: string): boolean {
  using lock = lockDataFolder(folder);
  return lock === null;
}

/** Ends the service on a folder in order, and waits until it has ended. @throws TillrollError when it does not end */
async function endServiceOn(folder: string): Promise<void> {
  const deadline = performance.now() + UPDATE_LIMITS.stopMilliseconds;
  let told: number | null = null;
  // One that is about to start has taken the folder before it is noted there.
  while (isTaken(folder)) {
    const processId = findService(folder)?.processId ?? null;
    // A note that a crash has left behind may have the number of another program; only what answers is the service.
    if (processId !== null && processId !== told && (await askHealth(folder)) !== null)
      process.kill((told = processId), "SIGTERM");
    if (performance.now() > deadline)
      throw refused(`The service on ${folder} does not end. End it, and run "tillroll update --resume".`);
    await Bun.sleep(UPDATE_LIMITS.lookMilliseconds / 10);
  }
}
