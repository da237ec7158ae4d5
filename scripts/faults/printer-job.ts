import type { SeededRandom } from "./random.ts";

/**
 * How a host learns that its job is kept.
 * - `process-id`: it ends each job with a process-ID request (GS ( H function 48), over one connection.
 * - `close`: a connection for each job: it closes its sending side and waits for ours.
 * - `status`: it asks for the paper status in print order (GS r 1) behind each receipt, over one connection.
 * - `lpd`: the zero octet behind a data file (RFC 1179).
 * - `epos`: the answer to an ePOS-Print document.
 */
export type JobStyle = "process-id" | "close" | "status" | "lpd" | "epos";

/** One sending of a job, which its bytes name: a job that is sent again is another attempt. */
export interface Attempt {
  readonly number: number;
  readonly client: number;
  /** The job's place among its client's, from 0. */
  readonly job: number;
  readonly style: JobStyle;
  /** Counts the connections of all clients. */
  readonly connection: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the bytes, those that are to be on paper: a request at the end need not be kept. */
  readonly contentBytes: number;
  /** Bytes that the service has acknowledged. */
  acknowledgedBytes: number;
}

/** Where in a job its host asks for an answer. */
export interface JobText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentBytes: number;
  /** Offset past a paper status request in the middle of the receipt; 0 for none. */
  readonly questionAt: number;
}

const ATTEMPT_DIGITS = 8;
const INITIALISE = "\x1b@";
const HEADER = new RegExp(`^\\x1b@Attempt (\\d{${ATTEMPT_DIGITS}})\\n`);
const HEADER_BYTES = 2 + 8 + ATTEMPT_DIGITS + 1;

/** A process-ID request, before its ID: four characters, as the manual has it, from 20h to 7Eh. */
const REQUEST = "\x1d(H\x06\x0000";
const ID_LENGTH = 4;
const ID_CHARACTERS = 95;
/** Bytes of a process-ID request. */
export const REQUEST_BYTES = REQUEST.length + ID_LENGTH;

const PAPER_REQUEST = "\x1dr\x01";
const CUT = "\x1dV\x00";
/** Widest and highest picture of one GS v 0: 384 dots, and what Odoo sends. */
const ROW_BYTES = 48;
const MOST_ROWS = 255;

/** Bytes in pictures that would be answered, or would end the job, were they not in a picture. */
const LOOKS_LIKE_REQUESTS = [
  "\x10\x04\x01",
  "\x1dr\x01",
  "\x1dV\x00",
  "\x1d(H\x06\x0000abcd",
  INITIALISE,
  "\x1da\xff",
];

/** A receipt's text and pictures of about so many bytes. */
export function jobContent(random: SeededRandom, bytes: number): string {
  let content = `Coffee ${random.integer(1, 99)}.50\nTOTAL\n`;
  while (content.length + ROW_BYTES < bytes) {
    const rows = Math.min(MOST_ROWS, Math.floor((bytes - content.length) / ROW_BYTES));
    const dots = Buffer.from(random.bytes(rows * ROW_BYTES));
    const trap = random.pick(LOOKS_LIKE_REQUESTS) ?? "";
    if (dots.length > trap.length) dots.write(trap, random.integer(0, dots.length - trap.length), "latin1");
    content += `\x1dv0\x00${String.fromCharCode(ROW_BYTES, 0, rows, 0)}${dots.toString("latin1")}`;
  }
  return content;
}

/** A job's bytes for one attempt. @param asksInside whether it asks for the paper status in its middle too */
export function jobText(style: JobStyle, attempt: number, content: string, asksInside: boolean): JobText {
  const header = `${INITIALISE}Attempt ${String(attempt).padStart(ATTEMPT_DIGITS, "0")}\n`;
  const beginning = asksInside ? `${header}Before\n${PAPER_REQUEST}` : header;
  const receipt = `${beginning}${content}${CUT}`;
  const request = {
    "process-id": processIdRequest(attempt),
    status: PAPER_REQUEST,
    close: "",
    lpd: "",
    epos: "",
  };
  return {
    bytes: Uint8Array.from(Buffer.from(receipt + request[style], "latin1")),
    contentBytes: receipt.length,
    questionAt: asksInside ? beginning.length : 0,
  };
}

/** The attempt whose bytes begin here; `null` where none does. */
export function attemptAt(bytes: Uint8Array, offset: number): number | null {
  const beginning = Buffer.from(bytes.subarray(offset, offset + HEADER_BYTES)).toString("latin1");
  const header = HEADER.exec(beginning);
  return header === null ? null : Number(header[1]);
}

/**
 * A print with the command that its first job began with. A host that pauses behind it for longer than a job may rest, as on a
 * busy machine, leaves it in a job of its own, which prints nothing and is not stored.
 */
export function withBeginning(print: Uint8Array): Uint8Array {
  const whole = Buffer.concat([Buffer.from(INITIALISE, "latin1"), print]);
  return attemptAt(print, 0) === null && attemptAt(whole, 0) !== null ? whole : print;
}

/** Whether these bytes are an attempt's first ones, too few to tell which. */
export function isBeginningOfAttempt(bytes: Uint8Array): boolean {
  const whole = `${INITIALISE}Attempt ${"0".repeat(ATTEMPT_DIGITS)}\n`;
  const text = Buffer.from(bytes.subarray(0, HEADER_BYTES)).toString("latin1");
  return bytes.length < HEADER_BYTES && whole.startsWith(text.replaceAll(/\d/g, "0"));
}

/** The answer to an attempt's process-ID request. */
export function processIdAnswer(attempt: number): Uint8Array {
  return Buffer.from(`\x37\x22${processId(attempt)}\x00`, "latin1");
}

function processIdRequest(attempt: number): string {
  return `${REQUEST}${processId(attempt)}`;
}

/**
 * The attempt whose process-ID request a print begins with; `null` where it begins with none. A host that pauses before its
 * request for longer than a job may rest, as on a busy machine, has its receipt stored without it, and it comes before the next.
 */
export function requestAt(print: Uint8Array): number | null {
  const beginning = Buffer.from(print.subarray(0, REQUEST_BYTES)).toString("latin1");
  if (beginning.length < REQUEST_BYTES || !beginning.startsWith(REQUEST)) return null;
  const digits = Array.from(beginning.slice(REQUEST.length), (digit) => digit.charCodeAt(0) - 0x20);
  return digits.reduce((sum, digit) => sum * ID_CHARACTERS + digit);
}

function processId(attempt: number): string {
  const digits = Array.from(
    { length: ID_LENGTH },
    (_, place) => Math.floor(attempt / ID_CHARACTERS ** (ID_LENGTH - 1 - place)) % ID_CHARACTERS,
  );
  return String.fromCharCode(...digits.map((digit) => 0x20 + digit));
}

/** The same bytes in pieces of the given sizes. */
export function* piecesOf(bytes: Uint8Array, sizeOf: () => number): Generator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength;) {
    const to = Math.min(bytes.byteLength, from + Math.max(1, sizeOf()));
    yield bytes.subarray(from, to);
    from = to;
  }
}
