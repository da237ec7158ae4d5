import { KIBIBYTE, MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";
import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import { printerUuid } from "../../domain/printer.ts";
import { VERSION } from "../../version.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import type { PrinterDetails } from "../printer-details.ts";
import { wordsOf } from "../status/status.ts";
import type { IppAttribute } from "../../ipp/message.ts";
import * as is from "../../ipp/values.ts";
import { COMPRESSIONS, OPERATION, PRINTER_STATE } from "../../ipp/codes.ts";
import { ANY_FORMAT } from "./document-formats.ts";
import { IPP_LIMITS } from "./ipp-limits.ts";
import type { IppJobs } from "./job-table.ts";
import { templateNames } from "./job-template.ts";

const { attribute } = is;

const OPEN_JOB_SECONDS = IPP_LIMITS.openJobMilliseconds / MILLISECONDS_PER_SECOND;

const PRIVATE_ATTRIBUTES = ["job-name", "job-originating-user-name", "job-state-message"];

/** What a printer's attributes are computed from. */
export interface PrinterView {
  readonly endpoint: PrinterEndpoint;
  /** Its address as the host reaches it. */
  readonly uri: string;
  /** A page about it for people. */
  readonly moreInfoUri: string;
  readonly jobs: IppJobs;
  /** What the host's program says it is; empty where it says nothing. */
  readonly userAgent: string;
}

/** Why a printer is as it is (`printer-state-reasons`; RFC 8011, section 5.4.12). */
function stateReasons(status: PrinterStatus): string[] {
  const reasons = wordsOf(status, {
    unreachable: "shutdown",
    coverOpen: "cover-open-error",
    paperEnd: "media-empty-error",
    paperNearEnd: "media-low-warning",
    // There is no keyword for a receipt printer's own cutter.
    cutterError: "other-error",
    unrecoverableError: "other-error",
  });
  return reasons.length === 0 ? ["none"] : [...new Set(reasons)];
}

/** The same in words (`printer-state-message`). */
function stateMessage(status: PrinterStatus): string {
  if (!status.isReachable) return "The printer is offline.";
  if (status.isCoverOpen) return "The cover is open.";
  if (status.paper === "end") return "The printer is out of paper.";
  if (status.hasCutterError) return "The cutter does not work.";
  if (status.hasUnrecoverableError) return "The printer has an error.";
  return status.paper === "near-end" ? "The paper is nearly at its end." : "";
}

/** All attributes that describe a printer (RFC 8011, section 5.4; PWG 5100.12 and 5100.14 for some). */
export function printerDescription(view: PrinterView): IppAttribute[] {
  const { endpoint, uri, jobs } = view;
  const { printer, status, details } = endpoint;
  const active = jobs.all(printer.id).filter(({ completedAt }) => completedAt === null);
  const state = isOffline(status)
    ? PRINTER_STATE.stopped
    : active.some(({ isReceiving }) => isReceiving)
      ? PRINTER_STATE.processing
      : PRINTER_STATE.idle;
  return [
    attribute("charset-configured", is.charset("utf-8")),
    attribute("charset-supported", is.charset("utf-8"), is.charset("us-ascii")),
    attribute("color-supported", is.boolean(false)),
    attribute("compression-supported", ...COMPRESSIONS.map(is.keyword)),
    attribute("document-format-default", is.mimeMediaType(ANY_FORMAT)),
    attribute("generated-natural-language-supported", is.naturalLanguage("en")),
    attribute("ipp-versions-supported", ...["1.0", "1.1", "2.0"].map(is.keyword)),
    attribute("job-creation-attributes-supported", ...templateNames(details).map(is.keyword)),
    attribute("job-ids-supported", is.boolean(true)),
    // What only a job's own client is told (PWG 5100.11, IPP Privacy Attributes).
    attribute("job-privacy-attributes", ...PRIVATE_ATTRIBUTES.map(is.keyword)),
    attribute("job-privacy-scope", is.keyword("owner")),
    attribute("job-k-octets-supported", is.range(0, Math.floor(endpoint.maximumJobBytes / KIBIBYTE))),
    attribute("multiple-document-jobs-supported", is.boolean(false)),
    attribute("multiple-operation-time-out", is.integer(OPEN_JOB_SECONDS)),
    attribute("multiple-operation-time-out-action", is.keyword("abort-job")),
    attribute("natural-language-configured", is.naturalLanguage("en")),
    attribute("operations-supported", ...Object.values(OPERATION).map(is.enumeration)),
    // A receipt has no pages; a receipt a second is what such printers do.
    attribute("pages-per-minute", is.integer(60)),
    attribute("pdl-override-supported", is.keyword("not-attempted")),
    attribute("printer-current-time", is.dateTime(jobs.timeOfDay())),
    attribute("printer-device-id", is.text(deviceId(details))),
    attribute("printer-firmware-name", is.name("Tillroll")),
    attribute("printer-firmware-string-version", is.text(VERSION)),
    attribute("printer-info", is.text(printer.name)),
    // Whatever its state: jobs are stored, and printed when it can.
    attribute("printer-is-accepting-jobs", is.boolean(true)),
    attribute("printer-location", is.text("")),
    attribute("printer-make-and-model", is.text(`${details.maker} ${details.modelName}`)),
    attribute("printer-more-info", is.uri(view.moreInfoUri)),
    attribute("printer-name", is.name(printer.name)),
    attribute("printer-state", is.enumeration(state)),
    attribute("printer-state-message", is.text(stateMessage(status))),
    attribute("printer-state-reasons", ...stateReasons(status).map(is.keyword)),
    attribute("printer-up-time", is.integer(upTime(jobs, jobs.clock()))),
    attribute("printer-uri-supported", is.uri(uri)),
    attribute("printer-uuid", is.uri(`urn:uuid:${printerUuid(printer)}`)),
    attribute("queued-job-count", is.integer(active.length)),
    attribute("uri-authentication-supported", is.keyword("requesting-user-name")),
    attribute("uri-security-supported", is.keyword(uri.startsWith("ipps:") ? "tls" : "none")),
    attribute("which-jobs-supported", ...["completed", "not-completed", "all"].map(is.keyword)),
  ];
}

/** A time of the jobs' monotonic clock, milliseconds, in seconds since the printer is up; at least 1. */
export function upTime(jobs: IppJobs, milliseconds: number): number {
  return Math.max(1, Math.floor((milliseconds - jobs.startedAt) / MILLISECONDS_PER_SECOND) + 1);
}

/** The IEEE 1284 device id. */
function deviceId({ maker, modelName, commands }: PrinterDetails): string {
  const clean = modelName.replaceAll(/[;:]/g, " ");
  return `MFG:${maker};MDL:${clean};CMD:${commands};CLS:PRINTER;DES:${maker} ${clean};`;
}
