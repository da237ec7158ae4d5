import { HostDied, HostProcess, type Told } from "./host-process.ts";
import type { HostAnswer, HostQuestion, HostStart } from "./host-messages.ts";

/** Until it is asked again whether a killed host is back. */
const PAUSE_MILLISECONDS = 20;

/** A host that is started again whenever it was killed, with the shops and the copies that it has by then. */
export class HostKeeper {
  readonly faults: string[] = [];
  private host: HostProcess;
  private begun: Promise<void>;
  private isEnding = false;
  private wasKilled = false;
  private readonly keeping: Promise<void>;

  constructor(
    private readonly startOf: () => HostStart,
    private readonly onTold: (told: Told) => void,
  ) {
    ({ host: this.host, begun: this.begun } = this.spawn());
    this.keeping = this.keep();
  }

  /** Asks it, once it runs. @throws HostDied when it is killed meanwhile; Error with what went wrong */
  async ask(question: HostQuestion): Promise<HostAnswer> {
    await this.begun;
    return this.host.ask(question);
  }

  /** As {@link ask}, again where it was killed: for what may be done twice. */
  async insist(question: HostQuestion): Promise<HostAnswer> {
    for (;;) {
      try {
        return await this.ask(question);
      } catch (error) {
        if (!(error instanceof HostDied) || this.faults.length > 0) throw error;
        await Bun.sleep(PAUSE_MILLISECONDS);
      }
    }
  }

  /** Ends it as a power cut would; it comes back by itself. */
  async kill(): Promise<void> {
    this.wasKilled = true;
    await this.host.kill();
  }

  async stop(): Promise<void> {
    this.isEnding = true;
    await this.host.kill();
    await this.keeping;
  }

  private spawn() {
    this.wasKilled = false;
    const started = HostProcess.start(this.startOf(), this.onTold);
    // Whoever asks is told.
    started.begun.catch(() => {});
    return started;
  }

  private async keep(): Promise<void> {
    for (;;) {
      const { host } = this;
      await host.exited;
      if (this.isEnding) return;
      if (!this.wasKilled) {
        this.faults.push(`a host ended by itself: ${(await host.writtenLog()).trim().slice(-500)}`);
        return;
      }
      ({ host: this.host, begun: this.begun } = this.spawn());
    }
  }
}
