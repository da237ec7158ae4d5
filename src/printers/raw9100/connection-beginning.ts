import { streamKind, type StreamKind } from "../../escpos/stream-kind.ts";
import { tokenize } from "../../escpos/tokenizer.ts";
import { meaningOf } from "../answers/command-meaning.ts";

/** Protocols whose clients have mistaken the port, and port scanners; all others may be documents for a printer. */
export const PROBES: ReadonlySet<StreamKind> = new Set([
  "a TLS handshake",
  "an HTTP request",
  "a SIP request",
  "an HTTP/2 connection",
  "an SSH connection",
  "a remote desktop connection",
  "an SMB connection",
  "a WebRTC connection",
]);

/** Wrappers of page printers. Port monitors send them alone; a driver's own data may stand in them. */
const WRAPPERS: ReadonlySet<StreamKind> = new Set(["a PJL job", "a job for a page printer (UEL)"]);

/** Bytes of the beginning that are looked at. */
export const BEGINNING_BYTES = 4096;

/** The longest beginning of a protocol of bytes that is no text: SMB, remote desktop, TLS, WebRTC. */
const BINARY_BYTES = 16;

/** Bytes: no port monitor sends so much of PJL, so that what is longer has a print in it. */
export const MOST_WRAPPER_BYTES = 8192;

const UEL = "\u001b%-12345X";
const ESC = 0x1b;
const PERCENT = 0x25;

/** The beginning of an HTTP request, as far as it has come, whatever its method. */
const REQUEST_LINE = /^[-!#$%&'*+.^_`|~0-9A-Za-z]+(?: \/| ?$)/;

/** Looks at the first bytes of a connection, until it is known whether they are for a printer. */
export class ConnectionBeginning {
  /** Whether it has been found what they are, or that they are nothing but a print. */
  isKnown = false;
  private looksLikePrint = false;

  /** Whether they may go on to a real printer, which would print the request of a browser. */
  get isSettled(): boolean {
    return this.isKnown || this.looksLikePrint;
  }

  /**
   * Looks again, because more has come.
   * @param bytes all of them, as far as they have come, {@link BEGINNING_BYTES} at most
   * @returns what they are besides ESC/POS: a probe, or a wrapper, in which something for a printer may stand
   */
  look(bytes: Uint8Array): StreamKind | undefined {
    this.isKnown = bytes.length === BEGINNING_BYTES || !mayBeOther(bytes);
    const beginning = this.isKnown && bytes.length < BEGINNING_BYTES ? undefined : beginningOf(bytes);
    if (beginning !== undefined) this.isKnown = true;
    else if (isLongEnough(bytes)) this.looksLikePrint = true;
    return beginning;
  }

  /** Nothing more has come for a while: a browser would have said more. */
  settle(): void {
    this.looksLikePrint = true;
  }
}

/** Whether anything to be kept stands in a stream beside UEL and the lines of PJL. */
export function hasPrintInWrapper(bytes: Uint8Array): boolean {
  const content = latin1(bytes)
    .replaceAll(UEL, "")
    .replace(/^[ \t]*@PJL[^\n]*\n?/gm, "");
  return tokenize(Buffer.from(content, "latin1")).some(
    (command) => !["request", "setting"].includes(meaningOf(command)),
  );
}

/** Whether the bytes can begin anything but a print at all; most prints cannot after their second byte. */
function mayBeOther(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if (first === undefined) return false;
  if (first === ESC) return second === undefined || second === PERCENT;
  if (first <= 0x03 || first === 0x16 || (first >= 0x40 && first <= 0x5a)) return true;
  return REQUEST_LINE.test(latin1(bytes));
}

function beginningOf(bytes: Uint8Array): StreamKind | undefined {
  const kind = streamKind(bytes);
  return kind !== undefined && (PROBES.has(kind) || WRAPPERS.has(kind)) ? kind : undefined;
}

/** Whether any other protocol would have shown itself by now: in a line of text, or in a few bytes. */
function isLongEnough(bytes: Uint8Array): boolean {
  const [first = 0] = bytes;
  if (first < 0x20) return bytes.length >= BINARY_BYTES;
  return bytes.some((byte) => byte < 0x20 && byte !== 0x0d);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
