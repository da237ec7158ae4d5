import type { PrinterStatus } from "../domain/printer-status.ts";
import type { Printer, PrinterProtocol } from "../domain/printer.ts";
import type { ClientRate } from "../intake/client-rate.ts";

/** A job that a protocol has taken in whole (or as much as came before its connection broke). */
export interface PrinterJob {
  /** Handed over: the protocol must not use it afterwards. */
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly protocol: PrinterProtocol;
  /** The host's address, without its port. */
  readonly client: string;
  /** A name that the protocol gave the job; at most as long as a label may be, or it is cut. */
  readonly label: string | null;
  /** Tags that the protocol knows, such as LPD's user. */
  readonly tag: ReadonlyMap<string, string>;
  /** Whether the connection broke before the job's end: what came is stored, and marked. */
  readonly isIncomplete: boolean;
  /** The key of {@link PrinterEndpoint.spool} where parts of this job were spooled; they go when it is stored. */
  readonly spoolKey: string | null;
  /** Whether some of it, or all, has gone through to the real printer; see {@link Passage}. */
  readonly isPassing?: boolean;
}

/** What a host's side of a {@link Passage} is told. */
export interface PassageEvents {
  /** The real printer's own bytes, to be handed to the host as they are. */
  onAnswer(bytes: Uint8Array): void;
  /** The printer takes more: the host may be read again. */
  onDrain(): void;
  /** The connection to the printer has ended. @param reason a sentence */
  onEnd(reason: string): void;
  /** Another printer is meant now: the next job is not to go by this way any more. */
  onOutdated(): void;
}

/** A job whose bytes have gone through; an account of it is kept. */
export interface PassingJob {
  /** Bytes from the start of the passage. */
  readonly start: number;
  readonly end: number;
}

/**
 * A host's connection that is joined to the real printer: bytes go through as they come, and the printer's answers come
 * back. Every job is stored all the same, and no answer comes back before what it speaks of is durable: whoever has the
 * passage calls {@link hold} before the bytes that ask for it, and {@link release} once that is so.
 */
export interface Passage {
  /** Whether bytes still go through. */
  readonly isPassing: boolean;
  /** Requests of which {@link ask} told that the printer has still to answer. */
  readonly unanswered: number;
  /** Sends bytes of the host on. They must not change. @returns `false` when the host is to wait for `onDrain` */
  write(bytes: Uint8Array): boolean;
  /** The next bytes ask for an answer in print order. @param isBlock whether for a block of bytes, as GS I 66 */
  ask(isBlock: boolean): void;
  hold(): void;
  release(): void;
  /** The host does not take answers fast enough. */
  pauseAnswers(): void;
  resumeAnswers(): void;
  /**
   * All bytes of a job have been written: those since the last job's end.
   * @param isAskedAbout whether an answer in print order was asked for after everything that is printed of it
   */
  endJob(isAskedAbout: boolean): PassingJob;
  /** A job is durable, stored with `isPassing`. */
  stored(job: PassingJob, printId: number): void;
  /** A job made no print. */
  dropped(job: PassingJob): void;
  /** The host has nothing more to send; the printer's last answers still come, and then `onEnd`. */
  finish(): void;
  /** Leaves the printer to others; what was written still goes out. Nothing more is told. */
  close(): void;
}

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
  readonly isRemoved: boolean;
  /** What the host is told: what is simulated, our own troubles (a full disk), and the real printer's status. */
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
   * Stores a job as a print.
   * @returns its id, once it is durable
   * @throws TillrollError PRINT_DATA_TOO_LARGE, WORKSPACE_LIMIT_EXCEEDED, STORAGE_UNAVAILABLE
   */
  store(job: PrinterJob): Promise<number>;
  /**
   * Makes the next bytes of a job durable before the job has ended, because the host is about to be answered in print
   * order. After a crash, what was spooled becomes a print.
   * @param key the job's, a UUID
   * @param part the bytes since the last call, handed over
   */
  spool(key: string, part: Uint8Array<ArrayBuffer>, job: Omit<PrinterJob, "raw" | "spoolKey">): Promise<void>;
  /**
   * Forgets what was spooled of a job, because its host has given it up.
   * @throws TillrollError STORAGE_UNAVAILABLE
   */
  discard(key: string): Promise<void>;
  /**
   * Joins a host to the real printer, where the printer is set to that (`passThrough`).
   * @returns `null` when it cannot be now: the host is answered by us, its jobs wait in the queue, and it may be tried
   *   again before a later job. A real printer has one connection: while one host has it, others are answered by us.
   */
  join(events: PassageEvents): Promise<Passage | null>;
}
