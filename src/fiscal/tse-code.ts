import { decodeBase64 } from "../domain/base64.ts";
import { centsText, FaultList, type FiscalFault, TSE_FIELDS, type TseCode } from "./fiscal-code.ts";
import { signatureAlgorithm } from "./tse-algorithms.ts";
import { logTimes } from "./tse-message.ts";
import { publicPointOf } from "./public-point.ts";

type TseFields = TseCode["fields"];
type Faults = FaultList<keyof TseFields>;

/** How a code begins; what follows is told field by field. */
const BEGINNING = /^V\d{1,3};/;

/** Fewer fields than these are no code, but something that happens to begin like one. */
const LEAST_FIELDS = 6;

/** Fields before and behind the process data, which may have semicolons of its own (DSFinV-K, annex I: orders). */
const BEFORE_DATA = 3;
const BEHIND_DATA = 8;

/** DSFinV-K, annex I: what `processType` may be; a TSE signs it as it was given, in whatever case. */
const PROCESS_TYPES = new Set(["kassenbeleg-v1", "bestellung-v1", "sonstigervorgang"]);

/** DSFinV-K, annex I, 2.1: the kinds of transactions of `Kassenbeleg-V1`. */
const TRANSACTION_KINDS = new Set([
  "Beleg",
  "AVTransfer",
  "AVBestellung",
  "AVTraining",
  "AVBelegstorno",
  "AVBelegabbruch",
  "AVSachbezug",
  "AVSonstige",
  "AVRechnung",
]);

/** Amounts before taxes are taken off, in the order of the code: 19 %, 7 %, 10.7 %, 5.5 %, 0 %. */
const TAX_RATES = 5;

const AMOUNT = /^-?\d{1,12}\.\d{2}$/;
const PAYMENT = /^(-?\d{1,12}\.\d{2}):(Bar|Unbar)(?::([A-Z]{3}))?$/;
const COUNTER = /^\d{1,15}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

/** ASN.1's PrintableString, and what tills really have in their names. */
const TILL = /^[\x20-\x7e]{1,255}$/;

/**
 * Reads the text of a symbol as a German code (DSFinV-K, annex I, "QR-Code"). Never throws.
 * @returns `null` where it is none
 */
export function readTseCode(text: string): TseCode | null {
  const trimmed = text.trim();
  const parts = trimmed.split(";");
  if (!BEGINNING.test(trimmed) || parts.length < LEAST_FIELDS) return null;
  const fields = fieldsOf(parts);
  const faults: Faults = new FaultList();
  for (const field of TSE_FIELDS)
    if (field !== "processType" && field !== "processData")
      faults.expect(field, fields[field] !== "", "missing");
  faults.expect("version", fields.version === "V0", "unknown");
  faults.expect("till", TILL.test(fields.till));
  faults.expect("transactionNumber", COUNTER.test(fields.transactionNumber));
  faults.expect("signatureCounter", COUNTER.test(fields.signatureCounter));
  checkTimes(fields, faults);
  checkSignature(fields, faults);
  const total = checkProcess(fields, faults);
  return { system: "tse", text: trimmed, fields, faults: inOrder(faults), total };
}

function inOrder(faults: Faults): FiscalFault[] {
  return faults.inOrder(TSE_FIELDS);
}

function fieldsOf(parts: readonly string[]): TseFields {
  const isWhole = parts.length > BEFORE_DATA + BEHIND_DATA;
  // Where fields are missing they are missing at the end: a symbol that was cut off.
  const end = isWhole ? parts.length - BEHIND_DATA : BEFORE_DATA + 1;
  const values = [
    ...parts.slice(0, BEFORE_DATA),
    parts.slice(BEFORE_DATA, end).join(";"),
    ...parts.slice(end),
  ];
  return Object.fromEntries(TSE_FIELDS.map((name, index) => [name, values[index] ?? ""])) as TseFields;
}

function checkTimes({ startTime, logTime, timeFormat }: TseFields, faults: Faults): void {
  const isStart = faults.expect("startTime", isTime(startTime));
  const isLog = faults.expect("logTime", isTime(logTime));
  if (isStart && isLog)
    faults.expect("logTime", Date.parse(startTime) <= Date.parse(logTime), "contradicting");
  faults.expect("timeFormat", logTimes(timeFormat, "2000-01-01T00:00:00Z").length > 0, "unknown");
}

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text));
}

function checkSignature({ algorithm, signature, publicKey }: TseFields, faults: Faults): void {
  faults.expect("algorithm", signatureAlgorithm(algorithm) !== null, "unknown");
  const bytes = decodeBase64(signature);
  faults.expect("signature", bytes !== null && bytes.length >= 48);
  faults.expect("publicKey", publicPointOf(publicKey) !== null);
}

/** @returns the sum of the amounts */
function checkProcess({ processType, processData }: TseFields, faults: Faults): string | null {
  const type = processType.toLowerCase();
  if (!faults.expect("processType", PROCESS_TYPES.has(type), processType === "" ? "missing" : "unknown"))
    return null;
  if (type !== "kassenbeleg-v1") return null;
  if (!faults.expect("processData", processData !== "", "missing")) return null;
  const [kind = "", amounts = "", payments = "", ...more] = processData.split("^");
  faults.expect("processData", more.length === 0);
  faults.expect("processData", TRANSACTION_KINDS.has(kind), "unknown");
  const gross = amounts.split("_");
  if (!faults.expect("processData", gross.length === TAX_RATES && gross.every((text) => AMOUNT.test(text))))
    return null;
  const total = gross.reduce((sum, text) => sum + cents(text), 0);
  checkPayments(payments, total, faults);
  return centsText(total);
}

/** What was paid is what was sold; of money of another country nobody knows here what it is worth. */
function checkPayments(payments: string, total: number, faults: Faults): void {
  if (payments === "") {
    faults.expect("processData", total === 0, "contradicting");
    return;
  }
  const paid = payments.split("_").map((text) => PAYMENT.exec(text));
  if (
    !faults.expect(
      "processData",
      paid.every((match) => match !== null),
    )
  )
    return;
  if (paid.some((match) => match?.[3] !== undefined && match[3] !== "EUR")) return;
  const sum = paid.reduce((before, match) => before + cents(match?.[1] ?? "0.00"), 0);
  faults.expect("processData", sum === total, "contradicting");
}

function cents(amount: string): number {
  return Number(amount.replace(".", ""));
}
