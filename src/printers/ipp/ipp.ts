import type { Printer } from "../../domain/printer.ts";
import type { Log } from "../../operations/log.ts";
import { hostWork } from "../../platform/time-slices.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import { decodeMessage, HEADER_BYTES, IppMalformed } from "./codec/decode.ts";
import { encodeMessage } from "./codec/encode.ts";
import type { IppGroup, IppMessage, IppVersion } from "./codec/message.ts";
import { GROUP } from "./codec/tags.ts";
import * as is from "./codec/values.ts";
import { type IppStatus, OPERATION, STATUS } from "./codes.ts";
import { BodyBroken, IppBody } from "./ipp-body.ts";
import type { IppCall, IppOutcome } from "./ipp-call.ts";
import { failureOf, IppFailure } from "./ipp-failure.ts";
import { IPP_LIMITS } from "./ipp-limits.ts";
import { badRequest, IppRequest, noPrinter } from "./ipp-request.ts";
import * as jobs from "./job-operations.ts";
import type { IppJobs } from "./job-table.ts";
import type { PrinterDetails } from "./printer-attributes.ts";
import * as queries from "./query-operations.ts";

/** What IPP asks of the service. */
export interface IppService {
  /** The printer of this name, whatever its case; `null` when there is none. */
  resolve(name: string): PrinterEndpoint | null;
  /** A printer's address, `ipp://HOST:PORT/ipp/print/NAME`, as the host of this request reaches it. */
  printerUri(name: string): string;
  /** A page about the printer for people, `http://…`. */
  moreInfoUri(name: string): string;
  /** The printer's maker, such as EPSON, and its columns of font A, both the workspace's where it has none. */
  detailsOf(printer: Printer): PrinterDetails;
  /** One for the service's life. */
  readonly jobs: IppJobs;
  readonly log: Log;
}

/** A request as it came by HTTP. */
export interface IppHttpRequest {
  /** The printer's name, from the path. */
  readonly name: string;
  readonly body: ReadableStream<Uint8Array> | Uint8Array | null;
  /** The body's bytes as announced; `null` when they were not. */
  readonly contentLength: number | null;
  /** The host's address, without its port. */
  readonly client: string;
}

export interface IppAnswer {
  /** The HTTP status: 200 for whatever has an IPP answer. */
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Whether the connection is to break instead: it has broken, or the simulated fault `drop` wants it. */
  readonly isDropped: boolean;
}

/** Statuses that are logged; others are faults of the host. */
const OUR_TROUBLES: ReadonlySet<IppStatus> = new Set([
  STATUS.internalError,
  STATUS.serviceUnavailable,
  STATUS.busy,
  STATUS.accountLimitReached,
  STATUS.requestEntityTooLarge,
]);

type Operation = (call: IppCall) => IppOutcome | Promise<IppOutcome>;

const OPERATIONS = new Map<number, Operation>([
  [OPERATION.printJob, jobs.printJob],
  [OPERATION.validateJob, jobs.validateJob],
  [OPERATION.createJob, jobs.createJob],
  [OPERATION.sendDocument, jobs.sendDocument],
  [OPERATION.cancelJob, jobs.cancelJob],
  [OPERATION.cancelMyJobs, jobs.cancelMyJobs],
  [OPERATION.closeJob, jobs.closeJob],
  [OPERATION.getJobAttributes, queries.getJobAttributes],
  [OPERATION.getJobs, queries.getJobs],
  [OPERATION.getPrinterAttributes, queries.getPrinterAttributes],
]);

/**
 * Answers an IPP request (RFC 8010 and 8011). Never throws: whatever is wrong is told the host in the answer, and a
 * print is acknowledged only once it is durable.
 */
export async function answerIpp(request: IppHttpRequest, service: IppService): Promise<IppAnswer> {
  const body = new IppBody(request.body);
  let attributes: { readonly bytes: Uint8Array; readonly malformed: IppMalformed | null };
  try {
    attributes = await body.readAttributes();
  } catch (error) {
    if (error instanceof BodyBroken) return dropped();
    throw error;
  }
  const { bytes } = attributes;
  if (bytes.byteLength < HEADER_BYTES) return { status: 400, body: new Uint8Array(0), isDropped: false };
  const header = decodeMessage(Uint8Array.of(...bytes.subarray(0, HEADER_BYTES), GROUP.end));
  const endpoint = service.resolve(request.name);
  let outcome: IppOutcome;
  let reason = "";
  try {
    if (attributes.malformed !== null) throw attributes.malformed;
    await hostWork.untilTime(bytes.byteLength);
    const message = hostWork.run(() => decodeMessage(bytes));
    outcome = await perform(message, bytes.byteLength, body, endpoint, request, service);
  } catch (error) {
    const failure = error instanceof IppMalformed ? badRequest(error.message) : failureOf(error);
    if (OUR_TROUBLES.has(failure.status)) logFailure(service.log, request, failure, error);
    const { unsupported } = failure;
    outcome = {
      status: failure.status,
      groups: unsupported.length === 0 ? [] : [{ tag: GROUP.unsupported, attributes: unsupported }],
    };
    reason = failure.message;
  }
  if (outcome.isDropped === true) return dropped();
  // The body of a host that sends too much is not read on: that would slow others down. Bun throws it away.
  if (outcome.status !== STATUS.busy) await body.drain();
  if (endpoint?.printer.simulate === "slow") await Bun.sleep(IPP_LIMITS.slowMilliseconds);
  return { status: 200, body: encodeAnswer(header, outcome, reason), isDropped: false };
}

async function perform(
  message: IppMessage,
  attributesBytes: number,
  body: IppBody,
  endpoint: PrinterEndpoint | null,
  { client, contentLength }: IppHttpRequest,
  service: IppService,
): Promise<IppOutcome> {
  const { major, minor } = message.version;
  if (major !== 1 && major !== 2) {
    throw new IppFailure(STATUS.versionNotSupported, `IPP ${major}.${minor} is not spoken here; 1.1 is.`);
  }
  const operation = OPERATIONS.get(message.code);
  if (operation === undefined) {
    const code = `0x${message.code.toString(16).padStart(4, "0")}`;
    throw new IppFailure(STATUS.operationNotSupported, `The operation ${code} is not done here.`);
  }
  const request = new IppRequest(message);
  if (endpoint === null || endpoint.isRemoved || !endpoint.printer.protocols.includes("ipp"))
    throw noPrinter();
  request.checkTarget(endpoint);
  if (!endpoint.admits(client)) throw new IppFailure(STATUS.forbidden, "This address may not print here.");
  const { printer } = endpoint;
  const { jobs: table, log } = service;
  const view = {
    endpoint,
    details: service.detailsOf(printer),
    uri: service.printerUri(printer.name),
    moreInfoUri: service.moreInfoUri(printer.name),
    jobs: table,
  };
  const documentBytes = contentLength === null ? null : Math.max(0, contentLength - attributesBytes);
  return await operation({ request, endpoint, view, jobs: table, client, body, documentBytes, log });
}

function encodeAnswer(
  request: IppMessage,
  { status, groups }: { readonly status: IppStatus; readonly groups: readonly IppGroup[] },
  message: string,
): Uint8Array<ArrayBuffer> {
  const attributes = [
    is.attribute("attributes-charset", is.charset("utf-8")),
    is.attribute("attributes-natural-language", is.naturalLanguage("en")),
    ...(message === "" ? [] : [is.attribute("status-message", is.text(message))]),
  ];
  return encodeMessage({
    version: answerVersion(request.version),
    code: status,
    requestId: request.requestId,
    groups: [{ tag: GROUP.operation, attributes }, ...groups],
  });
}

/** The version asked for where it is spoken, else the nearest (RFC 8011, section 4.1.8). */
function answerVersion({ major, minor }: IppVersion): IppVersion {
  if (major >= 2) return { major: 2, minor: 0 };
  return { major: 1, minor: major === 1 ? Math.min(minor, 1) : 0 };
}

function dropped(): IppAnswer {
  return { status: 400, body: new Uint8Array(0), isDropped: true };
}

function logFailure(log: Log, { client, name }: IppHttpRequest, failure: IppFailure, cause: unknown): void {
  const details = { client, printer: name, error: String(cause) };
  const isOurs = failure.status === STATUS.internalError;
  log.write(isOurs ? "error" : "warning", "an IPP request was refused", details);
}
