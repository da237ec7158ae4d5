import type { Socket } from "bun";
import { TillrollError } from "../../domain/errors.ts";
import type { Log } from "../../operations/log.ts";
import type { MemoryReservation, PrinterEndpoint } from "../printer-endpoint.ts";
import { ACKNOWLEDGED, REFUSED, REFUSED_FOR_NOW } from "./answer.ts";
import { Arrivals } from "./arrivals.ts";
import { lpdConversation } from "./conversation.ts";
import type { DataFile, Entry, LpdDemand, LpdReply, Queue } from "./demand.ts";
import type { LpdLimits } from "./lpd-limits.ts";
import { queueState } from "./queue-state.ts";

/** What connections share. */
export interface LpdSurroundings {
  resolve(queue: string): PrinterEndpoint | null;
  readonly log: Log;
  readonly limits: LpdLimits;
}

/** One host's connection: does what its conversation wants. */
export class LpdConnection {
  readonly arrivals = new Arrivals();
  private endpoint: PrinterEndpoint | null = null;
  private reservation: MemoryReservation | null = null;
  private isPaused = false;
  private isGone = false;
  private readonly stopping = Promise.withResolvers<false>();
  private unsent: Uint8Array[] = [];
  private onDrained: (() => void) | null = null;
  /** Whether what has come is to be taken now or never. */
  private isHurried = false;
  private stopWaiting = () => {};

  constructor(
    private readonly socket: Socket<unknown>,
    readonly client: string,
    private readonly surroundings: LpdSurroundings,
  ) {}

  /** Leads the conversation to its end, and closes. */
  async run(): Promise<void> {
    let unsubscribe = () => {};
    const conversation = lpdConversation(this.surroundings.limits);
    try {
      let step = conversation.next();
      while (step.done !== true) {
        const reply = await this.fulfil(step.value);
        if (step.value.kind === "queue" && this.endpoint !== null) {
          unsubscribe = this.endpoint.onChange(() => this.breakIfRemoved());
        }
        step = conversation.next(reply);
      }
    } catch (error) {
      this.log("error", "an LPD connection failed", { error: String(error) });
      await this.send(Uint8Array.of(REFUSED_FOR_NOW));
    } finally {
      unsubscribe();
      this.leave();
      this.close();
    }
  }

  /** Bytes came. */
  receive(bytes: Uint8Array): void {
    this.arrivals.push(bytes);
    if (!this.isPaused && this.arrivals.byteLength > this.surroundings.limits.bufferedBytes) {
      this.isPaused = true;
      this.socket.pause();
    }
  }

  /** The socket takes bytes again. */
  drain(): void {
    while (this.unsent.length > 0 && !this.isGone) {
      const bytes = this.unsent[0] as Uint8Array;
      const written = Math.max(0, this.socket.write(bytes));
      if (written < bytes.byteLength) {
        this.unsent[0] = bytes.subarray(written);
        return;
      }
      this.unsent.shift();
    }
    this.onDrained?.();
    this.onDrained = null;
  }

  /** The socket is gone. */
  lose(): void {
    this.isGone = true;
    this.hurry();
    this.drain();
  }

  /** The service stops: nothing more is read, and what came is stored. */
  stop(): void {
    this.stopping.resolve(false);
    this.hurry();
  }

  /** Nothing more will come; what has come is still read, at once. */
  hurry(): void {
    this.isHurried = true;
    this.arrivals.break();
    this.stopWaiting();
  }

  private fulfil(demand: LpdDemand): LpdReply | Promise<LpdReply> {
    switch (demand.kind) {
      case "read":
        return this.read(demand.waitMilliseconds);
      case "send":
        return this.sendInTime(demand.bytes);
      case "queue":
        return this.open(demand.names, demand.isLong);
      case "enter":
        return this.enter();
      case "grow":
        return this.grow(demand.bytes);
      case "leave":
        return void this.leave();
      case "store":
        return this.store(demand.file);
      case "spool":
        return this.spool(demand.raw);
      case "discard":
        return this.discard(demand.key);
      case "rest":
        return this.rest();
      case "break":
        this.isGone = true;
        return void this.socket.terminate();
      case "report":
        return void this.log(demand.level, demand.message, demand.details);
    }
  }

  private async read(waitMilliseconds: number): Promise<LpdReply> {
    await this.untilTurn();
    if (this.isPaused && this.arrivals.byteLength === 0 && !this.isGone) {
      this.isPaused = false;
      this.socket.resume();
    }
    const arrival = await this.arrivals.read(waitMilliseconds);
    if (arrival.kind === "bytes") this.endpoint?.rate.spend(this.client, arrival.bytes.byteLength);
    return arrival;
  }

  /** Waits while this client has sent too much in too short a time; its socket is not read meanwhile. */
  private async untilTurn(): Promise<void> {
    const rate = this.endpoint?.rate;
    if (rate === undefined || this.isHurried || rate.waitMilliseconds(this.client) === 0) return;
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
    if (this.endpoint?.printer.simulate === "slow")
      await Bun.sleep(this.surroundings.limits.slowMilliseconds);
    await this.send(bytes);
  }

  private async send(bytes: Uint8Array): Promise<undefined> {
    if (this.isGone) return;
    this.unsent.push(bytes);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onDrained = resolve;
    this.drain();
    await promise;
  }

  private open(names: readonly string[], isLong: boolean): Queue | null {
    for (const name of names) {
      const endpoint = this.surroundings.resolve(name);
      if (endpoint === null || !endpoint.printer.protocols.includes("lpd")) continue;
      if (!endpoint.admits(this.client)) return null;
      this.endpoint = endpoint;
      const state = queueState(endpoint.printer, endpoint.status, isLong);
      return { maximumJobBytes: endpoint.maximumJobBytes, state };
    }
    return null;
  }

  private async enter(): Promise<Entry> {
    const endpoint = this.usedEndpoint();
    const breaksOff = endpoint.printer.simulate === "drop";
    const isAdmitted =
      this.reservation !== null ||
      (await this.untilReserved(() => {
        this.reservation = endpoint.reserve(this.client);
      }));
    return { isAdmitted, breaksOff };
  }

  private grow(bytes: number): boolean | Promise<boolean> {
    return this.untilReserved(() => this.reservation?.grow(bytes));
  }

  /** Tries until there is room in memory; the socket is not read meanwhile, so that the host waits too. */
  private async untilReserved(take: () => void): Promise<boolean> {
    const { roomMilliseconds, roomRetryMilliseconds } = this.surroundings.limits;
    for (let waited = 0; ; waited += roomRetryMilliseconds) {
      try {
        take();
        return true;
      } catch (error) {
        if (waited >= roomMilliseconds || this.isGone) {
          this.log("warning", "an LPD job found no room in memory", { error: String(error) });
          return false;
        }
      }
      await Bun.sleep(roomRetryMilliseconds);
    }
  }

  private leave(): void {
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

  private rest(): Promise<boolean> {
    const { settlingRetryMilliseconds } = this.surroundings.limits;
    return Promise.race([Bun.sleep(settlingRetryMilliseconds).then(() => true), this.stopping.promise]);
  }

  private usedEndpoint(): PrinterEndpoint {
    if (this.endpoint === null) throw new Error("no queue was opened");
    return this.endpoint;
  }

  private breakIfRemoved(): void {
    if (this.endpoint?.isRemoved === true) this.hurry();
  }

  private close(): void {
    if (this.isGone) return;
    this.socket.end();
    // A host that never closes its side does not keep the connection.
    const timer = setTimeout(() => this.socket.terminate(), this.surroundings.limits.lingerMilliseconds);
    timer.unref();
  }

  private log(level: "info" | "warning" | "error", message: string, details: object = {}): void {
    const queue = this.endpoint?.printer.name;
    this.surroundings.log.write(level, message, { ...details, client: this.client, queue });
  }
}
