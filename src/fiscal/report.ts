import { decodeBase64 } from "../domain/base64.ts";
import type { CodeRecord } from "./code-record.ts";
import type { FiscalCode, FiscalFault, FiscalSystem } from "./fiscal-code.ts";
import { FISCAL_LIMITS } from "./limits.ts";
import { readFiscalCode } from "./read-codes.ts";
import { firstChainingValue } from "./rksv-chain.ts";
import { SIGNATURE_VERDICTS, type SignatureVerdict } from "./signature.ts";

/**
 * What can be wrong with a code, or with how codes follow each other. `fault`: a field is not as the specification says.
 * `mismatch`: the signature is not over what the code says. `outage`: the signature unit was out of order. `gap`: numbers of
 * transactions are missing before it. `doubled`: another receipt has the same number, or follows the same receipt. `disordered`:
 * the counter of signatures and the time contradict another receipt's. `unlinked`: the receipt before it is not stored, or was
 * another one.
 */
export const FINDING_KINDS = [
  "fault",
  "mismatch",
  "outage",
  "gap",
  "doubled",
  "disordered",
  "unlinked",
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** What makes a command fail. An outage is told by the till itself, and numbers are missing for good reasons, too. */
export const FAILURES: readonly FindingKind[] = ["fault", "mismatch", "doubled", "disordered", "unlinked"];

export interface Finding {
  readonly what: FindingKind;
  readonly system: FiscalSystem;
  readonly device: string;
  readonly till: string;
  readonly printId: number;
  /** Of the transaction or the receipt, as its code has it. */
  readonly number: string;
  /** Of a fault. */
  readonly fault: FiscalFault | null;
  /** Of a gap: the first and the last number that is missing. */
  readonly missing: readonly [first: number, last: number] | null;
  /** The print with the other receipt. */
  readonly otherPrintId: number | null;
}

/** What was found of a TSE, or of an Austrian till. */
export interface DeviceReport {
  readonly system: FiscalSystem;
  readonly device: string;
  /** The names of its tills, some of them. */
  readonly tills: readonly string[];
  /** Different codes. */
  readonly codes: number;
  /** Prints with a code that another print has, too: copies. */
  readonly copies: number;
  readonly verdicts: Readonly<Record<SignatureVerdict, number>>;
  readonly findings: Readonly<Record<FindingKind, number>>;
  /** Of transactions, the first and the last number; `null` where there are none. */
  readonly numbers: readonly [first: number, last: number] | null;
  /** Numbers that are missing between these, and the first ranges of them. */
  readonly missing: number;
  readonly ranges: readonly (readonly [first: number, last: number])[];
  /** The times of the first and the last code, as the codes have them. */
  readonly times: readonly [first: string, last: string] | null;
}

/** A code of a report. */
export interface ReportedCode extends CodeRecord {
  readonly printId: number;
}

/** What is asked about the codes of an Austrian till that are not at hand. */
export interface Chain {
  /** Whether a print before this one has the same code. */
  isCopy(own: Uint8Array, printId: number): boolean;
  /** Whether the receipt is stored after which a code has this chaining value. */
  isLinked(previous: Uint8Array): boolean;
  /** The print of another receipt with the same chaining value; `null` for none. */
  otherAfter(previous: Uint8Array, own: Uint8Array): number | null;
}

/** Different codes with one number that are compared with: of more than these, copies count as others. */
const KEPT_CODES = 20;

/** Names of tills that are told of a TSE. */
const TOLD_TILLS = 20;

/**
 * Goes over the codes of one device, those with a number first, in the order of these and of their prints. It holds no more than
 * the report itself, however many codes there are.
 */
export class DeviceCheck {
  private readonly tills = new Set<string>();
  private codes = 0;
  private copies = 0;
  private readonly verdicts = countsOf(SIGNATURE_VERDICTS);
  private readonly findings = countsOf(FINDING_KINDS);
  private readonly ranges: (readonly [number, number])[] = [];
  private missing = 0;
  private numbers: readonly [number, number] | null = null;
  private isAsked = true;
  private times: readonly [string, string] | null = null;
  /** The codes before this one, of German ones those with the same number. */
  private before: ReportedCode[] = [];
  /** Of the receipt with the highest counter of signatures so far. */
  private highest: { readonly counter: number; readonly time: number; readonly printId: number } | null =
    null;
  private lastNumber: number | null = null;
  private hasBegun = false;

  /** @param onFinding is told of each finding */
  constructor(
    private readonly device: Pick<CodeRecord, "system" | "device">,
    private readonly chain: Chain,
    private readonly onFinding: (finding: Finding) => void,
  ) {}

  /**
   * Takes the next code.
   * @param isAsked whether the report is about it; others are only what it is compared with
   */
  take(record: ReportedCode, isAsked = true): void {
    if (this.isCopy(record)) {
      if (isAsked) this.copies++;
      return;
    }
    const code = readFiscalCode(record.code);
    if (code === null) return;
    this.isAsked = isAsked;
    if (isAsked) this.note(record, code);
    if (code.system === "tse") this.checkCounters(record, code);
    else this.checkChain(record, code);
    // Copies have the same number, or are asked for; all before that is not needed any more.
    if (record.sequence === null || this.before[0]?.sequence !== record.sequence) this.before = [];
    if (this.before.length < KEPT_CODES) this.before.push(record);
  }

  private isCopy({ system, own, printId }: ReportedCode): boolean {
    if (system === "rksv") return this.chain.isCopy(own, printId);
    return this.before.some((other) => Buffer.compare(other.own, own) === 0);
  }

  private note(record: ReportedCode, code: FiscalCode): void {
    this.codes++;
    this.verdicts[record.verdict]++;
    if (this.tills.size < TOLD_TILLS) this.tills.add(code.fields.till);
    this.noteTime(code);
    for (const fault of code.faults) this.find("fault", record, code, { fault });
    if (record.verdict === "mismatch" || record.verdict === "outage") this.find(record.verdict, record, code);
  }

  report(): DeviceReport {
    return {
      ...this.device,
      tills: [...this.tills],
      codes: this.codes,
      copies: this.copies,
      verdicts: this.verdicts,
      findings: this.findings,
      numbers: this.numbers,
      missing: this.missing,
      ranges: this.ranges,
      times: this.times,
    };
  }

  private checkCounters(record: ReportedCode, code: Extract<FiscalCode, { system: "tse" }>): void {
    const { sequence } = record;
    if (sequence === null) return;
    const before = this.lastNumber;
    if (this.isAsked) this.numbers = [this.numbers?.[0] ?? sequence, sequence];
    this.lastNumber = sequence;
    if (before === sequence) {
      this.find("doubled", record, code, { otherPrintId: this.before[0]?.printId ?? null });
      return;
    }
    if (before !== null && sequence > before + 1) {
      const missing = [before + 1, sequence - 1] as const;
      if (this.isAsked) {
        this.missing += sequence - before - 1;
        if (this.ranges.length < FISCAL_LIMITS.ranges) this.ranges.push(missing);
      }
      this.find("gap", record, code, { missing });
    }
    this.checkOrder(record, code);
  }

  /** A TSE counts each signature, and its time goes on: who has the higher counter has the later time. */
  private checkOrder(record: ReportedCode, code: Extract<FiscalCode, { system: "tse" }>): void {
    const counter = Number(code.fields.signatureCounter);
    const time = Date.parse(code.fields.logTime);
    if (!Number.isSafeInteger(counter) || Number.isNaN(time)) return;
    const { highest } = this;
    const isEqual = highest?.counter === counter;
    const isBackwards =
      highest !== null &&
      !isEqual &&
      counter > highest.counter !== time >= highest.time &&
      time !== highest.time;
    const otherPrintId = highest?.printId ?? null;
    if (isEqual) this.find("doubled", record, code, { otherPrintId });
    else if (isBackwards) this.find("disordered", record, code, { otherPrintId });
    if (highest === null || counter > highest.counter)
      this.highest = { counter, time, printId: record.printId };
  }

  private checkChain(record: ReportedCode, code: Extract<FiscalCode, { system: "rksv" }>): void {
    const previous = record.previous ?? new Uint8Array();
    const isFirst = !this.hasBegun;
    this.hasBegun = true;
    const last = this.before.at(-1);
    const follows = last !== undefined && Buffer.compare(last.own, previous) === 0;
    const isStart = Buffer.compare(startOf(code.fields.till), previous) === 0;
    // What came before the first one that is stored was stored nowhere.
    if (!follows && !isStart && !isFirst && !this.chain.isLinked(previous))
      this.find("unlinked", record, code);
    const otherPrintId = this.chain.otherAfter(previous, record.own);
    if (otherPrintId !== null) this.find("doubled", record, code, { otherPrintId });
  }

  private noteTime(code: FiscalCode): void {
    const time = code.system === "tse" ? code.fields.logTime : code.fields.time;
    const [first, last] = this.times ?? [time, time];
    this.times = [time < first ? time : first, time > last ? time : last];
  }

  private find(
    what: FindingKind,
    { printId }: ReportedCode,
    code: FiscalCode,
    more: Partial<Pick<Finding, "fault" | "missing" | "otherPrintId">> = {},
  ): void {
    if (!this.isAsked) return;
    this.findings[what]++;
    const { till } = code.fields;
    const number = code.system === "tse" ? code.fields.transactionNumber : code.fields.receiptNumber;
    const none = { fault: null, missing: null, otherPrintId: null };
    this.onFinding({ what, ...this.device, till, printId, number, ...none, ...more });
  }
}

function startOf(till: string): Uint8Array {
  return decodeBase64(firstChainingValue(till)) ?? new Uint8Array();
}

function countsOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
