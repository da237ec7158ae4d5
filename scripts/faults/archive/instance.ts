import { ownEnvironment } from "../../service/service-process.ts";
import { freePort } from "../printer-place.ts";

/** How long an instance may take to answer, milliseconds: machines that test are busy. */
const START_TIMEOUT_MILLISECONDS = 90_000;

const POLL_MILLISECONDS = 20;

/** What an instance is started with. */
export interface InstanceStart {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  readonly database: string;
  /** Of this instance's own. */
  readonly folder: string;
}

/** An instance of an archive in a process of its own, which is started again whenever it ends. */
export class Instance {
  /** Ends nobody wanted, in words. */
  readonly faults: string[] = [];
  readonly address: string;
  private readonly port = freePort();
  private child: Bun.Subprocess<"ignore", "ignore", "pipe">;
  private running: Promise<void>;
  private isEnding = false;
  private hasAnswered = false;
  private wasKilled = false;

  constructor(private readonly start: InstanceStart) {
    this.address = `http://127.0.0.1:${this.port}`;
    this.child = this.spawn();
    this.running = this.keepRunning();
  }

  /** Waits until it answers. @throws Error when it never does */
  async untilAnswers(): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MILLISECONDS;
    const { child } = this;
    while (!(await answers(this.address))) {
      if (performance.now() > deadline) throw new Error("an instance of the archive did not start");
      await Bun.sleep(POLL_MILLISECONDS);
    }
    if (this.child === child) this.hasAnswered = true;
  }

  /** Ends it as a power cut would; it comes back by itself. */
  async kill(): Promise<void> {
    const { child } = this;
    this.wasKilled = true;
    child.kill("SIGKILL");
    await child.exited;
  }

  async stop(): Promise<void> {
    this.isEnding = true;
    this.child.kill("SIGKILL");
    await this.running;
  }

  private spawn() {
    const { command, database, folder } = this.start;
    const words = ["archive", "--database", database, "--data", folder, "--host", "127.0.0.1"];
    this.hasAnswered = false;
    this.wasKilled = false;
    return Bun.spawn([...command, ...words, "--port", String(this.port)], {
      env: ownEnvironment(),
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
  }

  private async keepRunning(): Promise<void> {
    for (;;) {
      const { child } = this;
      const log = new Response(child.stderr).text();
      void this.untilAnswers().catch(() => {});
      await child.exited;
      if (this.isEnding) return;
      // Without a database none starts; one that runs stays.
      if (!this.wasKilled && this.hasAnswered)
        this.faults.push(`an instance ended by itself: ${(await log).trim().slice(-500)}`);
      await Bun.sleep(POLL_MILLISECONDS);
      this.child = this.spawn();
    }
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    await fetch(`${address}/healthz`);
    return true;
  } catch {
    return false;
  }
}
