import { readUsbPortStatus } from "../connections/usb-port-status.ts";
import {
  closeComLine,
  countUnsentByCom,
  listComLines,
  openComLine,
  readComLine,
  writeComLine,
} from "../windows/com-line.ts";
import {
  deleteWindowsJob,
  listWindowsPrinters,
  readWindowsJob,
  readWindowsPrinter,
  submitToWindows,
} from "../windows/windows-spooler.ts";

/** Calls of the system that can hold whoever makes them for seconds: made in a Worker, see {@link SystemCallThread}. */
export const SYSTEM_CALLS = {
  readUsbPortStatus,
  openComLine,
  readComLine,
  writeComLine,
  countUnsentByCom,
  closeComLine,
  listComLines,
  listWindowsPrinters,
  readWindowsPrinter,
  submitToWindows,
  readWindowsJob,
  deleteWindowsJob,
} as const;

type Calls = typeof SYSTEM_CALLS;

export type SystemCall = keyof Calls;

/** What a call takes and gives: both go between threads as they are. */
export type Given<Name extends SystemCall> = Parameters<Calls[Name]>;
export type Result<Name extends SystemCall> = ReturnType<Calls[Name]>;

export interface SystemCallQuestion {
  readonly call: SystemCall;
  readonly given: readonly unknown[];
}
