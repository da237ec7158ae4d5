import type { ControlFile } from "./control-file.ts";

/** What came of a wait for bytes. */
export type Arrival =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** The host has closed its sending side in order. */
  | { readonly kind: "end" }
  /** The connection is gone, or is to go because we stop or the printer was removed. */
  | { readonly kind: "broken" }
  /** Nothing came in the time given. */
  | { readonly kind: "quiet" };

/** A queue that was found, as far as the conversation needs it. */
export interface Queue {
  readonly maximumJobBytes: number;
  /** What is answered when its state is asked for, `long` or short. */
  readonly state: string;
}

/** How a data file may begin. */
export interface Entry {
  /** Whether there is room for it. */
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
 * What a conversation wants of whoever drives it, and what it is answered: it does nothing itself, so that it can be
 * tested with bytes alone.
 */
export type LpdDemand =
  /** → {@link Arrival} */
  | { readonly kind: "read"; readonly waitMilliseconds: number }
  | { readonly kind: "send"; readonly bytes: Uint8Array }
  /** → {@link Queue} or `null`; the first of the names that there is */
  | { readonly kind: "queue"; readonly names: readonly string[]; readonly isLong: boolean }
  /** Room for a data file → {@link Entry} */
  | { readonly kind: "enter" }
  /** Room for more of it → whether there is */
  | { readonly kind: "grow"; readonly bytes: number }
  /** No bytes are kept any more. */
  | { readonly kind: "leave" }
  /** → the acknowledgement: 0 once it is durable */
  | { readonly kind: "store"; readonly file: DataFile }
  /** Makes a whole data file durable whose control file is still to come → its key, or `null` */
  | { readonly kind: "spool"; readonly raw: Uint8Array<ArrayBuffer> }
  /** Forgets a data file that was spooled → whether it did */
  | { readonly kind: "discard"; readonly key: string }
  /** Waits before what failed is tried again → whether it may be: `false` when the service stops */
  | { readonly kind: "rest" }
  /** Breaks the connection instead of closing it. */
  | { readonly kind: "break" }
  /** Something for the log. */
  | {
      readonly kind: "report";
      readonly level: "info" | "warning";
      readonly message: string;
      readonly details?: Readonly<Record<string, unknown>>;
    };

export type LpdReply = Arrival | Queue | Entry | boolean | number | string | null | undefined;

/** A part of a conversation that ends with a `T`. */
export type Steps<T> = Generator<LpdDemand, T, LpdReply>;
