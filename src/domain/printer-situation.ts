import type { PortFault } from "./port-fault.ts";
import { readTarget } from "./target.ts";
import {
  isOffline,
  ofRealPrinter,
  type PrinterStatus,
  type SimulatedState,
  simulatedStatus,
} from "./printer-status.ts";

/**
 * What the matter is with a printer, in one word: the first that fits counts. `cannot-store`: the service stores nothing now.
 * `port-closed`: tills cannot reach it. `waiting`: prints wait for a reason that the real printer does not tell by itself.
 */
export const SITUATION_STATES = [
  "cannot-store",
  "port-closed",
  "unreachable",
  "cover-open",
  "paper-end",
  "cutter-error",
  "error",
  "offline",
  "simulated",
  "held",
  "waiting",
  "near-end",
  "ready",
] as const;

export type SituationState = (typeof SITUATION_STATES)[number];

/** What a sentence about a printer is made of, for whoever says it in another language. */
export interface SituationParameters {
  /** Where the real printer is: a host, or its target where it is on none. */
  readonly address?: string;
  /** The name of the printer that prints in its place now. */
  readonly backup?: string;
  /** What it is set to for a test. */
  readonly simulated?: SimulatedState;
  /** The port that is not open. */
  readonly port?: number;
  /** Why it is not. */
  readonly fault?: PortFault;
  /** The cause as it was told, a sentence. */
  readonly reason?: string;
}

/** How a printer is. */
export interface PrinterCondition {
  readonly state: SituationState;
  /** Whether what a till prints does not come out of it now, and nobody has meant that. */
  readonly isTrouble: boolean;
  /** The same in a sentence, without the time. */
  readonly sentence: string;
  readonly parameters: SituationParameters;
}

/** A printer's condition, and what waits for it. Times are epoch milliseconds. */
export interface PrinterSituation extends PrinterCondition {
  /** Since when it is in this state; `null` when that is not known. */
  readonly since: number | null;
  readonly waiting: number;
  readonly held: number;
  readonly oldestWaitingSince: number | null;
  /** When the last print came in by it; `null` for never, as far as is known. */
  readonly lastPrintAt: number | null;
}

/** What decides how a printer is. Sentences are `null` where there is nothing to say. */
export interface SituationFacts {
  /** Why the service could not store a print. */
  readonly storageTrouble: string | null;
  readonly closedPort: {
    readonly port: number;
    readonly reason: string;
    readonly fault: PortFault | null;
  } | null;
  readonly simulate: SimulatedState;
  /** The address of the real printer, its status as far as it tells, and why it prints nothing. */
  readonly target: string | null;
  readonly status: PrinterStatus | null;
  readonly trouble: string | null;
  readonly isHeld: boolean;
  /** Why the first print waits, where it has waited for long enough to be told of. */
  readonly waitingReason: string | null;
  /** The name of the printer that prints in its place now. */
  readonly backup: string | null;
}

/** How causes begin that say that a printer could not be called. */
const UNREACHABLE = "The printer cannot be reached";

/** Says how a printer is. Pure. */
export function conditionOf(facts: SituationFacts): PrinterCondition {
  const { storageTrouble, closedPort, target, status, trouble, simulate, waitingReason } = facts;
  if (storageTrouble !== null) return inTrouble("cannot-store", storageTrouble, { reason: storageTrouble });
  if (closedPort !== null) {
    const { port, reason, fault } = closedPort;
    return inTrouble("port-closed", `Tills cannot reach it: ${reason}`, {
      port,
      reason,
      ...(fault !== null && { fault }),
    });
  }
  if (target !== null && status !== null && isOffline(status)) return offline(facts, status, target, trouble);
  if (simulate !== "online") {
    const sentence = `It is set to "${simulate}" for a test.`;
    const isTrouble = isOffline(simulatedStatus(simulate));
    return { state: "simulated", isTrouble, sentence, parameters: { simulated: simulate } };
  }
  if (facts.isHeld) return calm("held", "It is held: prints wait until it is released.");
  if (waitingReason !== null) {
    const reason = ofRealPrinter(waitingReason);
    return inTrouble("waiting", `Prints wait: ${reason}`, { reason });
  }
  if (status?.paper === "near-end") return calm("near-end", "The real printer's paper is nearly at its end.");
  return calm("ready", target === null ? "It stores what is printed." : "It prints.");
}

/** The real printer prints nothing. */
function offline(
  { backup }: SituationFacts,
  status: PrinterStatus,
  target: string,
  trouble: string | null,
): PrinterCondition {
  const state = offlineState(status, trouble);
  const address = addressIn(target);
  const reason = trouble ?? "The printer is offline.";
  const said = state === "unreachable" ? `The printer at ${address} does not answer.` : ofRealPrinter(reason);
  const sentence = backup === null ? said : `${said.replace(/\.$/, "")}; ${backup} prints in its place.`;
  const parameters = { address, reason, ...(backup !== null && { backup }) };
  return inTrouble(state, sentence, parameters);
}

function offlineState(status: PrinterStatus, trouble: string | null): SituationState {
  // The cover first, as in the sentences about it: with an open one no printer sees its paper.
  if (status.isCoverOpen) return "cover-open";
  if (status.paper === "end") return "paper-end";
  if (status.hasCutterError) return "cutter-error";
  if (status.hasUnrecoverableError) return "error";
  return trouble?.startsWith(UNREACHABLE) === true ? "unreachable" : "offline";
}

/** Where a target is, as people say it. */
function addressIn(target: string): string {
  const read = readTarget(target);
  return typeof read !== "string" && "host" in read && typeof read.host === "string" ? read.host : target;
}

function inTrouble(
  state: SituationState,
  sentence: string,
  parameters: SituationParameters,
): PrinterCondition {
  return { state, isTrouble: true, sentence, parameters };
}

function calm(state: SituationState, sentence: string): PrinterCondition {
  return { state, isTrouble: false, sentence, parameters: {} };
}
