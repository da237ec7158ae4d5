import type { ControlFile } from "./control-file.ts";

/** Why there are no more bytes. */
export type ReadEnding =
  /** The host has closed its sending side in order. */
  | "end"
  /** The connection is gone, or is to go because we stop or the printer was removed. */
  | "broken"
  /** Nothing came in the time given. */
  | "timeout";

/** A queue that was found, as far as the session needs it. */
export interface Queue {
  readonly maximumJobBytes: number;
  /** What is answered when its state is asked for, `long` or short. */
  readonly state: string;
}

/** A data file that came, and what is known of it. */
export interface DataFile {
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly control: ControlFile;
  readonly isIncomplete: boolean;
  readonly spoolKey: string | null;
}

type Reply<T> = T | Promise<T>;

/** What a session asks of whoever leads it. The session does no I/O itself: tests lead it with bytes alone. */
export interface LpdDriver {
  read(waitMilliseconds: number): Reply<Uint8Array | ReadEnding>;
  send(bytes: Uint8Array): Reply<void>;
  /** The first of the names that there is; `null` when there is none. */
  openQueue(names: readonly string[], isLong: boolean): Queue | null;
  /** Reserves memory for a data file. @returns whether there is enough, and whether the fault `drop` is to break it off */
  reserve(): Reply<{ readonly isAdmitted: boolean; readonly breaksOff: boolean }>;
  /** Reserves memory for more of it. @returns whether there is enough */
  extend(bytes: number): Reply<boolean>;
  /** Gives the memory back. */
  release(): void;
  /** @returns the acknowledgement: 0 once it is durable */
  store(file: DataFile): Reply<number>;
  /** Makes a whole data file durable whose control file is still to come. @returns its key, or `null` */
  spool(raw: Uint8Array<ArrayBuffer>): Reply<string | null>;
  /** Forgets a data file that was spooled. @returns whether it did */
  discard(key: string): Reply<boolean>;
  /** Waits before another try. @returns `false` when the service stops, and there is none */
  pause(): Reply<boolean>;
  /** Breaks the connection instead of closing it. */
  terminate(): void;
  /** Something for the log. */
  report(level: "info" | "warning", message: string, details?: object): void;
}

/** A part of a session that ends with a `T`: it yields what it asks, and goes on with the reply. */
export type Session<T> = Generator<(driver: LpdDriver) => unknown, T, unknown>;

/** Asks the driver for something. */
export function* ask<T>(action: (driver: LpdDriver) => Reply<T>): Session<T> {
  return (yield action) as T;
}

/** The octets that answer a command or a file: anything but zero refuses it (RFC 1179, section 3.2). */
export const ACKNOWLEDGED = 0;
export const REFUSED = 1;
/** For now: the host may try again. */
export const REFUSED_FOR_NOW = 2;

/** Sends one octet: the answer to a command, a subcommand or a file. */
export function answer(octet: number): Session<void> {
  return ask((driver) => driver.send(Uint8Array.of(octet)));
}
