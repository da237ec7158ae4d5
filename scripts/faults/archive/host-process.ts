import { join } from "node:path";
import { ownEnvironment } from "../../service/service-process.ts";
import type { FromHost, HostAnswer, HostQuestion, HostStart } from "./host-messages.ts";

/** What of a shop is not to be. */
export type Told = Extract<FromHost, { readonly told: string }>;

/** A host whose process was killed while it was asked. */
export class HostDied extends Error {}

/** A process with several shops that can be killed. */
export class HostProcess {
  private readonly waiting = new Map<number, PromiseWithResolvers<HostAnswer>>();
  private readonly ready = Promise.withResolvers<void>();
  private readonly child;
  private readonly log: Promise<string>;
  private lastNumber = 0;

  private constructor(onTold: (told: Told) => void) {
    this.child = Bun.spawn([process.execPath, join(import.meta.dir, "host.ts")], {
      env: ownEnvironment(),
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
      serialization: "json",
      ipc: (message: FromHost) => {
        if ("ready" in message) this.ready.resolve();
        else if ("told" in message) onTold(message);
        else if ("error" in message) this.waiting.get(message.number)?.reject(new Error(message.error));
        else this.waiting.get(message.number)?.resolve(message.answer);
      },
    });
    this.log = new Response(this.child.stderr).text();
    void this.child.exited.then(() => {
      const died = new HostDied("the host was killed");
      this.ready.reject(died);
      for (const { reject } of this.waiting.values()) reject(died);
    });
  }

  /** Starts one, and waits until its shops are open. @throws HostDied when it is killed meanwhile */
  static start(start: HostStart, onTold: (told: Told) => void): { host: HostProcess; begun: Promise<void> } {
    const host = new HostProcess(onTold);
    const begun = host.ready.promise.then(async () => void (await host.ask({ ask: "begin", start })));
    return { host, begun };
  }

  /** What it wrote to standard error; to be asked for after its end. */
  writtenLog(): Promise<string> {
    return this.log;
  }

  get exited(): Promise<unknown> {
    return this.child.exited;
  }

  /** @throws HostDied when it is killed meanwhile; Error with what went wrong */
  async ask(question: HostQuestion): Promise<HostAnswer> {
    const number = ++this.lastNumber;
    const waiting = Promise.withResolvers<HostAnswer>();
    this.waiting.set(number, waiting);
    if (this.child.exitCode !== null || this.child.signalCode !== null)
      throw new HostDied("the host is dead");
    this.child.send({ number, question });
    try {
      return await waiting.promise;
    } finally {
      this.waiting.delete(number);
    }
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.child.exited;
  }
}
