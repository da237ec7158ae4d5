import { decodeBase64 } from "../domain/base64.ts";
import { PRINT_LIMITS } from "../domain/limits.ts";
import { hasMoreCodePoints } from "../domain/text.ts";
import type { FiscalCode } from "./fiscal-code.ts";
import { publicPointOf } from "./public-point.ts";
import { chainingValueAfter } from "./rksv-chain.ts";
import { type FindKey, judgeSignature, type SignatureVerdict } from "./signature.ts";
import { serialNumberOf } from "./tse-message.ts";

/** A code as it is stored. */
export interface CodeRecord {
  readonly system: FiscalCode["system"];
  /** What counts its receipts: the serial number of a TSE in hexadecimal, or the name of an Austrian till. */
  readonly device: string;
  /** The number of the transaction; `null` for none. */
  readonly sequence: number | null;
  /** What it is known by, eight bytes. */
  readonly own: Uint8Array;
  /** The chaining value of the receipt before it; `null` for German codes. */
  readonly previous: Uint8Array | null;
  readonly verdict: SignatureVerdict;
  readonly code: string;
}

/** What a print gets by its code: the names of its tags. */
export const FISCAL_TAGS = [
  "fiscal.system",
  "fiscal.till",
  "fiscal.number",
  "fiscal.counter",
  "fiscal.total",
  "fiscal.signature",
  "fiscal.faults",
] as const;

type FiscalTag = (typeof FISCAL_TAGS)[number];

/** Bytes that a code is known by: as long as a chaining value. */
const OWN_BYTES = 8;

/** Makes the record of a code; its signature is checked, which takes a few milliseconds. */
export function recordOf(code: FiscalCode, findKey: FindKey): CodeRecord {
  const verdict = judgeSignature(code, findKey);
  if (code.system === "rksv") {
    return {
      system: "rksv",
      device: code.fields.till,
      sequence: null,
      own: decodeBase64(chainingValueAfter(code)) ?? new Uint8Array(),
      previous: decodeBase64(code.fields.chainingValue) ?? new Uint8Array(),
      verdict,
      code: code.text,
    };
  }
  const { transactionNumber } = code.fields;
  return {
    system: "tse",
    device: deviceOf(code),
    sequence: /^\d{1,15}$/.test(transactionNumber) ? Number(transactionNumber) : null,
    own: new Bun.CryptoHasher("sha256").update(code.text).digest().subarray(0, OWN_BYTES),
    previous: null,
    verdict,
    code: code.text,
  };
}

/** The serial number of the TSE, or of the till where its key cannot be read. */
function deviceOf({ fields }: Extract<FiscalCode, { system: "tse" }>): string {
  const key = publicPointOf(fields.publicKey);
  return key === null ? fields.till : serialNumberOf(key.uncompressed).toHex();
}

/** What is told of a signature in a tag; of one that was not checked nothing, so that it can be filled in when it was. */
const TOLD_VERDICTS = new Set<SignatureVerdict>(["valid", "mismatch", "outage"]);

/** The tags that a print gets by its code. */
export function tagsOf(code: FiscalCode, verdict: SignatureVerdict): Map<string, string> {
  const values: Record<FiscalTag, string> = {
    "fiscal.system": code.system.toUpperCase(),
    "fiscal.till": code.fields.till,
    "fiscal.number": code.system === "tse" ? code.fields.transactionNumber : code.fields.receiptNumber,
    "fiscal.counter": code.system === "tse" ? code.fields.signatureCounter : "",
    "fiscal.total": code.total ?? "",
    "fiscal.signature": TOLD_VERDICTS.has(verdict) ? verdict : "",
    "fiscal.faults": code.faults.map(({ field }) => field).join(" "),
  };
  const most = PRINT_LIMITS.tagValueCharacters;
  return new Map(
    Object.entries(values).filter(([, value]) => value !== "" && !hasMoreCodePoints(value, most)),
  );
}
