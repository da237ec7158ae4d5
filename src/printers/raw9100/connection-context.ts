import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { Log } from "../../operations/log.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import type { PrinterMemory } from "../answers/printer-memory.ts";
import type { RawLimits } from "./raw9100-limits.ts";

/** What all connections to a port share. */
export interface RawSurroundings {
  readonly endpoint: PrinterEndpoint;
  readonly memory: PrinterMemory;
  readonly limits: RawLimits;
  readonly log: Log;
  now(): number;
}

/** What a connection without its socket knows of its printer. */
export type ConnectionPrinter = Pick<
  PrinterEndpoint,
  "printer" | "details" | "language" | "status" | "maximumJobBytes"
>;

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

/** What a raw connection wants done; in this order. */
export type RawEffect =
  | { readonly kind: "send"; readonly bytes: Uint8Array<ArrayBuffer> }
  | StoreEffect
  | SpoolEffect
  | ForwardEffect
  /** Close our side when all is sent: for the host, the sign that its job is kept. */
  | { readonly kind: "finish" }
  /** Break the connection: no sign that anything is kept. */
  | { readonly kind: "reset" }
  /** Something else than a print came; for the log. */
  | { readonly kind: "probe"; readonly what: string }
  /** A job could not be kept; for the log. */
  | { readonly kind: "refused"; readonly reason: string };

/** What is wanted of the real printer. */
export type ForwardEffect =
  /** Send bytes on. */
  | { readonly kind: "pass"; readonly bytes: Uint8Array }
  /** The bytes that are passed next ask for an answer in print order. */
  | { readonly kind: "ask"; readonly isBlock: boolean }
  | EndJobEffect
  /** Nothing more comes; its last answers still count. */
  | { readonly kind: "finishPassing" }
  /** Leave it. */
  | { readonly kind: "leave" };

/** Of what has been passed, so many bytes since the last job's end are a job. */
export interface EndJobEffect {
  readonly kind: "endJob";
  /** That by which the job was stored; `null` for one that made no print. */
  readonly ticket: number | null;
  readonly bytes: number;
  /** Whether the printer was asked for an answer in print order after everything that it prints of it. */
  readonly isAskedAbout: boolean;
}

/** Store a job, and say by {@link RawConnection.completed} or `failed` how it went. */
export interface StoreEffect {
  readonly kind: "store";
  readonly ticket: number;
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly isIncomplete: boolean;
  readonly spoolKey: string | null;
  /** Whether some of it, or all, goes through to the real printer. */
  readonly isPassing: boolean;
}

/** Make a part of the running job durable, and say how it went. */
export interface SpoolEffect {
  readonly kind: "spool";
  readonly ticket: number;
  readonly key: string;
  readonly part: Uint8Array<ArrayBuffer>;
  readonly isPassing: boolean;
}
