import type { Static } from "@sinclair/typebox";
import { parseInstant } from "../domain/instant.ts";
import { FISCAL_FIELDS, FISCAL_PROBLEMS, FISCAL_SYSTEMS } from "../fiscal/fiscal-code.ts";
import { type FiscalCertificate, readCertificate } from "../fiscal/certificate.ts";
import type { ReportWish } from "../fiscal/fiscal-report.ts";
import { FISCAL_LIMITS } from "../fiscal/limits.ts";
import { FINDING_KINDS } from "../fiscal/report.ts";
import { SIGNATURE_VERDICTS } from "../fiscal/signature.ts";
import { read } from "./check.ts";
import { givenInstant, id, instant } from "./fields.ts";
import * as t from "./schema.ts";

const system = t.choice(FISCAL_SYSTEMS, "tse: German (DSFinV-K). rksv: Austrian.");

const verdict = t.choice(
  SIGNATURE_VERDICTS,
  "valid: it is over what the code says. mismatch: it is not, or over something that is not in the code. outage: the signature " +
    "unit was out of order. unreadable, unsupported, no-certificate: it was not checked, and why.",
);

const fault = t.object(
  {
    field: t.choice(FISCAL_FIELDS),
    problem: t.choice(
      FISCAL_PROBLEMS,
      "missing: it is not there. malformed: it is not written as the specification says. unknown: there is no such value. " +
        "contradicting: it contradicts another field.",
    ),
  },
  { name: "FiscalFault" },
);

const device = t.anyText(
  "The serial number of a TSE (the SHA-256 of its key), or the name of an Austrian till.",
);

/** Numbers, the first and the last one. */
const range = t.list(t.count(), 2, { description: "The first and the last number.", minItems: 2 });

/** A count for each name. */
function counts<Name extends string>(names: readonly Name[], about: string) {
  const each = Object.fromEntries(names.map((name) => [name, t.count()]));
  return t.object(each as Record<Name, ReturnType<typeof t.count>>, about);
}

export const FiscalReportWish = t.strict(
  t.optional({
    from: t.nullable(givenInstant("The first createdAt of prints, inclusive.")),
    to: t.nullable(givenInstant("The last createdAt of prints, inclusive.")),
    till: t.nullable(t.text(1, FISCAL_LIMITS.codeCharacters, "The name of a till, as its codes have it.")),
  }),
  {
    name: "FiscalReportWish",
    description: "Without anything, all prints.",
    examples: [{ from: "2026-01-01" }],
  },
);

const deviceReport = t.object(
  {
    system,
    device,
    tills: t.list(t.anyText(), null, "The names of its tills, some of them."),
    codes: t.count("Different codes."),
    copies: t.count("Prints with a code that another print has: copies."),
    verdicts: counts(SIGNATURE_VERDICTS, "Codes by what was found of their signatures."),
    findings: counts(FINDING_KINDS, "How often each thing was found."),
    numbers: t.nullable(range, "Of transactions; null where they are not counted."),
    missing: t.count("Numbers of transactions between these of which there is no receipt here."),
    ranges: t.list(range, FISCAL_LIMITS.ranges, "The first ranges of them."),
    times: t.nullable(
      t.list(t.anyText(), 2, {
        description: "The first and the last time, as the codes have them.",
        minItems: 2,
      }),
    ),
  },
  { name: "FiscalDevice" },
);

const finding = t.object(
  {
    what: t.choice(
      FINDING_KINDS,
      "fault: a field is not as the specification says. mismatch: the signature does not fit. outage: the signature unit was out " +
        "of order. gap: transactions before it have no receipt here. doubled: another receipt has the same number, or follows the " +
        "same receipt. disordered: counter and time contradict another receipt's. unlinked: the receipt before it is not here.",
    ),
    system,
    device,
    till: t.anyText(),
    printId: id("The print with the code."),
    number: t.anyText("Of the transaction or the receipt, as the code has it."),
    fault: t.nullable(fault, "Of a fault."),
    missing: t.nullable(range, "Of a gap."),
    otherPrintId: t.nullable(t.integer(1), "The print with the other receipt."),
  },
  { name: "FiscalFinding" },
);

export const FiscalReportAnswer = t.object(
  {
    isSound: t.flag("Whether there is no finding but gaps and outages."),
    devices: t.list(deviceReport, FISCAL_LIMITS.devices),
    devicesLeft: t.count("Devices that are left out."),
    findings: t.list(finding, FISCAL_LIMITS.findings),
    findingsLeft: t.count("Findings that are left out: ask for less."),
  },
  { name: "FiscalReport" },
);

const fields = t.object(
  t.optional(Object.fromEntries(FISCAL_FIELDS.map((name) => [name, t.anyText()]))),
  "What stands in the code, by field.",
);

export const FiscalCodes = t.object(
  {
    items: t.list(
      t.object(
        {
          system,
          device,
          fields,
          faults: t.list(fault, null),
          total: t.nullable(t.anyText(), "The sum of its amounts."),
          verdict,
          code: t.anyText("As its symbol has it."),
        },
        { name: "FiscalCode" },
      ),
      null,
      "In the order of the receipt.",
    ),
  },
  { name: "FiscalCodes" },
);

const serial = t.text(1, 100, {
  description: "As codes have it: of a certificate in hexadecimal, of a closed system the key's name.",
  examples: ["20f2ed172daa09e5"],
});

export const FiscalCertificateAnswer = t.object(
  {
    serial,
    subject: t.anyText("Whose it is; empty for a key without a certificate."),
    createdAt: instant("When it was given."),
  },
  { name: "FiscalCertificate" },
);

export const FiscalCertificates = t.object(
  { items: t.list(FiscalCertificateAnswer, FISCAL_LIMITS.certificates, "By serial number.") },
  { name: "FiscalCertificates" },
);

export const NewFiscalCertificate = t.strict(
  {
    certificate: t.text(
      1,
      FISCAL_LIMITS.certificateBytes * 2,
      "An X.509 certificate or a public key, PEM or base64 of DER.",
    ),
    ...t.optional({ serial: t.nullable(t.described(serial, "Of a key: which codes have it.")) }),
  },
  {
    name: "NewFiscalCertificate",
    examples: [
      {
        certificate:
          "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENFFPGk1vDk92IL6tjsVQ6kpwc4TCsYNNGGoc0cN4dUPQZwOo2tuQlrQAVvMfO+XHWsnphAtN5cUbIwdtMk/Z6g==",
        serial: "U:ATU12345678-K0",
      },
    ],
  },
);

export type FiscalReportAnswerType = Static<typeof FiscalReportAnswer>;
export type FiscalCodesAnswer = Static<typeof FiscalCodes>;
export type FiscalCertificatesAnswer = Static<typeof FiscalCertificates>;
export type FiscalCertificateItem = Static<typeof FiscalCertificateAnswer>;

/** Reads the body of "Report on fiscal codes". @throws TillrollError BAD_REQUEST with all faults */
export function readReportWish(body: unknown): ReportWish {
  const { from, to, till } = read(FiscalReportWish, body);
  const time = (text: string | null | undefined) => (text == null ? null : parseInstant(text));
  return { from: time(from), to: time(to), till: till ?? null };
}

/** Reads the body of "Give a certificate". @throws TillrollError BAD_REQUEST */
export function readNewCertificate(body: unknown): FiscalCertificate {
  const given = read(NewFiscalCertificate, body);
  return readCertificate(given.certificate, given.serial ?? null);
}
