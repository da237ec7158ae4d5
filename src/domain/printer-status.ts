/** How much paper there is, from enough to none. */
export const PAPER_STATES = ["present", "near-end", "end"] as const;

/**
 * What is the matter with a printer, as far as it can be told to a host. Every protocol makes its own bits and words
 * of this one value, so that they never contradict each other.
 */
export interface PrinterStatus {
  /** `false` for any reason that is none of the others: switched off, out of reach, a full disk, taken off line. */
  readonly isReachable: boolean;
  readonly isCoverOpen: boolean;
  readonly paper: (typeof PAPER_STATES)[number];
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

/** A sentence of a printer that others are passed on to, such as one of {@link troubleOf}, as one of the real printer. */
export function ofRealPrinter(sentence: string): string {
  if (sentence.startsWith("The print server")) return sentence;
  return sentence.startsWith("The printer")
    ? sentence.replace("The printer", "The real printer")
    : `The real printer: ${sentence}`;
}

/** Two sources' statuses in one: what is the matter with either is the matter. */
export function combineStatus(left: PrinterStatus, right: PrinterStatus): PrinterStatus {
  const worse = Math.max(PAPER_STATES.indexOf(left.paper), PAPER_STATES.indexOf(right.paper));
  return {
    isReachable: left.isReachable && right.isReachable,
    isCoverOpen: left.isCoverOpen || right.isCoverOpen,
    paper: PAPER_STATES[worse] ?? "present",
    hasCutterError: left.hasCutterError || right.hasCutterError,
    hasUnrecoverableError: left.hasUnrecoverableError || right.hasUnrecoverableError,
    isDrawerPinHigh: left.isDrawerPinHigh && right.isDrawerPinHigh,
  };
}

/** Whether two statuses tell the same. */
export function sameStatus(left: PrinterStatus, right: PrinterStatus): boolean {
  return (Object.keys(HEALTHY) as (keyof PrinterStatus)[]).every((name) => left[name] === right[name]);
}

/** What is the matter in each state that a printer can be set to; in some only its connections have faults. */
const SIMULATED = {
  online: {},
  offline: { isReachable: false },
  "paper-end": { paper: "end" },
  "near-end": { paper: "near-end" },
  "cover-open": { isCoverOpen: true },
  "cutter-error": { hasCutterError: true },
  slow: {},
  drop: {},
} as const satisfies Readonly<Record<string, Partial<PrinterStatus>>>;

export type SimulatedState = keyof typeof SIMULATED;

/** The states that a printer can be set to, for people who test their POS software. */
export const SIMULATED_STATES = Object.keys(SIMULATED) as readonly SimulatedState[];

/** The status in a simulated state. */
export function simulatedStatus(state: SimulatedState): PrinterStatus {
  return { ...HEALTHY, ...SIMULATED[state] };
}
