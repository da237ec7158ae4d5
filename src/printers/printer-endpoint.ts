import type { JoinRefusal } from "../delivery/joined-hosts.ts";
import type { PassThrough, PassThroughEvents } from "../delivery/pass-through.ts";
import type { PrinterDetails } from "./printer-details.ts";
import type { PrinterStatus } from "../domain/printer-status.ts";
import type { Printer } from "../domain/printer.ts";
import type { PollKind } from "../domain/poll-source.ts";
import type { PrinterProtocol } from "../domain/protocols.ts";
import type { PrinterLanguage } from "../escpos/language.ts";
import type { ClientRate } from "../intake/client-rate.ts";
import type { PolledOrigin } from "../storage/polled-job-store.ts";

/** A job that a protocol has taken in whole (or as much as came before its connection broke). */
export interface PrinterJob {
  /** Handed over: the protocol must not use it afterwards. */
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly protocol: PrinterProtocol | PollKind;
  /** The host's address, without its port. */
  readonly client: string;
  /** The origin of the web page that sent it; none for a program. */
  readonly origin?: string;
  /** A name that the protocol gave the job; at most as long as a label may be, or it is cut. */
  readonly label: string | null;
  /** Tags that the protocol knows, such as LPD's user. */
  readonly tag: ReadonlyMap<string, string>;
  /** Whether the connection broke before the job's end: what came is stored, and marked. */
  readonly isIncomplete: boolean;
  /** The key of {@link PrinterEndpoint.spool} where parts of this job were spooled; they go when it is stored. */
  readonly spoolKey: string | null;
  /** Whether some of it, or all, has gone through to the real printer; see {@link PassThrough}. */
  readonly isPassing?: boolean;
  /** Whether its host is told that it failed: it is kept, and never printed by itself, because the host sends it again. */
  readonly isReported?: boolean;
  /** Where it came from, of a job that the printer has asked for. */
  readonly polled?: PolledOrigin;
}

/** What is known of a job of which a part is spooled. */
export type SpooledJob = Omit<PrinterJob, "raw" | "spoolKey">;

/** Memory held for a job's bytes while they come; see MemoryReservations. */
export interface MemoryReservation extends Disposable {
  /** @throws TillrollError STORAGE_UNAVAILABLE when no memory is free: stop reading and try again */
  grow(bytes: number): void;
}

/**
 * What a protocol sees of a printer: its settings and status now, and the door for jobs. Settings and status may
 * change at any time; a removed printer's `isRemoved` becomes true and its connections are to be closed.
 */
export interface PrinterEndpoint {
  readonly printer: Printer;
  /** What it speaks: that of its model. */
  readonly language: PrinterLanguage;
  /** What it is to its hosts. @throws TillrollError NOT_FOUND when its workspace is gone */
  readonly details: PrinterDetails;
  readonly isRemoved: boolean;
  /**
   * What the host is told: what is simulated, our own troubles (a full disk), and what the real printer says. One that is
   * out of reach is told of only where the printer is set to that: its prints wait.
   */
  readonly status: PrinterStatus;
  /** The most bytes a job may have. */
  readonly maximumJobBytes: number;
  /** How fast each host may send; those that are not asked to wait in words are not read from meanwhile. */
  readonly rate: ClientRate;
  /** Calls when status or settings change (not for each print); returns what ends that. */
  onChange(listener: () => void): () => void;
  /** Whether a host with this address may print. */
  admits(client: string): boolean;
  /** Reserves memory for a job. @throws TillrollError STORAGE_UNAVAILABLE when none is free */
  reserve(client: string): MemoryReservation;
  /**
   * Stores a job as a print. @returns its id, once it is durable
   * @throws TillrollError PRINT_DATA_TOO_LARGE, WORKSPACE_LIMIT_EXCEEDED, STORAGE_UNAVAILABLE
   */
  store(job: PrinterJob): Promise<number>;
  /**
   * Makes the next bytes of a job durable before it has ended, because the host is about to be answered in print order.
   * After a crash they become a print. @param key the job's, a UUID @param part the bytes since the last call, handed over
   */
  spool(key: string, part: Uint8Array<ArrayBuffer>, job: SpooledJob): Promise<void>;
  /** Forgets what was spooled of a job, because its host has given it up. @throws TillrollError STORAGE_UNAVAILABLE */
  discard(key: string): Promise<void>;
  /** Whether bytes can go to the real printer as they come, as far as is known. Cheap. */
  readonly canForward: boolean;
  /**
   * Joins a host to the real printer. Every job is stored all the same.
   * @returns why that cannot be now: the host is answered by us, its jobs wait in the queue, and it may be tried again
   */
  join(events: PassThroughEvents): Promise<PassThrough | JoinRefusal>;
}
