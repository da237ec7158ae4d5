import { badRequest } from "../domain/errors.ts";
import type { NumberRules } from "../domain/gaps-query.ts";
import { GAP_LIMITS } from "./gap-limits.ts";
import { NumberRuns } from "./number-runs.ts";

/** A print with a number, as it is met in the order of time. */
export interface NumberedPrint {
  number: number;
  /** Digits where it begins with a zero; else 0. */
  width: number;
  /** What {@link NumberCollector.series}, {@link NumberCollector.device} and {@link NumberCollector.day} gave. */
  series: number;
  device: number;
  day: number;
  printId: number;
  /** How many prints of the workspace before it were removed for good. */
  removedBefore: number;
  isDeleted: boolean;
}

/** A number that came after a larger one. */
export interface LateNumber {
  readonly number: number;
  readonly printId: number;
  readonly previous: number;
  readonly previousPrintId: number;
}

/** A number that more than one print has: the first of them, once it was looked for, and all later ones. */
export interface DoubledNumber {
  readonly number: number;
  firstPrintId: number | null;
  readonly laterPrintIds: number[];
}

/** The numbers of one series, device and day. */
export class NumberGroup {
  readonly runs = new NumberRuns();
  readonly doubled = new Map<number, DoubledNumber>();
  readonly late: LateNumber[] = [];
  prints = 0;
  numbers = 0;
  deleted = 0;
  /** All of them, also those that are not told one by one. */
  doubledPrints = 0;
  lateNumbers = 0;
  width = 0;
  previous = Number.NEGATIVE_INFINITY;
  previousPrintId = 0;

  /** @param prefix @param suffix what stands before and behind its numbers */
  constructor(
    readonly prefix: string,
    readonly suffix: string,
    readonly deviceId: string | null,
    readonly day: string | null,
  ) {}

  get first(): number {
    return this.runs.runs[0]?.low ?? 0;
  }

  get last(): number {
    return this.runs.runs.at(-1)?.high ?? 0;
  }
}

/** Things that are told apart by a number. */
class Names<Name> {
  readonly names: Name[] = [];
  private readonly numbers = new Map<string | null, number>();

  numberOf(key: string | null, name: Name): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.names.length);
    return this.names.push(name) - 1;
  }
}

const TOO_MANY_RUNS =
  `must be of numbers that are counted up: there are more than ${GAP_LIMITS.runs} runs without a gap. ` +
  "Choose another tag, a pattern, or a shorter time with from and to.";
const TOO_MANY_GROUPS =
  `must be of numbers that are counted up: there are more than ${GAP_LIMITS.groups} series, devices and days. ` +
  "Choose another tag, a pattern, or a shorter time with from and to.";

/** Room for days and devices in the key of a group, which is one number. */
const DAYS = 2 ** 15;
const DEVICES = 2 ** 19;

/** Collects numbers in the order of time, in memory that depends on the gaps and not on the prints. */
export class NumberCollector {
  private readonly groupsByKey = new Map<number, NumberGroup>();
  private readonly seriesNames = new Names<readonly [prefix: string, suffix: string]>();
  private readonly deviceNames = new Names<string | null>();
  private readonly dayNames = new Names<string | null>();
  private runs = 0;
  private isAgain = false;
  private told = 0;
  /** Prints whose value is no number: how many, and the first of them. */
  notNumbers = 0;
  readonly examples: number[] = [];
  /** Prints that were removed for good, among those that were gone through. */
  removed = 0;
  /** Whether there was more than is told one by one. */
  isTruncated = false;

  constructor(private readonly rules: Pick<NumberRules, "by">) {}

  get groups(): Iterable<NumberGroup> {
    return this.groupsByKey.values();
  }

  get groupCount(): number {
    return this.groupsByKey.size;
  }

  get hasDoubled(): boolean {
    for (const { doubled } of this.groups) if (doubled.size > 0) return true;
    return false;
  }

  series(prefix: string, suffix: string): number {
    return this.seriesNames.numberOf(`${prefix.length} ${prefix}${suffix}`, [prefix, suffix]);
  }

  device(deviceId: string | null): number {
    const name = this.rules.by.includes("deviceId") ? deviceId : null;
    return this.deviceNames.numberOf(name, name);
  }

  day(day: string | null): number {
    return this.dayNames.numberOf(day, day);
  }

  /** Has all prints taken once more, in the same order: the first print of each doubled number is found so. */
  beginAgain(): void {
    this.isAgain = true;
  }

  /** Notes a print whose value is no number. */
  noteOther(printId: number): void {
    if (this.isAgain) return;
    this.notNumbers++;
    if (this.examples.length < GAP_LIMITS.examples) this.examples.push(printId);
  }

  /** Takes a print, which is newer than those before. @throws TillrollError BAD_REQUEST for too many groups or runs */
  add(print: NumberedPrint): void {
    const group = this.groupOf(print);
    if (this.isAgain) return noteFirst(group, print);
    const { number, printId, removedBefore } = print;
    group.prints++;
    if (print.isDeleted) group.deleted++;
    if (print.width > group.width) group.width = print.width;
    const before = group.runs.runs.length;
    const isNew = group.runs.add(number, { printId, removedBefore });
    this.runs += group.runs.runs.length - before;
    if (this.runs > GAP_LIMITS.runs) throw tooMuch(TOO_MANY_RUNS);
    if (!isNew) return this.noteDoubled(group, number, printId);
    group.numbers++;
    if (number < group.previous) this.noteLate(group, number, printId);
    group.previous = number;
    group.previousPrintId = printId;
  }

  private groupOf({ series, device, day }: NumberedPrint): NumberGroup {
    const key = (series * DEVICES + device) * DAYS + day;
    const known = this.groupsByKey.get(key);
    if (known !== undefined) return known;
    if (this.groupsByKey.size >= GAP_LIMITS.groups) throw tooMuch(TOO_MANY_GROUPS);
    const [prefix, suffix] = this.seriesNames.names[series] ?? ["", ""];
    const deviceId = this.deviceNames.names[device] ?? null;
    const group = new NumberGroup(prefix, suffix, deviceId, this.dayNames.names[day] ?? null);
    this.groupsByKey.set(key, group);
    return group;
  }

  private noteDoubled(group: NumberGroup, number: number, printId: number): void {
    group.doubledPrints++;
    if (!this.mayTell()) return;
    const known = group.doubled.get(number);
    if (known !== undefined) known.laterPrintIds.push(printId);
    else group.doubled.set(number, { number, firstPrintId: null, laterPrintIds: [printId] });
  }

  private noteLate(group: NumberGroup, number: number, printId: number): void {
    group.lateNumbers++;
    const { previous, previousPrintId } = group;
    if (this.mayTell()) group.late.push({ number, printId, previous, previousPrintId });
  }

  private mayTell(): boolean {
    if (this.told++ < GAP_LIMITS.findings) return true;
    this.isTruncated = true;
    return false;
  }
}

function noteFirst({ doubled }: NumberGroup, { number, printId }: NumberedPrint): void {
  const found = doubled.get(number);
  if (found !== undefined) found.firstPrintId ??= printId;
}

function tooMuch(message: string) {
  return badRequest([{ path: "of", message }]);
}
