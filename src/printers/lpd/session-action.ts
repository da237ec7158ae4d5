import type { ControlFile } from "./control-file.ts";

/** What a read gives. */
export type ReadResult =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** The host has closed its sending side in order. */
  | { readonly kind: "end" }
  /** The connection is gone, or is to go because we stop or the printer was removed. */
  | { readonly kind: "broken" }
  /** Nothing came in the time given. */
  | { readonly kind: "timeout" };

/** A queue that was found, as far as the session needs it. */
export interface Queue {
  readonly maximumJobBytes: number;
  /** What is answered when its state is asked for, `long` or short. */
  readonly state: string;
}

/** Whether and how a data file is taken. */
export interface Admission {
  /** Whether memory is reserved for it. */
  readonly isAdmitted: boolean;
  /** Whether the connection is to break in the middle of it: the simulated fault `drop`. */
  readonly breaksOff: boolean;
}

/** A data file that came, and what is known of it. */
export interface DataFile {
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly control: ControlFile;
  readonly isIncomplete: boolean;
  readonly spoolKey: string | null;
}

/**
 * What a session asks its driver to do, and → what it is given back. The session does no I/O itself: tests drive it with
 * bytes alone.
 */
export type LpdAction =
  /** → {@link ReadResult} */
  | { readonly kind: "read"; readonly waitMilliseconds: number }
  | { readonly kind: "send"; readonly bytes: Uint8Array }
  /** → {@link Queue} or `null`; the first of the names that there is */
  | { readonly kind: "queue"; readonly names: readonly string[]; readonly isLong: boolean }
  /** Reserves memory for a data file → {@link Admission} */
  | { readonly kind: "reserve" }
  /** Reserves memory for more of it → whether there is enough */
  | { readonly kind: "extend"; readonly bytes: number }
  /** Gives the memory back. */
  | { readonly kind: "release" }
  /** → the acknowledgement: 0 once it is durable */
  | { readonly kind: "store"; readonly file: DataFile }
  /** Makes a whole data file durable whose control file is still to come → its key, or `null` */
  | { readonly kind: "spool"; readonly raw: Uint8Array<ArrayBuffer> }
  /** Forgets a data file that was spooled → whether it did */
  | { readonly kind: "discard"; readonly key: string }
  /** Waits before another try → `false` when the service stops, and there is none */
  | { readonly kind: "pause" }
  /** Breaks the connection instead of closing it. */
  | { readonly kind: "break" }
  /** Something for the log. */
  | {
      readonly kind: "report";
      readonly level: "info" | "warning";
      readonly message: string;
      readonly details?: Readonly<Record<string, unknown>>;
    };

export type ActionResult = ReadResult | Queue | Admission | boolean | number | string | null | undefined;

/** A part of a session that ends with a `T`. */
export type Session<T> = Generator<LpdAction, T, ActionResult>;

/** The octets that answer a command or a file: anything but zero refuses it (RFC 1179, section 3.2). */
export const ACKNOWLEDGED = 0;
export const REFUSED = 1;
/** For now: the host may try again. */
export const REFUSED_FOR_NOW = 2;

/** Sends one octet: the answer to a command, a subcommand or a file. */
export function answer(octet: number): Session<void> {
  return send(Uint8Array.of(octet));
}

/** Sends a text for people. */
export function sendText(text: string): Session<void> {
  return send(new TextEncoder().encode(text));
}

function* send(bytes: Uint8Array): Session<void> {
  yield { kind: "send", bytes };
}
