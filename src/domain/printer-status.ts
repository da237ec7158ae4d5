/** The states that a printer can be set to, for people who test their POS software. */
export const SIMULATED_STATES = [
  "online",
  "offline",
  "paper-end",
  "near-end",
  "cover-open",
  "cutter-error",
  "slow",
  "drop",
] as const;

export type SimulatedState = (typeof SIMULATED_STATES)[number];

/**
 * What is the matter with a printer, as far as it can be told to a host. Every protocol makes its own bits and words
 * of this one value, so that they never contradict each other.
 */
export interface PrinterStatus {
  /** `false` for any reason that is none of the others: switched off, out of reach, a full disk, taken off line. */
  readonly isReachable: boolean;
  readonly isCoverOpen: boolean;
  readonly paper: "present" | "near-end" | "end";
  readonly hasCutterError: boolean;
  /** An error that only switching it off and on can end. */
  readonly hasUnrecoverableError: boolean;
  /** The level of pin 3 of the drawer connector; high too where there is no drawer. */
  readonly isDrawerPinHigh: boolean;
}

/** Nothing is the matter. */
export const HEALTHY: PrinterStatus = {
  isReachable: true,
  isCoverOpen: false,
  paper: "present",
  hasCutterError: false,
  hasUnrecoverableError: false,
  isDrawerPinHigh: true,
};

/** Whether a printer with this status prints nothing now: what every protocol calls offline. */
export function isOffline(status: PrinterStatus): boolean {
  const { isReachable, isCoverOpen, paper, hasCutterError, hasUnrecoverableError } = status;
  return !isReachable || isCoverOpen || paper === "end" || hasCutterError || hasUnrecoverableError;
}

/** Why a printer with this status prints nothing now, in words; `null` when it does. */
export function troubleOf(status: PrinterStatus): string | null {
  if (!isOffline(status)) return null;
  // The cover first: whoever changes the paper opens it, and then the printer cannot see the paper.
  if (status.isCoverOpen) return "The printer's cover is open.";
  if (status.paper === "end") return "The printer is out of paper.";
  if (status.hasCutterError) return "The printer's cutter is blocked.";
  if (status.hasUnrecoverableError) return "The printer has an error; switch it off and on.";
  return "The printer is offline.";
}

const PAPER = ["present", "near-end", "end"] as const;

/** Two sources' statuses in one: what is the matter with either is the matter. */
export function combineStatus(left: PrinterStatus, right: PrinterStatus): PrinterStatus {
  const paper = PAPER[Math.max(PAPER.indexOf(left.paper), PAPER.indexOf(right.paper))] ?? "present";
  return {
    isReachable: left.isReachable && right.isReachable,
    isCoverOpen: left.isCoverOpen || right.isCoverOpen,
    paper,
    hasCutterError: left.hasCutterError || right.hasCutterError,
    hasUnrecoverableError: left.hasUnrecoverableError || right.hasUnrecoverableError,
    isDrawerPinHigh: left.isDrawerPinHigh && right.isDrawerPinHigh,
  };
}

/** Whether two statuses tell the same. */
export function sameStatus(left: PrinterStatus, right: PrinterStatus): boolean {
  return (Object.keys(HEALTHY) as (keyof PrinterStatus)[]).every((name) => left[name] === right[name]);
}

/** What a simulated state is the matter with; `slow` and `drop` are faults of the connection, not of the printer. */
export function simulatedStatus(state: SimulatedState): PrinterStatus {
  switch (state) {
    case "offline":
      return { ...HEALTHY, isReachable: false };
    case "paper-end":
      return { ...HEALTHY, paper: "end" };
    case "near-end":
      return { ...HEALTHY, paper: "near-end" };
    case "cover-open":
      return { ...HEALTHY, isCoverOpen: true };
    case "cutter-error":
      return { ...HEALTHY, hasCutterError: true };
    case "online":
    case "slow":
    case "drop":
      return HEALTHY;
  }
}
