import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { Log } from "../../operations/log.ts";
import type { TimeSlices } from "../../platform/time-slices.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import type { PrinterMemory } from "../answers/printer-memory.ts";
import type { RawEffect } from "./raw-effect.ts";
import type { RawLimits } from "./raw9100-limits.ts";

/** What all connections to a port share. */
export interface RawSurroundings {
  readonly endpoint: PrinterEndpoint;
  readonly memory: PrinterMemory;
  readonly limits: RawLimits;
  readonly log: Log;
  /** Of the thread, for what hosts send. */
  readonly slices: TimeSlices;
  now(): number;
}

/** What a connection without its socket knows of its printer. */
export type ConnectionPrinter = Pick<PrinterEndpoint, "printer" | "status" | "maximumJobBytes">;

/**
 * - `open`: takes jobs.
 * - `ending`: the host has sent its last byte; what it has sent is being stored.
 * - `refused`: data that cannot be kept is coming; for this host the printer is offline, and nothing is acknowledged.
 * - `closed`: nothing more is taken or sent.
 */
type State = "open" | "ending" | "refused" | "closed";

/** What the parts of a connection share. Only the connection itself sets the time and the state. */
export class ConnectionContext {
  state: State = "open";
  private effects: RawEffect[] = [];

  constructor(
    readonly endpoint: ConnectionPrinter,
    readonly memory: PrinterMemory,
    readonly limits: RawLimits,
    /** The time at which this happens, milliseconds. */
    public now: number,
  ) {}

  /** What this host is told. */
  get status(): PrinterStatus {
    const { status } = this.endpoint;
    return this.state === "refused" ? { ...status, isReachable: false } : status;
  }

  emit(effect: RawEffect): void {
    this.effects.push(effect);
  }

  /** What is to be done since the last call, in order. */
  takeEffects(): readonly RawEffect[] {
    const { effects } = this;
    if (effects.length > 0) this.effects = [];
    return effects;
  }
}
