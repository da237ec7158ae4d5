import { type Beginning, beginningOf, mayBeProbe, PROBE_BYTES } from "./probe.ts";

/** The longest beginning of a protocol of bytes that is no text: SMB, remote desktop, TLS, WebRTC. */
const BINARY_BYTES = 16;

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
   * @param bytes all of them, as far as they have come, {@link PROBE_BYTES} at most
   * @param isSettling whether to decide as soon as can be, for what looks like a print
   */
  look(bytes: Uint8Array, isSettling: boolean): Beginning | undefined {
    this.isKnown = bytes.length === PROBE_BYTES || !mayBeProbe(bytes);
    const beginning = this.isKnown && bytes.length < PROBE_BYTES ? undefined : beginningOf(bytes);
    if (beginning !== undefined) this.isKnown = true;
    else if (isSettling && isLongEnough(bytes)) this.looksLikePrint = true;
    return beginning;
  }

  /** Nothing more has come for a while: a browser would have said more. */
  settle(): void {
    this.looksLikePrint = true;
  }
}

/** Whether any other protocol would have shown itself by now: in a line of text, or in a few bytes. */
function isLongEnough(bytes: Uint8Array): boolean {
  const [first = 0] = bytes;
  if (first < 0x20) return bytes.length >= BINARY_BYTES;
  return bytes.some((byte) => byte < 0x20 && byte !== 0x0d);
}
