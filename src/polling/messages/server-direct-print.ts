import {
  type EposAnswer,
  eposDocument,
  readEposAnswer,
  statusFromBits,
} from "../../delivery/epos/epos-message.ts";
import type { PrinterStatus } from "../../domain/printer-status.ts";
import { TillrollError } from "../../domain/errors.ts";
import {
  childElements,
  childNamed,
  localName,
  parseXml,
  schemaError,
  textOf,
  type XmlElement,
} from "../../printers/epos/xml-element.ts";

/* The documents of Server Direct Print. Source: Epson Server Direct Print User's Manual, "Request and Response". */

/** The kinds of requests that a printer sends, as the form field `ConnectionType` has them. */
export const CONNECTION_TYPES = { ask: "GetRequest", result: "SetResponse", status: "SetStatus" } as const;

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const EPOS_NAMESPACE = "http://www.epson-pos.com/schemas/2011/03/epos-print";
/** Version 2 has the job's name in the printer's answer; printers of version 3 take it too. */
const VERSION = "2.00";
const LOCAL_PRINTER = "local_printer";

/** The device id of a printer's own paper, and the names of its jobs are letters, digits, `_`, `-` and `.` there. */
const JOB_ID = /^[\w.-]{1,100}$/;

/** A job for a printer that asks. @param milliseconds how long the printer may try */
export function printRequest(jobId: string, job: Uint8Array, milliseconds: number): string {
  return (
    `${DECLARATION}<PrintRequestInfo Version="${VERSION}"><ePOSPrint>` +
    `<Parameter><devid>${LOCAL_PRINTER}</devid><timeout>${milliseconds}</timeout><printjobid>${jobId}</printjobid></Parameter>` +
    `<PrintData>${eposDocument(job)}</PrintData></ePOSPrint></PrintRequestInfo>`
  );
}

/** What a printer tells of a job. */
export interface PrintResult {
  /** `null` from printers of version 1, which do not say which job. */
  readonly jobId: string | null;
  readonly answer: EposAnswer;
}

/** Reads a printer's result; `null` where it is none of a print. */
export function readPrintResult(xml: string): PrintResult | null {
  const root = readDocument(xml);
  if (root === null) return null;
  const jobId = /^PrintResponseInfo$/.test(localName(root)) ? jobIdOf(childNamed(root, "ePOSPrint")) : null;
  const answer = readEposAnswer(xml);
  if (answer !== null) return { jobId, answer };
  // Version 3 says what is wrong with the document in words of its own.
  const checked = childNamed(childNamed(root, "ServerDirectPrint") ?? root, "Response");
  if (checked?.attributes["Success"] !== "false") return null;
  return { jobId, answer: { isSuccess: false, code: "SchemaError", status: statusFromBits(0) } };
}

/** Reads a printer's status notification; `null` where it tells nothing of the printer's own paper. */
export function readStatusNotification(xml: string): PrinterStatus | null {
  const root = readDocument(xml);
  if (root === null) return null;
  const printers = childElements(root).filter((element) => localName(element) === "printerstatus");
  const nameOf = ({ attributes }: XmlElement) => attributes["devicename"] ?? attributes["DeviceID"];
  const own = printers.find((element) => nameOf(element) === LOCAL_PRINTER) ?? printers[0];
  const bits = Number(own?.attributes["asbstatus"] ?? Number.NaN);
  return Number.isSafeInteger(bits) && bits >= 0 ? statusFromBits(bits) : null;
}

/** A job that a server has for a printer of ours. */
export interface RequestedPrint {
  readonly deviceId: string;
  /** `null` where the server gives its job no name. */
  readonly jobId: string | null;
  /** Its epos-print element, in UTF-8. */
  readonly document: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the jobs that a server answers with, of any version.
 * @throws TillrollError BAD_REQUEST when it is no such document
 */
export function readPrintRequests(body: Uint8Array): RequestedPrint[] {
  const root = parseXml(body);
  if (localName(root) !== "PrintRequestInfo")
    throw schemaError(root.name, "the root element must be PrintRequestInfo");
  return childElements(root)
    .filter((element) => localName(element) === "ePOSPrint")
    .map((element) => {
      const data = childNamed(element, "PrintData");
      const document = data === undefined ? undefined : childNamed(data, "epos-print");
      if (document === undefined) throw schemaError("PrintData", "there is no epos-print");
      const parameter = childNamed(element, "Parameter");
      const devid = parameter === undefined ? undefined : childNamed(parameter, "devid");
      return {
        deviceId: devid === undefined ? LOCAL_PRINTER : textOf(devid).trim(),
        jobId: jobIdOf(element),
        document: new Uint8Array(Buffer.from(Bun.XML.stringify(document))),
      };
    });
}

/** What a server is told of one of its jobs. */
export interface ToldResult {
  readonly deviceId: string;
  readonly jobId: string | null;
  readonly isSuccess: boolean;
  /** Of ePOS-Print; empty for a success. */
  readonly code: string;
  /** The `status` of ePOS-Print. */
  readonly status: number;
}

/** The result of a job, as a printer tells its server. */
export function printResult({ deviceId, jobId, isSuccess, code, status }: ToldResult): string {
  const response = {
    "@success": isSuccess,
    "@code": code,
    "@status": status,
    "@battery": 0,
    "@xmlns": EPOS_NAMESPACE,
  };
  const Parameter = { devid: deviceId, printjobid: jobId ?? undefined };
  const ePOSPrint = { Parameter, PrintResponse: { response } };
  const document = { PrintResponseInfo: { "@Version": VERSION, ePOSPrint } };
  return DECLARATION + Bun.XML.stringify(document);
}

/** A printer's status notification. @param status the `status` of ePOS-Print */
export function statusNotification(status: number): string {
  const asbstatus = `0x${status.toString(16).toUpperCase().padStart(8, "0")}`;
  const printerstatus = { "@devicename": LOCAL_PRINTER, "@asbstatus": asbstatus };
  return DECLARATION + Bun.XML.stringify({ statusmonitor: { "@Version": "1.00", printerstatus } });
}

function jobIdOf(element: XmlElement | undefined): string | null {
  const parameter = element === undefined ? undefined : childNamed(element, "Parameter");
  const id = parameter === undefined ? undefined : childNamed(parameter, "printjobid");
  const text = id === undefined ? "" : textOf(id).trim();
  return JOB_ID.test(text) ? text : null;
}

function readDocument(xml: string): XmlElement | null {
  try {
    return parseXml(Buffer.from(xml));
  } catch (error) {
    if (error instanceof TillrollError) return null;
    throw error;
  }
}
