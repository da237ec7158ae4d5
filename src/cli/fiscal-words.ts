import type { FiscalCode, FiscalFault } from "../fiscal/fiscal-code.ts";
import type { DeviceReport, Finding } from "../fiscal/report.ts";
import type { SignatureVerdict } from "../fiscal/signature.ts";

/* What commands say of fiscal codes, in words. */

/** What is said whenever codes were checked. */
export const NO_PROOF =
  "This checks what the codes say. It proves neither that a certificate is valid nor that anything was told to a tax office.";

export const VERDICT_WORDS: Readonly<Record<SignatureVerdict, string>> = {
  valid: "the signature is right",
  mismatch: "the signature does not fit what the code says",
  outage: "the signature unit was out of order",
  unreadable: "the signature cannot be checked: the code is not as it should be",
  unsupported: "the signature cannot be checked: signatures of this kind are not known here",
  "no-certificate": "the signature was not checked: its certificate is not known here",
};

const PROBLEM_WORDS: Readonly<Record<FiscalFault["problem"], string>> = {
  missing: "is missing",
  malformed: "is not written as the specification says",
  unknown: "is none of the values that there are",
  contradicting: "contradicts another field",
};

export function faultWords({ field, problem }: FiscalFault): string {
  return `${field} ${PROBLEM_WORDS[problem]}`;
}

/** A code in lines: what it is, its fields, and what is wrong with it. */
export function codeLines(code: FiscalCode, verdict: SignatureVerdict): string[] {
  const fields = Object.entries(code.fields).map(([name, text]) => `  ${name}: ${text}`);
  const faults = code.faults.map((fault) => `  ! ${faultWords(fault)}`);
  return [code.system.toUpperCase(), ...fields, ...faults, `  ${VERDICT_WORDS[verdict]}`];
}

/** What was found of a device, a cell each. */
export function deviceCells({
  system,
  device,
  tills,
  codes,
  copies,
  numbers,
  missing,
  verdicts,
}: DeviceReport) {
  return [
    system.toUpperCase(),
    system === "tse" ? device.slice(0, 16) : device,
    tills.join(", "),
    String(codes),
    String(copies),
    numbers?.join("–") ?? "-",
    String(missing),
    String(verdicts.valid),
    String(verdicts.mismatch),
    String(codes - verdicts.valid - verdicts.mismatch),
  ];
}

export const DEVICE_HEADINGS = [
  "SYSTEM",
  "DEVICE",
  "TILLS",
  "CODES",
  "COPIES",
  "NUMBERS",
  "MISSING",
  "RIGHT",
  "WRONG",
  "UNCHECKED",
] as const;

/** A finding as a sentence. */
export function findingWords({ what, fault, missing, otherPrintId }: Finding): string {
  switch (what) {
    case "fault":
      return fault === null ? "a field is wrong" : faultWords(fault);
    case "mismatch":
    case "outage":
      return VERDICT_WORDS[what];
    case "gap":
      return `no receipt here for ${missing?.[0] === missing?.[1] ? "" : "the transactions "}${[...new Set(missing)].join(" to ")}`;
    case "doubled":
      return `another receipt stands in its place, too: print ${otherPrintId}`;
    case "disordered":
      return `its counter and its time contradict those of print ${otherPrintId}`;
    case "unlinked":
      return "the receipt before it is not here, or was another one";
  }
}
