import {
  FiscalCertificateAnswer,
  FiscalCertificates,
  FiscalCodes,
  FiscalReportAnswer,
  FiscalReportWish,
  NewFiscalCertificate,
} from "../../contract/fiscal.ts";
import { gives, operation, type Operations } from "./operation.ts";

export const fiscalOperations = {
  reportFiscalCodes: operation("read", "Report on fiscal codes", {
    description:
      "On those of German TSEs and Austrian tills that were found on receipts: their form, their signatures as far as a code " +
      "allows, and how they follow each other. It proves neither that a certificate is valid nor that anything was told to a tax " +
      "office. Tillroll is an archive of copies, and no fiscal system.",
    body: FiscalReportWish,
    answers: { 200: gives(FiscalReportAnswer, "The report.") },
  }),
  readFiscalCodes: operation("read", "Read the fiscal codes of a print", {
    answers: { 200: gives(FiscalCodes, "The codes.") },
  }),
  listFiscalCertificates: operation("read", "List the certificates for fiscal codes", {
    answers: { 200: gives(FiscalCertificates, "The certificates.") },
  }),
  addFiscalCertificate: operation("admin", "Give a certificate for fiscal codes", {
    description:
      "Of an Austrian signature unit: signatures of the codes that have its serial number are checked from now on. Whether it is " +
      "valid is not looked at. One with the same serial number is replaced.",
    body: NewFiscalCertificate,
    answers: { 201: gives(FiscalCertificateAnswer, "The certificate.") },
    errors: ["WORKSPACE_LIMIT_EXCEEDED"],
  }),
  removeFiscalCertificate: operation("admin", "Remove a certificate for fiscal codes", {
    answers: { 200: gives(FiscalCertificateAnswer, "The certificate as it was.") },
  }),
} satisfies Operations;
