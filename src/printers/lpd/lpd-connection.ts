import { TillrollError } from "../../domain/errors.ts";
import type { Log } from "../../operations/log.ts";
import type { MemoryReservation, PrinterEndpoint } from "../printer-endpoint.ts";
import type { LpdSocket } from "./lpd-socket.ts";
import { lpdSession } from "./session.ts";
import {
  ACKNOWLEDGED,
  type ActionResult,
  type Admission,
  type DataFile,
  type LpdAction,
  type Queue,
  REFUSED,
  REFUSED_FOR_NOW,
} from "./session-action.ts";
import type { LpdLimits } from "./lpd-limits.ts";
import { queueState } from "./queue-state.ts";

/** What connections share. */
export interface LpdContext {
  resolve(queue: string): PrinterEndpoint | null;
  readonly log: Log;
  readonly limits: LpdLimits;
}

/** One host's connection: carries out the actions of its session. */
export class LpdConnection {
  private endpoint: PrinterEndpoint | null = null;
  private reservation: MemoryReservation | null = null;
  private readonly stopping = Promise.withResolvers<false>();
  /** Whether what has come is to be taken now or never. */
  private isReadingLast = false;
  private stopWaiting = () => {};

  constructor(
    private readonly socket: LpdSocket,
    readonly client: string,
    private readonly context: LpdContext,
  ) {}

  /** Leads the session to its end, and closes. */
  async run(): Promise<void> {
    let unsubscribe = () => {};
    const session = lpdSession(this.context.limits);
    try {
      let step = session.next();
      while (step.done !== true) {
        const reply = await this.perform(step.value);
        if (step.value.kind === "queue" && this.endpoint !== null) {
          unsubscribe = this.endpoint.onChange(() => this.breakIfRemoved());
        }
        step = session.next(reply);
      }
    } catch (error) {
      this.log("error", "an LPD connection failed", { error: String(error) });
      await this.socket.send(Uint8Array.of(REFUSED_FOR_NOW));
    } finally {
      unsubscribe();
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
  readNoMore(): void {
    this.isReadingLast = true;
    this.socket.received.break();
    this.stopWaiting();
  }

  private perform(action: LpdAction): ActionResult | Promise<ActionResult> {
    switch (action.kind) {
      case "read":
        return this.read(action.waitMilliseconds);
      case "send":
        return this.sendInTime(action.bytes);
      case "queue":
        return this.open(action.names, action.isLong);
      case "reserve":
        return this.reserve();
      case "extend":
        return this.extend(action.bytes);
      case "release":
        return void this.release();
      case "store":
        return this.store(action.file);
      case "spool":
        return this.spool(action.raw);
      case "discard":
        return this.discard(action.key);
      case "pause":
        return this.pause();
      case "break":
        return void this.socket.terminate();
      case "report":
        return void this.log(action.level, action.message, action.details);
    }
  }

  private async read(waitMilliseconds: number): Promise<ActionResult> {
    await this.untilTurn();
    const result = await this.socket.read(waitMilliseconds);
    if (result.kind === "bytes") this.endpoint?.rate.spend(this.client, result.bytes.byteLength);
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

  private async sendInTime(bytes: Uint8Array): Promise<undefined> {
    if (this.endpoint?.printer.simulate === "slow") await Bun.sleep(this.context.limits.slowMilliseconds);
    await this.socket.send(bytes);
  }

  private open(names: readonly string[], isLong: boolean): Queue | null {
    for (const name of names) {
      const endpoint = this.context.resolve(name);
      if (endpoint === null || !endpoint.printer.protocols.includes("lpd")) continue;
      if (!endpoint.admits(this.client)) return null;
      this.endpoint = endpoint;
      const state = queueState(endpoint.printer, endpoint.status, isLong);
      return { maximumJobBytes: endpoint.maximumJobBytes, state };
    }
    return null;
  }

  private async reserve(): Promise<Admission> {
    const endpoint = this.usedEndpoint();
    const breaksOff = endpoint.printer.simulate === "drop";
    const isAdmitted =
      this.reservation !== null ||
      (await this.untilReserved(() => {
        this.reservation = endpoint.reserve(this.client);
      }));
    return { isAdmitted, breaksOff };
  }

  private extend(bytes: number): boolean | Promise<boolean> {
    return this.untilReserved(() => this.reservation?.grow(bytes));
  }

  /** Tries until there is room in memory; the socket is not read meanwhile, so that the host waits too. */
  private async untilReserved(take: () => void): Promise<boolean> {
    const { memoryWaitMilliseconds, memoryRetryMilliseconds } = this.context.limits;
    for (let waited = 0; ; waited += memoryRetryMilliseconds) {
      try {
        take();
        return true;
      } catch (error) {
        if (waited >= memoryWaitMilliseconds || this.socket.isGone) {
          this.log("warning", "an LPD job found no room in memory", { error: String(error) });
          return false;
        }
      }
      await Bun.sleep(memoryRetryMilliseconds);
    }
  }

  private release(): void {
    this.reservation?.[Symbol.dispose]();
    this.reservation = null;
  }

  private async store(file: DataFile): Promise<number> {
    const { raw, control, isIncomplete, spoolKey } = file;
    const { label, tag } = control;
    try {
      const { client } = this;
      await this.usedEndpoint().store({ raw, protocol: "lpd", client, label, tag, isIncomplete, spoolKey });
      return ACKNOWLEDGED;
    } catch (error) {
      this.log("warning", "an LPD job could not be stored", { error: String(error) });
      const isTrouble = !(error instanceof TillrollError) || error.code === "STORAGE_UNAVAILABLE";
      return isTrouble ? REFUSED_FOR_NOW : REFUSED;
    }
  }

  private async spool(raw: Uint8Array<ArrayBuffer>): Promise<string | null> {
    const key = crypto.randomUUID();
    const { client } = this;
    const job = { protocol: "lpd", client, label: null, tag: new Map(), isIncomplete: false } as const;
    try {
      await this.usedEndpoint().spool(key, raw, job);
      return key;
    } catch (error) {
      this.log("warning", "an LPD job could not be spooled", { error: String(error) });
      return null;
    }
  }

  private async discard(key: string): Promise<boolean> {
    try {
      await this.usedEndpoint().discard(key);
      return true;
    } catch (error) {
      this.log("warning", "an LPD job that its host gave up could not be forgotten", {
        error: String(error),
      });
      return false;
    }
  }

  private pause(): Promise<boolean> {
    const { storingRetryMilliseconds } = this.context.limits;
    return Promise.race([Bun.sleep(storingRetryMilliseconds).then(() => true), this.stopping.promise]);
  }

  private usedEndpoint(): PrinterEndpoint {
    if (this.endpoint === null) throw new Error("no queue was opened");
    return this.endpoint;
  }

  private breakIfRemoved(): void {
    if (this.endpoint?.isRemoved === true) this.readNoMore();
  }

  private log(level: "info" | "warning" | "error", message: string, details: object = {}): void {
    const queue = this.endpoint?.printer.name;
    this.context.log.write(level, message, { ...details, client: this.client, queue });
  }
}
