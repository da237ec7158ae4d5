import type { StreamTarget } from "../../domain/target.ts";
import { ConnectError, type PrinterConnection } from "../connections/connection.ts";
import { openConnection } from "../connections/open-connection.ts";
import type { Link, LinkOptions, Readiness, SendOutcome } from "../link.ts";
import type { Abilities } from "./abilities.ts";
import type { SessionOutput } from "./job-transfer.ts";
import { PortWitness } from "./port-witness.ts";
import { abilitiesFor, answerReaderFor } from "./printer-language.ts";
import { RawSession } from "./raw-session.ts";

/** A connection with its machine. */
interface Open {
  readonly connection: PrinterConnection;
  readonly session: RawSession;
}

/** The way to a printer to which bytes go as they come. A connection is kept for as long as jobs follow each other. */
export class RawLink implements Link {
  /** What the printer is known to do. */
  readonly abilities: Abilities;
  private open: Open | null = null;
  private timer: Timer | undefined;
  private restTimer: Timer | undefined;
  private isRunning = false;
  private isClosed = false;
  private readonly witness = new PortWitness();
  private answered: ((readiness: Readiness) => void) | null = null;
  private finished: ((outcome: SendOutcome) => void) | null = null;

  constructor(
    private readonly target: StreamTarget,
    private readonly options: LinkOptions,
  ) {
    this.abilities = abilitiesFor(options.language);
  }

  async ask(isPoll: boolean): Promise<Readiness> {
    const { times } = this.options;
    if (isPoll) this.abilities.age(performance.now(), times.relearn);
    try {
      const open = await this.connected();
      const { promise, resolve } = Promise.withResolvers<Readiness>();
      this.answered = resolve;
      open.session.ask(performance.now());
      this.run();
      const readiness = await promise;
      const isMute = readiness.kind === "ready" && readiness.status === null;
      return isMute ? this.witness.complete(readiness, await open.connection.portStatus()) : readiness;
    } catch (error) {
      // It may be another printer when it comes back.
      this.abilities.forget();
      const cause = error instanceof Error ? error.message : String(error);
      return { kind: "unreachable", reason: `The printer cannot be reached: ${cause}.` };
    }
  }

  send(job: Uint8Array): Promise<SendOutcome> {
    const { open } = this;
    clearTimeout(this.restTimer);
    if (open === null || !open.session.isFree) {
      const reason = "The printer closed the connection before the print.";
      return Promise.resolve({ kind: "untouched", reason });
    }
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    this.finished = resolve;
    open.session.send(job, performance.now());
    this.run();
    return promise;
  }

  abort(reason: string): void {
    this.open?.session.abort(reason);
    this.run();
  }

  rest(): void {
    clearTimeout(this.restTimer);
    if (this.open === null) return;
    this.restTimer = setTimeout(() => this.drop("close"), this.options.times.idleConnection);
  }

  /** Leaves the printer's connection to somebody else; what is known of the printer stays known. */
  leave(): void {
    clearTimeout(this.restTimer);
    this.drop("close");
  }

  close(): void {
    this.isClosed = true;
    if (this.open?.session.isFree === false) this.abort("The service was stopped.");
    clearTimeout(this.restTimer);
    this.drop("close");
  }

  /** The connection, opened where there is none. @throws ConnectError */
  private async connected(): Promise<Open> {
    clearTimeout(this.restTimer);
    if (this.open !== null && this.open.session.isFree) return this.open;
    this.drop("close");
    const { times, random, language } = this.options;
    const reader = answerReaderFor(language);
    const unacknowledged = () => this.open?.connection.unacknowledged ?? 0;
    const session = new RawSession({ abilities: this.abilities, reader, times, random, unacknowledged });
    const connection = await openConnection(this.target, times.connect, this.eventsFor(session));
    if (this.isClosed) {
      connection.close();
      throw new ConnectError("the service was stopped");
    }
    this.open = { connection, session };
    return this.open;
  }

  private eventsFor(session: RawSession) {
    // What an old connection has still to say is of no interest.
    const whenOpen = (act: (now: number) => void) => {
      if (this.open?.session !== session) return;
      act(performance.now());
      this.run();
    };
    return {
      onData: (bytes: Uint8Array) => whenOpen((now) => session.receive(bytes, now)),
      onTaken: (count: number) => whenOpen((now) => session.tookBytes(count, now)),
      onEnd: (cause: string | null) => whenOpen(() => session.end(cause)),
    };
  }

  /** Does what the machine wants, and sets the timer for what it waits for. */
  private run(): void {
    const { open } = this;
    // Writing can call back at once; the outer loop then goes on with what that brought.
    if (open === null || this.isRunning) return;
    this.isRunning = true;
    try {
      for (let outputs = open.session.take(); outputs.length > 0; outputs = open.session.take()) {
        for (const output of outputs) this.perform(open, output);
      }
    } finally {
      this.isRunning = false;
    }
    clearTimeout(this.timer);
    const { wakeAt } = open.session;
    if (this.open !== open || wakeAt === null) return;
    const tick = () => {
      open.session.tick(performance.now());
      this.run();
    };
    this.timer = setTimeout(tick, Math.max(wakeAt - performance.now(), 0));
  }

  private perform(open: Open, output: SessionOutput): void {
    const { connection } = open;
    switch (output.do) {
      case "write":
        return connection.write(output.bytes);
      case "shutdown":
        return connection.shutdown();
      case "close":
      case "terminate":
        return this.drop(output.do);
      case "answer":
        return this.answered?.(output.readiness);
      case "finish":
        return this.finished?.(output.outcome);
      case "status":
        return this.options.onStatus(output.status);
      case "trouble":
        return this.options.onTrouble(output.reason);
    }
  }

  private drop(how: "close" | "terminate"): void {
    const { open } = this;
    this.open = null;
    clearTimeout(this.timer);
    if (how === "close") open?.connection.close();
    else open?.connection.terminate();
  }
}
