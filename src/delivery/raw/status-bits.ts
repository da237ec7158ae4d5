import type { PrinterStatus } from "../../domain/printer-status.ts";

/** The n of DLE EOT n that every receipt printer may have: printer, offline cause, error cause, paper. */
export const REAL_TIME_REQUESTS = [1, 2, 3, 4] as const;

export type RealTimeRequest = (typeof REAL_TIME_REQUESTS)[number];

const bit = (byte: number, number: number) => (byte & (1 << number)) !== 0;

interface Facts extends Omit<PrinterStatus, "isReachable"> {
  readonly isOffline: boolean;
}

/** A status from what a printer tells, by whatever way. What is offline without a cause that is told apart is out of reach, as far as a host is concerned. */
export function statusOf({ isOffline, ...rest }: Facts): PrinterStatus {
  const { isCoverOpen, paper, hasCutterError, hasUnrecoverableError } = rest;
  const isExplained = isCoverOpen || paper === "end" || hasCutterError || hasUnrecoverableError;
  return { ...rest, isReachable: !isOffline || isExplained };
}

/** The status that the answers to DLE EOT 1 to 4 tell; what was not answered is taken as healthy. */
export function statusFromRealTime(answers: ReadonlyMap<RealTimeRequest, number>): PrinterStatus {
  const [printer = 0, offline = 0, error = 0, paper = 0] = REAL_TIME_REQUESTS.map((request) =>
    answers.get(request),
  );
  const isPaperEnd = bit(paper, 5) || bit(paper, 6) || bit(offline, 5);
  return statusOf({
    // Fed by its button or stopped by an error that ends by itself, it prints nothing either.
    isOffline: bit(printer, 3) || bit(offline, 6) || bit(error, 2) || bit(error, 6),
    isCoverOpen: bit(offline, 2),
    paper: isPaperEnd ? "end" : bit(paper, 2) || bit(paper, 3) ? "near-end" : "present",
    hasCutterError: bit(error, 3),
    hasUnrecoverableError: bit(error, 5),
    isDrawerPinHigh: answers.has(1) ? bit(printer, 2) : true,
  });
}

/** The status that the four bytes of an automatic status back (GS a) tell. */
export function statusFromAutomatic(bytes: readonly number[]): PrinterStatus {
  const [printer = 0, error = 0, paper = 0] = bytes;
  const isPaperEnd = bit(paper, 2) || bit(paper, 3);
  return statusOf({
    isOffline: bit(printer, 3) || bit(error, 2) || bit(error, 6),
    isCoverOpen: bit(printer, 5),
    paper: isPaperEnd ? "end" : bit(paper, 0) || bit(paper, 1) ? "near-end" : "present",
    hasCutterError: bit(error, 3),
    hasUnrecoverableError: bit(error, 5),
    isDrawerPinHigh: bit(printer, 2),
  });
}
