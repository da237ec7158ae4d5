/** The systems whose codes are read: the German TSE (DSFinV-K, annex I) and the Austrian RKSV (BGBl. II 410/2015, annex). */
export const FISCAL_SYSTEMS = ["tse", "rksv"] as const;

export type FiscalSystem = (typeof FISCAL_SYSTEMS)[number];

/** The fields of a German code, in their order. */
export const TSE_FIELDS = [
  "version",
  "till",
  "processType",
  "processData",
  "transactionNumber",
  "signatureCounter",
  "startTime",
  "logTime",
  "algorithm",
  "timeFormat",
  "signature",
  "publicKey",
] as const;

/** The fields of an Austrian code, in their order. */
export const RKSV_FIELDS = [
  "suite",
  "till",
  "receiptNumber",
  "time",
  "amountNormal",
  "amountReduced1",
  "amountReduced2",
  "amountZero",
  "amountSpecial",
  "turnoverCounter",
  "certificateSerial",
  "chainingValue",
  "signature",
] as const;

export type FiscalField = (typeof TSE_FIELDS)[number] | (typeof RKSV_FIELDS)[number];

/** All names of fields, each once. */
export const FISCAL_FIELDS: readonly FiscalField[] = [...new Set([...TSE_FIELDS, ...RKSV_FIELDS])];

/**
 * What is wrong with a field: it is not there or empty, it is not written as the specification says, its value is none of those that
 * there are, or it contradicts another one.
 */
export const FISCAL_PROBLEMS = ["missing", "malformed", "unknown", "contradicting"] as const;

export interface FiscalFault {
  readonly field: FiscalField;
  readonly problem: (typeof FISCAL_PROBLEMS)[number];
}

/** What both systems' codes have. */
interface AnyCode<Field extends FiscalField> {
  /** As its symbol has it; of the Austrian form for character recognition, what the symbol would have. */
  readonly text: string;
  /** What stands in the code, by field; a field that is not there is empty. */
  readonly fields: Readonly<Record<Field, string>>;
  /** What is wrong with its form, in the order of the fields; none when it is as the specification says. */
  readonly faults: readonly FiscalFault[];
  /** The sum of its amounts, with two decimals; `null` where it has none that can be read. */
  readonly total: string | null;
}

export interface TseCode extends AnyCode<(typeof TSE_FIELDS)[number]> {
  readonly system: "tse";
}

export interface RksvCode extends AnyCode<(typeof RKSV_FIELDS)[number]> {
  readonly system: "rksv";
  /** What it says of itself in the place of the turnover counter: a training or a cancelling receipt. */
  readonly isTraining: boolean;
  readonly isCancelling: boolean;
  /** "Sicherheitseinrichtung ausgefallen" stands in the place of the signature: the signature unit was out of order. */
  readonly isOutage: boolean;
}

export type FiscalCode = TseCode | RksvCode;

/** Collects what is wrong with fields. */
export class FaultList<Field extends FiscalField> {
  readonly found: FiscalFault[] = [];

  /** Notes what is wrong with a field, the first thing of each. @param isRight nothing is noted then */
  expect(field: Field, isRight: boolean, problem: FiscalFault["problem"] = "malformed"): boolean {
    if (!isRight && !this.has(field)) this.found.push({ field, problem });
    return isRight;
  }

  has(field: Field): boolean {
    return this.found.some((fault) => fault.field === field);
  }

  /** In the order of the fields. */
  inOrder(order: readonly Field[]): FiscalFault[] {
    return this.found.toSorted((one, other) => placeOf(one) - placeOf(other));

    function placeOf({ field }: FiscalFault): number {
      return (order as readonly FiscalField[]).indexOf(field);
    }
  }
}

/** Cents as a decimal number with a point. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
