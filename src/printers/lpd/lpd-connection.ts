import { TillrollError } from "../../domain/errors.ts";
import { isOffline } from "../../domain/printer-status.ts";
import type { Log } from "../../operations/log.ts";
import type { MemoryReservation, PrinterEndpoint } from "../printer-endpoint.ts";
import { wordsOf } from "../status/status.ts";
import type { LpdSocket } from "./lpd-socket.ts";
import { lpdSession } from "./session.ts";
import {
  ACKNOWLEDGED,
  type DataFile,
  type LpdDriver,
  type Queue,
  type ReadEnding,
  REFUSED,
  REFUSED_FOR_NOW,
} from "./lpd-driver.ts";
import type { LpdLimits } from "./lpd-limits.ts";

/** What connections share. */
export interface LpdContext {
  /** The printer whose queue this is, whatever its case; `null` when there is none. */
  resolve(queue: string): PrinterEndpoint | null;
  readonly log: Log;
  readonly limits: LpdLimits;
}

/** One host's connection: does what its session asks. */
export class LpdConnection implements LpdDriver {
  private endpoint: PrinterEndpoint | null = null;
  private reservation: MemoryReservation | null = null;
  private readonly stopping = Promise.withResolvers<false>();
  /** Whether what has come is to be taken now or never. */
  private isReadingLast = false;
  private stopWaiting = () => {};
  private unsubscribe = () => {};

  constructor(
    readonly socket: LpdSocket,
    private readonly client: string,
    private readonly context: LpdContext,
  ) {}

  /** Leads the session to its end, and closes. */
  async run(): Promise<void> {
    const session = lpdSession(this.context.limits);
    try {
      let step = session.next();
      while (step.done !== true) step = session.next(await step.value(this));
    } catch (error) {
      this.report("error", "an LPD connection failed", { error: String(error) });
      await this.socket.send(Uint8Array.of(REFUSED_FOR_NOW));
    } finally {
      this.unsubscribe();
      this.release();
      this.socket.close(this.context.limits.lingerMilliseconds);
    }
  }

  /** The socket is gone. */
  lose(): void {
    this.socket.lose();
    this.readNoMore();
  }

  /** The service stops: nothing more is read, and what came is stored. */
  stop(): void {
    this.stopping.resolve(false);
    this.readNoMore();
  }

  /** Nothing more will come; what has come is still read, at once. */
  private readNoMore(): void {
    this.isReadingLast = true;
    this.socket.endReceiving("broken");
    this.stopWaiting();
  }

  async read(waitMilliseconds: number): Promise<Uint8Array | ReadEnding> {
    await this.untilTurn();
    const result = await this.socket.read(waitMilliseconds);
    if (typeof result !== "string") this.endpoint?.rate.spend(this.client, result.byteLength);
    return result;
  }

  /** Waits while this client has sent too much in too short a time; its socket is not read meanwhile. */
  private async untilTurn(): Promise<void> {
    const rate = this.endpoint?.rate;
    if (rate === undefined || this.isReadingLast || rate.waitMilliseconds(this.client) === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const giveUp = rate.whenReady(this.client, resolve);
    this.stopWaiting = () => {
      giveUp();
      resolve();
    };
    await promise;
    this.stopWaiting = () => {};
  }

  async send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.endpoint?.printer.simulate === "slow") await Bun.sleep(this.context.limits.slowMilliseconds);
    await this.socket.send(bytes);
  }

  openQueue(names: readonly string[], isLong: boolean): Queue | null {
    for (const name of names) {
      const endpoint = this.context.resolve(name);
      if (endpoint === null || !endpoint.printer.protocols.includes("lpd")) continue;
      if (!endpoint.admits(this.client)) return null;
      this.endpoint = endpoint;
      this.unsubscribe = endpoint.onChange(() => {
        if (endpoint.isRemoved) this.readNoMore();
      });
      const state = queueState(endpoint, isLong);
      return { maximumJobBytes: endpoint.maximumJobBytes, state };
    }
    return null;
  }

  async reserve() {
    const endpoint = this.usedEndpoint();
    const breaksOff = endpoint.printer.simulate === "drop";
    const isAdmitted = await this.untilReserved(() => (this.reservation ??= endpoint.reserve(this.client)));
    return { isAdmitted, breaksOff };
  }

  extend(bytes: number): Promise<boolean> {
    return this.untilReserved(() => this.reservation?.grow(bytes));
  }

  /** Tries until there is room in memory; the socket is not read meanwhile, so that the host waits too. */
  private async untilReserved(take: () => unknown): Promise<boolean> {
    const { memoryWaitMilliseconds, memoryRetryMilliseconds } = this.context.limits;
    for (let waited = 0; ; waited += memoryRetryMilliseconds) {
      try {
        take();
        return true;
      } catch (error) {
        if (waited >= memoryWaitMilliseconds || this.socket.isGone)
          return this.fail("found no room in memory", error, false);
      }
      await Bun.sleep(memoryRetryMilliseconds);
    }
  }

  release(): void {
    this.reservation?.[Symbol.dispose]();
    this.reservation = null;
  }

  async store({ raw, control: { label, tag }, isIncomplete, spoolKey }: DataFile): Promise<number> {
    const { client } = this;
    try {
      await this.usedEndpoint().store({ raw, protocol: "lpd", client, label, tag, isIncomplete, spoolKey });
      return ACKNOWLEDGED;
    } catch (error) {
      const isTrouble = !(error instanceof TillrollError) || error.code === "STORAGE_UNAVAILABLE";
      return this.fail("could not be stored", error, isTrouble ? REFUSED_FOR_NOW : REFUSED);
    }
  }

  async spool(raw: Uint8Array<ArrayBuffer>): Promise<string | null> {
    const key = crypto.randomUUID();
    const { client } = this;
    const job = { protocol: "lpd", client, label: null, tag: new Map(), isIncomplete: false } as const;
    try {
      await this.usedEndpoint().spool(key, raw, job);
      return key;
    } catch (error) {
      return this.fail("could not be spooled", error, null);
    }
  }

  async discard(key: string): Promise<boolean> {
    try {
      await this.usedEndpoint().discard(key);
      return true;
    } catch (error) {
      return this.fail("that its host gave up could not be forgotten", error, false);
    }
  }

  pause(): Promise<boolean> {
    const { storingRetryMilliseconds } = this.context.limits;
    return Promise.race([Bun.sleep(storingRetryMilliseconds).then(() => true), this.stopping.promise]);
  }

  private usedEndpoint(): PrinterEndpoint {
    if (this.endpoint === null) throw new Error("no queue was opened");
    return this.endpoint;
  }

  terminate(): void {
    this.socket.terminate();
  }

  /** Logs what could not be done with a job. @returns `result`, which tells the session so */
  private fail<Result>(what: string, error: unknown, result: Result): Result {
    this.report("warning", `an LPD job ${what}`, { error: String(error) });
    return result;
  }

  report(level: "info" | "warning" | "error", message: string, details: object = {}): void {
    const queue = this.endpoint?.printer.name;
    this.context.log.write(level, message, { ...details, client: this.client, queue });
  }
}

/** What an LPD host is told of a queue: text for people (RFC 1179, sections 5.3 and 5.4), `long` with the model. */
function queueState({ printer, status, details }: PrinterEndpoint, isLong: boolean): string {
  const state = isOffline(status) ? "not ready" : "ready";
  const troubles = wordsOf(status, TROUBLES);
  const because = troubles.length === 0 ? "" : `: ${troubles.join(", ")}`;
  const stored = "Each job is stored as soon as it has come, whatever the printer's state.";
  const more = isLong ? `model: ${details.modelName}\n${stored}\n` : "";
  return `${printer.name} is ${state}${because}\n${more}no entries\n`;
}

const TROUBLES = {
  unreachable: "offline",
  coverOpen: "cover open",
  paperEnd: "out of paper",
  paperNearEnd: "paper low",
  cutterError: "cutter error",
  unrecoverableError: "error",
};
