import { streamKind, type StreamKind } from "../../escpos/stream-kind.ts";
import { tokenize } from "../../escpos/tokenizer.ts";
import { meaningOf } from "../answers/command-meaning.ts";

/** Protocols whose clients have mistaken the port, and port scanners; all others may be documents for a printer. */
const PROBES: ReadonlySet<StreamKind> = new Set([
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
export const PROBE_BYTES = 4096;

const UEL = "\u001b%-12345X";

/** What the beginning of a connection is besides ESC/POS. */
export interface Beginning {
  /** `probe`: nothing for a printer. `wrapper`: PJL, in which something for a printer may stand. */
  readonly is: "probe" | "wrapper";
  readonly kind: StreamKind;
}

/** Whether the first bytes can be the beginning of one of these at all; most prints cannot after their second byte. */
export function mayBeProbe(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if (first === undefined) return false;
  if (first === ESC) return second === undefined || second === PERCENT;
  return first <= 0x03 || first === 0x16 || (first >= 0x40 && first <= 0x5a) || mayBeMethod(bytes);
}

/** Whether the first bytes can be those of an HTTP request whose method is none of the usual ones. */
function mayBeMethod(bytes: Uint8Array): boolean {
  const end = bytes.findIndex((byte) => TOKEN[byte] !== 1);
  if (end < 0) return true;
  return end > 0 && bytes[end] === SPACE && (end + 1 === bytes.length || bytes[end + 1] === SLASH);
}

const ESC = 0x1b;
const PERCENT = 0x25;
const SPACE = 0x20;
const SLASH = 0x2f;

/** 1 for each byte that a method may have. */
const TOKEN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[-!#$%&'*+.^_`|~0-9A-Za-z]/.test(String.fromCharCode(byte))),
);

/** Looks at the first bytes of a connection; `undefined` for what may be a print. */
export function beginningOf(bytes: Uint8Array): Beginning | undefined {
  const kind = streamKind(bytes);
  if (kind === undefined) return undefined;
  if (PROBES.has(kind)) return { is: "probe", kind };
  return WRAPPERS.has(kind) ? { is: "wrapper", kind } : undefined;
}

/** Whether anything to be kept stands in a stream beside UEL and the lines of PJL. */
export function hasPrintInWrapper(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const content = text.replaceAll(UEL, "").replace(/^[ \t]*@PJL[^\n]*\n?/gm, "");
  for (const command of tokenize(Buffer.from(content, "latin1"))) {
    const meaning = meaningOf(command);
    if (meaning !== "request" && meaning !== "setting") return true;
  }
  return false;
}
