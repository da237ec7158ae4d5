import type { Log } from "../../operations/log.ts";
import { hostWork } from "../../platform/time-slices.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import { decodeMessage, HEADER_BYTES, IppMalformed } from "../../ipp/decode.ts";
import { encodeMessage } from "../../ipp/encode.ts";
import type { IppMessage, IppVersion } from "../../ipp/message.ts";
import { GROUP } from "../../ipp/tags.ts";
import * as is from "../../ipp/values.ts";
import { type IppStatus, OPERATION, STATUS } from "../../ipp/codes.ts";
import { IppBody } from "./ipp-body.ts";
import { type DrawPages, type IppCall, type IppOutcome, unsupportedGroup } from "./ipp-call.ts";
import { failureOf, IppFailure } from "./ipp-failure.ts";
import { IPP_LIMITS } from "./ipp-limits.ts";
import { badRequest, IppRequest, noPrinter } from "./ipp-request.ts";
import * as jobs from "./job-operations.ts";
import type { IppJobs } from "./job-table.ts";
import * as queries from "./query-operations.ts";

/** What IPP asks of the service. */
export interface IppService {
  /** The printer of this name, whatever its case; `null` when there is none. */
  resolve(name: string): PrinterEndpoint | null;
  /** A printer's address, `ipp://HOST:PORT/ipp/print/NAME`, as the host of this request reaches it. */
  printerUri(name: string): string;
  /** A page about the printer for people, `http://…`. */
  moreInfoUri(name: string): string;
  /** One for the service's life. */
  readonly jobs: IppJobs;
  readonly drawPages: DrawPages;
  readonly log: Log;
}

/** A request as it came by HTTP. */
interface IppHttpRequest {
  /** The printer's name, from the path. */
  readonly name: string;
  readonly body: ReadableStream<Uint8Array> | Uint8Array | null;
  /** The body's bytes as announced; `null` when they were not. */
  readonly contentLength: number | null;
  /** The host's address, without its port. */
  readonly client: string;
  /** What the host's program says it is; empty where it says nothing. */
  readonly userAgent: string;
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

const OPERATIONS: Readonly<Record<keyof typeof OPERATION, Operation>> = { ...jobs, ...queries };

const OPERATION_NAMES = new Map(
  (Object.keys(OPERATION) as (keyof typeof OPERATION)[]).map((name) => [OPERATION[name] as number, name]),
);

/**
 * Answers an IPP request (RFC 8010 and 8011). Never throws: whatever is wrong is told the host in the answer, and a
 * print is acknowledged only once it is durable.
 * @returns the answer, which is empty for what is no IPP at all; `null` when the connection has broken, or is to break for
 *   the simulated fault `drop`
 */
export async function answerIpp(
  request: IppHttpRequest,
  service: IppService,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const body = new IppBody(request.body);
  const attributes = await body.readAttributes();
  if (attributes === null) return null;
  const { bytes, malformed } = attributes;
  if (bytes.byteLength < HEADER_BYTES) return new Uint8Array(0);
  const header = decodeMessage(Uint8Array.of(...bytes.subarray(0, HEADER_BYTES), GROUP.end));
  const endpoint = service.resolve(request.name);
  let outcome: IppOutcome;
  let reason = "";
  try {
    if (malformed !== null) throw malformed;
    await hostWork.untilTime(bytes.byteLength);
    const message = hostWork.run(() => decodeMessage(bytes));
    outcome = await perform(message, bytes.byteLength, body, endpoint, request, service);
  } catch (error) {
    const failure = error instanceof IppMalformed ? badRequest(error.message) : failureOf(error);
    if (OUR_TROUBLES.has(failure.status)) logFailure(service.log, request, failure, error);
    outcome = { status: failure.status, groups: unsupportedGroup(failure.unsupported) };
    reason = failure.message;
  }
  if (outcome.isDropped === true) return null;
  // The body of a host that sends too much is not read on: that would slow others down. Bun throws it away.
  if (outcome.status !== STATUS.busy) await body.drain();
  if (endpoint?.printer.simulate === "slow") await Bun.sleep(IPP_LIMITS.slowMilliseconds);
  return encodeAnswer(header, outcome, reason);
}

async function perform(
  message: IppMessage,
  attributesBytes: number,
  body: IppBody,
  endpoint: PrinterEndpoint | null,
  { client, userAgent, contentLength }: IppHttpRequest,
  service: IppService,
): Promise<IppOutcome> {
  const { major, minor } = message.version;
  if (major !== 1 && major !== 2)
    throw new IppFailure(STATUS.versionNotSupported, `IPP ${major}.${minor} is not spoken here; 1.1 is.`);
  const operation = OPERATION_NAMES.get(message.code);
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
  return await OPERATIONS[operation]({
    request,
    endpoint,
    uri: service.printerUri(printer.name),
    moreInfoUri: service.moreInfoUri(printer.name),
    jobs: service.jobs,
    client,
    userAgent,
    body,
    drawPages: service.drawPages,
    documentBytes: contentLength === null ? null : Math.max(0, contentLength - attributesBytes),
    log: service.log,
  });
}

function encodeAnswer(
  { version, requestId }: IppMessage,
  { status, groups }: IppOutcome,
  message: string,
): Uint8Array<ArrayBuffer> {
  const attributes = [
    is.attribute("attributes-charset", is.charset("utf-8")),
    is.attribute("attributes-natural-language", is.naturalLanguage("en")),
    ...(message === "" ? [] : [is.attribute("status-message", is.text(message))]),
  ];
  return encodeMessage({
    version: answerVersion(version),
    code: status,
    requestId,
    groups: [{ tag: GROUP.operation, attributes }, ...groups],
  });
}

/** The version asked for where it is spoken, else the nearest (RFC 8011, section 4.1.8). */
function answerVersion({ major, minor }: IppVersion): IppVersion {
  if (major >= 2) return { major: 2, minor: 0 };
  return { major: 1, minor: major === 1 ? Math.min(minor, 1) : 0 };
}

function logFailure(log: Log, { client, name }: IppHttpRequest, failure: IppFailure, cause: unknown): void {
  const details = { client, printer: name, error: String(cause) };
  const isOurs = failure.status === STATUS.internalError;
  log.write(isOurs ? "error" : "warning", "an IPP request was refused", details);
}
