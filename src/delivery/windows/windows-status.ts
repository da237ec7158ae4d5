import { type PrinterStatus, troubleOf } from "../../domain/printer-status.ts";
import { statusOf } from "../raw/status-bits.ts";
import type { SpooledJobState, SpoolState } from "../spool/spool.ts";
import type { WindowsJob, WindowsPrinter } from "./windows-spooler.ts";

/** PRINTER_STATUS_… of winspool.h. */
const STATUS = {
  paused: 0x1,
  error: 0x2,
  paperJam: 0x8,
  paperOut: 0x10,
  paperProblem: 0x40,
  offline: 0x80,
  notAvailable: 0x1000,
  userIntervention: 0x100000,
  doorOpen: 0x400000,
} as const;

/** PRINTER_ATTRIBUTE_WORK_OFFLINE: a person, or Windows for a USB printer that is unplugged, has said so. */
const WORKS_OFFLINE = 0x400;

/** JOB_STATUS_… of winspool.h. */
const JOB = {
  paused: 0x1,
  error: 0x2,
  deleting: 0x4,
  printing: 0x10,
  offline: 0x20,
  paperOut: 0x40,
  printed: 0x80,
  deleted: 0x100,
  blocked: 0x200,
  userIntervention: 0x400,
  complete: 0x1000,
} as const;

/** What is not known of a job that the spooler has deleted. */
export const GONE =
  "The Windows spooler does not have it any more: it was printed, or somebody has deleted it.";

/** How a printer of the spooler is. */
export function windowsPrinterState({ status, attributes, jobs }: WindowsPrinter): SpoolState {
  const has = (bit: number) => (status & bit) !== 0;
  const isOff = (attributes & WORKS_OFFLINE) !== 0;
  const told: PrinterStatus = statusOf({
    isOffline:
      has(STATUS.offline | STATUS.notAvailable | STATUS.error | STATUS.userIntervention) ||
      isOff ||
      has(STATUS.paused),
    isCoverOpen: has(STATUS.doorOpen),
    paper: has(STATUS.paperOut | STATUS.paperProblem) ? "end" : "present",
    hasCutterError: has(STATUS.paperJam),
    hasUnrecoverableError: false,
    isDrawerPinHigh: true,
  });
  if (has(STATUS.paused)) return { kind: "waiting", status: told, reason: "The queue is paused in Windows." };
  if (isOff) return { kind: "waiting", status: told, reason: "Windows says that the printer is offline." };
  const reason = troubleOf(told);
  // Windows learns how a printer is from the job that is on its way: without one it is an old story.
  if (reason !== null && jobs > 0) return { kind: "waiting", status: told, reason };
  return { kind: "ready", status: reason === null ? told : null };
}

/** How a job of the spooler is. */
export function windowsJobState(job: WindowsJob | null): SpooledJobState {
  if (job === null) return { kind: "printed", note: GONE };
  const has = (bit: number) => (job.status & bit) !== 0;
  if (has(JOB.deleted | JOB.deleting)) return { kind: "ended", reason: "The job was deleted in Windows." };
  if (has(JOB.printed | JOB.complete)) return { kind: "printed", note: null };
  const kind = has(JOB.printing) ? "prints" : "waits";
  return { kind, status: null, trouble: troubleOfJob(job) };
}

function troubleOfJob({ status, text }: WindowsJob): string | null {
  const has = (bit: number) => (status & bit) !== 0;
  if (has(JOB.paperOut)) return "The printer is out of paper.";
  if (has(JOB.offline)) return "Windows says that the printer is offline.";
  if (has(JOB.paused)) return "The job is paused in Windows.";
  if (!has(JOB.error | JOB.blocked | JOB.userIntervention)) return null;
  return text === null || text === ""
    ? "Windows says that the printer needs a person."
    : `Windows says: ${text}.`;
}
