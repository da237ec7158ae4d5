import type { PrinterStatus } from "../../domain/printer-status.ts";
import { statusOf } from "../raw/status-bits.ts";
import { deviceLibrary } from "./file-descriptor.ts";

/** LPGETSTATUS of Linux' `lp.h`: the byte of GET_PORT_STATUS (USB Device Class Definition for Printing Devices 1.1, 4.2.2). */
const GET_STATUS = 0x060bn;

const [NO_ERROR, SELECTED, PAPER_EMPTY] = [0x08, 0x10, 0x20];

/** What the byte of GET_PORT_STATUS says; `null` where it says nothing: many printers answer nothing but zeros. */
export function statusFromPort(byte: number): PrinterStatus | null {
  if (byte === 0) return null;
  return statusOf({
    isOffline: (byte & NO_ERROR) === 0 || (byte & SELECTED) === 0,
    isCoverOpen: false,
    paper: (byte & PAPER_EMPTY) === 0 ? "present" : "end",
    hasCutterError: false,
    hasUnrecoverableError: false,
    isDrawerPinHigh: true,
  });
}

/** Asks the driver for a USB printer's port status. The printer is asked: one that hangs holds the caller for seconds. */
export function readUsbPortStatus(descriptor: number): PrinterStatus | null {
  const answer = new Int32Array(1);
  const isAnswered = deviceLibrary()?.ioctl(descriptor, GET_STATUS, answer) === 0;
  return isAnswered ? statusFromPort((answer[0] ?? 0) & 0xff) : null;
}
