import { decodeBase64 } from "../domain/base64.ts";
import { centsText, FaultList, RKSV_FIELDS, type RksvCode } from "./fiscal-code.ts";
import { decodeBase32 } from "./base32.ts";

type RksvFields = RksvCode["fields"];
type Faults = FaultList<keyof RksvFields>;

/** How a code begins: its suite and who certified the signature unit. */
const BEGINNING = /^_R\d{1,3}-[A-Z]{2}\d{1,3}_/;

/** Fewer fields than these are no code. */
const LEAST_FIELDS = 6;

/** The only suite that there is: SHA-256 and ES256, eight bytes to chain (annex, 2). */
const SUITE = /^R1-([A-Z]{2}[1-9]\d*|AT0)$/;

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const AMOUNT = /^-?\d{1,12},\d{2}$/;

/** Hexadecimal or decimal, with a sign where a certificate's is negative. */
const SERIAL = /^-?[0-9A-Fa-f]{1,64}$/;

/** A closed system has no certificates: a tax number, VAT number or GLN, and which key (annex, 5). */
const CLOSED_SERIAL = /^(?:S:\d{9}|U:[A-Z0-9]{1,14}|G:\d{13})(?:-[A-Za-z0-9]+)?$/;

const AMOUNTS = ["amountNormal", "amountReduced1", "amountReduced2", "amountZero", "amountSpecial"] as const;

/** These three are base64 in a symbol and base32 in letters that are to be read by machines (annex, 12 and 14). */
const ENCODED = ["turnoverCounter", "chainingValue", "signature"] as const;

export const CHAINING_BYTES = 8;
export const SIGNATURE_BYTES = 64;

/** Bytes of an encrypted turnover counter (annex, 8). */
const COUNTER_BYTES = { least: 5, most: 16 };

const TRAINING = "TRA";
const CANCELLING = "STO";
const OUTAGE = "Sicherheitseinrichtung ausgefallen";

/**
 * Reads a text as an Austrian code (RKSV, annex, 12: machine-readable code), as symbols have it or as letters for character
 * recognition. Never throws.
 * @returns `null` where it is none
 */
export function readRksvCode(text: string): RksvCode | null {
  const trimmed = text.trim();
  const parts = trimmed.split("_").slice(1);
  if (!BEGINNING.test(trimmed) || parts.length < LEAST_FIELDS) return null;
  const given = fieldsOf(parts);
  const isInLetters = isForRecognition(given);
  const fields = isInLetters ? inBase64(given) : given;
  const faults: Faults = new FaultList();
  for (const field of RKSV_FIELDS) faults.expect(field, fields[field] !== "", "missing");
  faults.expect("signature", parts.length <= RKSV_FIELDS.length);
  faults.expect("suite", SUITE.test(fields.suite), "unknown");
  faults.expect("time", TIME.test(fields.time) && !Number.isNaN(Date.parse(`${fields.time}Z`)));
  checkSerial(fields, faults);
  const isAmount = AMOUNTS.map((field) => faults.expect(field, AMOUNT.test(fields[field])));
  const total = isAmount.every(Boolean)
    ? AMOUNTS.reduce((sum, field) => sum + cents(fields[field]), 0)
    : null;
  const special = checkEncoded(fields, faults);
  return {
    system: "rksv",
    text: isInLetters ? `_${RKSV_FIELDS.map((field) => fields[field]).join("_")}` : trimmed,
    fields,
    faults: faults.inOrder(RKSV_FIELDS),
    total: total === null ? null : centsText(total),
    ...special,
  };
}

function fieldsOf(parts: readonly string[]): RksvFields {
  // What is too much belongs to the last field, which it makes wrong.
  const last = RKSV_FIELDS.length - 1;
  const values = parts.length <= last ? parts : [...parts.slice(0, last), parts.slice(last).join("_")];
  return Object.fromEntries(RKSV_FIELDS.map((name, index) => [name, values[index] ?? ""])) as RksvFields;
}

/** Whether it was printed in letters: eight bytes are sixteen characters of base32, and twelve of base64. */
function isForRecognition({ chainingValue }: RksvFields): boolean {
  return chainingValue.length === 16 && decodeBase32(chainingValue)?.length === CHAINING_BYTES;
}

function inBase64(fields: RksvFields): RksvFields {
  const decoded = ENCODED.map((field) => {
    const bytes = decodeBase32(fields[field]);
    return [field, bytes === null ? fields[field] : bytes.toBase64()];
  });
  return { ...fields, ...Object.fromEntries(decoded) };
}

function checkSerial({ suite, certificateSerial }: RksvFields, faults: Faults): void {
  const isClosed = CLOSED_SERIAL.test(certificateSerial);
  if (!faults.expect("certificateSerial", isClosed || SERIAL.test(certificateSerial))) return;
  // AT0 with a certificate's number is what the examples of the specification have; the other way round there is nobody to ask.
  faults.expect("certificateSerial", !isClosed || suite.endsWith("-AT0"), "contradicting");
}

function checkEncoded(fields: RksvFields, faults: Faults) {
  const counter = decodeBase64(fields.turnoverCounter);
  const counterText = counter === null ? "" : Buffer.from(counter).toString("latin1");
  const isTraining = counterText === TRAINING;
  const isCancelling = counterText === CANCELLING;
  const { least, most } = COUNTER_BYTES;
  const isCounter = counter !== null && counter.length >= least && counter.length <= most;
  faults.expect("turnoverCounter", isTraining || isCancelling || isCounter);
  faults.expect("chainingValue", decodeBase64(fields.chainingValue)?.length === CHAINING_BYTES);
  const signature = decodeBase64(fields.signature);
  const isOutage = signature !== null && Buffer.from(signature).toString("latin1") === OUTAGE;
  faults.expect("signature", isOutage || signature?.length === SIGNATURE_BYTES);
  return { isTraining, isCancelling, isOutage };
}

function cents(amount: string): number {
  return Number(amount.replace(",", ""));
}
