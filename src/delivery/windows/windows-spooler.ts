import { ptr } from "bun:ffi";
import { loadSpooler, type SpoolerLibrary } from "./spooler-functions.ts";
import { textAt, wideText } from "../../platform/wide-text.ts";

/*
 * The Windows spooler. Its calls wait for the spooler, and that for another machine where a printer is shared: they are
 * made in a Worker. Structures are those of 64 bits (winspool.h).
 */

/** PRINTER_ENUM_LOCAL and PRINTER_ENUM_CONNECTIONS. */
const ALL_PRINTERS = 0x2 | 0x4;

/** PRINTER_INFO_2W: where what is used stands in it. */
const PRINTER = {
  level: 2,
  bytes: 136,
  name: 8,
  share: 16,
  port: 24,
  driver: 32,
  attributes: 104,
  status: 124,
  jobs: 128,
};

/** JOB_INFO_1W. */
const JOB = { level: 1, statusText: 48, status: 56 };

/** DOC_INFO_1W: three addresses. */
const DOCUMENT_BYTES = 24;

/** JOB_CONTROL_DELETE. */
const DELETE_JOB = 5;

/** The most that a structure with its texts may have, bytes. */
const MAXIMUM_BYTES = 4 * 1024 * 1024;

/** A printer of the spooler. */
export interface WindowsPrinter {
  readonly name: string;
  readonly port: string;
  readonly driver: string;
  /** PRINTER_ATTRIBUTE_…, PRINTER_STATUS_… */
  readonly attributes: number;
  readonly status: number;
  readonly jobs: number;
}

/** A job of the spooler: JOB_STATUS_…, and what the driver says of it. */
export interface WindowsJob {
  readonly status: number;
  readonly text: string | null;
}

/** All printers of this machine, the shared ones that it is connected to among them. */
export function listWindowsPrinters(library: SpoolerLibrary = loadSpooler()): WindowsPrinter[] {
  const [needed, count] = [new Uint32Array(1), new Uint32Array(1)];
  const buffer = filled(
    (bytes, size) => library.EnumPrintersW(ALL_PRINTERS, null, PRINTER.level, bytes, size, needed, count),
    needed,
  );
  if (buffer === null) return [];
  return Array.from({ length: count[0] ?? 0 }, (_, index) => printerAt(buffer, index * PRINTER.bytes));
}

/** How a printer is; `null` when there is none of that name, or its machine does not answer. */
export function readWindowsPrinter(
  name: string,
  library: SpoolerLibrary = loadSpooler(),
): WindowsPrinter | null {
  return withPrinter(library, name, (handle) => {
    const needed = new Uint32Array(1);
    const buffer = filled(
      (bytes, size) => library.GetPrinterW(handle, PRINTER.level, bytes, size, needed),
      needed,
    );
    return buffer === null ? null : printerAt(buffer, 0);
  });
}

/** What came of handing a job over; `none` when the spooler has not taken any of it, `part` when it was taken back. */
export type WindowsSubmission = { readonly job: number } | "none" | "part";

/** Hands a job over, byte for byte. @param title what the spooler calls it */
export function submitToWindows(
  name: string,
  job: Uint8Array,
  title: string,
  library: SpoolerLibrary = loadSpooler(),
): WindowsSubmission {
  const submitted = withPrinter(library, name, (handle): WindowsSubmission => {
    const number = library.StartDocPrinterW(handle, 1, documentOf(title));
    if (number === 0) return "none";
    library.StartPagePrinter(handle);
    if (!writeAll(library, handle, job)) {
      library.AbortPrinter(handle);
      return "part";
    }
    library.EndPagePrinter(handle);
    return library.EndDocPrinter(handle) === 0 ? "part" : { job: number };
  });
  return submitted ?? "none";
}

/** How a job is; `null` when the spooler does not have it any more: it deletes what was printed. */
export function readWindowsJob(
  name: string,
  job: number,
  library: SpoolerLibrary = loadSpooler(),
): WindowsJob | "unreachable" | null {
  const read = withPrinter(library, name, (handle) => {
    const needed = new Uint32Array(1);
    const buffer = filled(
      (bytes, size) => library.GetJobW(handle, job, JOB.level, bytes, size, needed),
      needed,
    );
    if (buffer === null) return { found: null };
    return { found: { status: buffer.readUInt32LE(JOB.status), text: textAt(buffer, JOB.statusText) } };
  });
  return read === null ? "unreachable" : read.found;
}

/** Takes a job out of the spooler. @returns whether it did */
export function deleteWindowsJob(
  name: string,
  job: number,
  library: SpoolerLibrary = loadSpooler(),
): boolean {
  return (
    withPrinter(library, name, (handle) => library.SetJobW(handle, job, 0, null, DELETE_JOB) !== 0) ?? false
  );
}

/** DOC_INFO_1W with its texts behind it: the title, no output file, the type of the data. */
function documentOf(title: string): Buffer {
  const [titleText, type] = [wideText(title), wideText("RAW")];
  const document = Buffer.concat([Buffer.alloc(DOCUMENT_BYTES), titleText, type]);
  const texts = BigInt(ptr(document)) + BigInt(DOCUMENT_BYTES);
  document.writeBigUInt64LE(texts, 0);
  document.writeBigUInt64LE(texts + BigInt(titleText.length), 16);
  return document;
}

function writeAll(library: SpoolerLibrary, handle: bigint, job: Uint8Array): boolean {
  const written = new Uint32Array(1);
  for (let offset = 0; offset < job.length; offset += written[0] ?? 0) {
    const rest = job.subarray(offset);
    if (library.WritePrinter(handle, rest, rest.length, written) === 0 || written[0] === 0) return false;
  }
  return true;
}

/** @returns what `use` gives; `null` when there is no such printer */
function withPrinter<Result>(
  library: SpoolerLibrary,
  name: string,
  use: (handle: bigint) => Result,
): Result | null {
  const handle = new BigUint64Array(1);
  const text = wideText(name);
  if (library.OpenPrinterW(text, handle, null) === 0) return null;
  try {
    return use(handle[0] ?? 0n);
  } finally {
    library.ClosePrinter(handle[0] ?? 0n);
  }
}

/**
 * Calls a function that fills a buffer: first without one, to be told its size.
 * @param needed where the call says how many bytes it needs
 * @returns the buffer; `null` when there is nothing
 */
function filled(call: (buffer: Buffer | null, bytes: number) => number, needed: Uint32Array): Buffer | null {
  call(null, 0);
  // What is to be told may grow between two calls.
  for (let attempt = 0; attempt < 3; attempt++) {
    const bytes = needed[0] ?? 0;
    if (bytes === 0 || bytes > MAXIMUM_BYTES) return null;
    const buffer = Buffer.alloc(bytes);
    if (call(buffer, bytes) !== 0) return buffer;
  }
  return null;
}

function printerAt(buffer: Buffer, offset: number): WindowsPrinter {
  const number = (at: number) => buffer.readUInt32LE(offset + at);
  const text = (at: number) => textAt(buffer, offset + at) ?? "";
  return {
    name: text(PRINTER.name),
    port: text(PRINTER.port),
    driver: text(PRINTER.driver),
    attributes: number(PRINTER.attributes),
    status: number(PRINTER.status),
    jobs: number(PRINTER.jobs),
  };
}
