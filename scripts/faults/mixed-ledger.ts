import { createHash } from "node:crypto";
import { LPD_JOB_NAME, printOf } from "./clock-tills.ts";

/** What is known of a print whose receipt was sent. */
export interface ReceiptState {
  readonly is: "there" | "deleted" | "erased";
  /** What it was relabelled to; `null` while it was not. */
  readonly label: string | null;
  /** When this was acknowledged, as {@link MixedLedger.moment} told; `null` when it was not: it may have happened or not. */
  acknowledgedAt: number | null;
}

/** A receipt that was sent by some way, and everything that was done to its print, in order. */
export interface Receipt {
  /** Stands in its bytes, and in no other's. */
  readonly name: string;
  readonly way: string;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
  /** How often it was sent: a job that is not acknowledged is sent again. */
  sendings: number;
  /** Known where the answer tells it. */
  id: number | null;
  states: ReceiptState[];
}

const NAME = /Order (r\d+x\d+)\n/;

/** The name of the receipt that bytes are of; `null` for those of none. */
export function nameIn(bytes: Uint8Array): string | null {
  return NAME.exec(Buffer.from(bytes).toString("latin1"))?.[1] ?? null;
}

/** A job whose answer was cut off. */
export interface UnansweredJob {
  readonly receipt: Receipt;
  readonly text: string;
}

/** What clients sent by every way, and what they were told. */
export class MixedLedger {
  readonly receipts = new Map<string, Receipt>();
  /** Receipts of which something was sent since they were last verified. */
  readonly touched = new Set<Receipt>();
  /** What a till sends again when the service is there again. */
  readonly unanswered: UnansweredJob[] = [];
  /** What was wrong, in words. */
  readonly faults: string[] = [];
  /** How many receipts were acknowledged. */
  acknowledged = 0;
  /** Whether the power is gone: no machine answers then, so what the process still says is nobody's acknowledgement. */
  isPowerGone = false;
  private count = 0;

  /**
   * @param run tells its receipts from those of another run on the same database
   * @param moment what time it is, in what a cut goes by
   */
  constructor(
    private readonly run: number,
    readonly moment: () => number,
  ) {}

  /** A new receipt. @param text what stands on it besides its name */
  newReceipt(way: string, text: string): { receipt: Receipt; text: string } {
    const name = `r${this.run}x${++this.count}`;
    const whole = `Order ${name}\n${text}`;
    const sha256 = createHash("sha256").update(printOf(whole)).digest("hex");
    // LPD gives a job's name with it, which becomes the label.
    const label = way === "lpd" ? LPD_JOB_NAME : null;
    const created: ReceiptState = { is: "there", label, acknowledgedAt: null };
    const receipt: Receipt = { name, way, sha256, sendings: 0, id: null, states: [created] };
    this.receipts.set(name, receipt);
    return { receipt, text: whole };
  }

  /** Notes that something is asked for: another state, or nothing but its creation. @returns to be called when it is acknowledged */
  ask(receipt: Receipt, change: Partial<ReceiptState> | null): () => void {
    this.touched.add(receipt);
    if (change === null) receipt.sendings++;
    else receipt.states.push({ ...(receipt.states.at(-1) as ReceiptState), ...change, acknowledgedAt: null });
    const state = receipt.states.at(-1) as ReceiptState;
    return () => {
      if (this.isPowerGone) return;
      if (change === null) this.acknowledged++;
      state.acknowledgedAt = this.moment();
    };
  }

  /** Whether a name is of another run on the same database, which was broken off before it kept what it knew. */
  isOfAnotherRun(name: string): boolean {
    return !this.receipts.has(name) && !name.startsWith(`r${this.run}x`);
  }
}

/** The states in which a receipt's print may be after a cut; empty where it may not be there, too. */
export function possibleStates(
  { states }: Receipt,
  cut: number,
): { readonly states: readonly ReceiptState[]; readonly mustBeThere: boolean } {
  const last = states.findLastIndex(({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt <= cut);
  return { states: states.slice(Math.max(0, last)), mustBeThere: last >= 0 };
}
