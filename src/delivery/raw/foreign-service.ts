/** How services that are no printer begin to answer, one character a byte, and what they are. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = (
  [
    // RFC 9112, section 4.
    [String.raw`HTTP\/\d`, "a web server"],
    [String.raw`\s*<(?:!DOCTYPE|html|\?xml)`, "a web server"],
    // SETTINGS, with which HTTP/2 begins (RFC 9113, section 3.4).
    [String.raw`\u0000\u0000[\s\S]\u0004\u0000\u0000{4}`, "a web server"],
    // An alert of TLS (RFC 8446, section 5.1).
    [String.raw`\u0015\u0003[\u0000-\u0004]\u0000\u0002`, "a server that wants TLS"],
    [String.raw`SSH-\d`, "an SSH server"],
    // RFC 5321, section 4.2, and RFC 959, section 4.2.
    [String.raw`220[ -]`, "a mail or FTP server"],
    // RFC 6143, section 7.1.1.
    [String.raw`RFB \d{3}\.\d{3}`, "a remote desktop (VNC)"],
  ] as const
).map(([beginning, service]) => [new RegExp(`^(?:${beginning})`, "i"), service]);

/** Bytes of an answer that are looked at. */
const LOOKED_AT_BYTES = 16;

/** What is to be done about a service that is no printer. @param service with its article */
export function isNoPrinter(service: string): string {
  return `What answers at its address is ${service}, and no printer. Give the printer's own address.`;
}

/** The first bytes that come over a connection to a printer: those of another service are taken for no status. */
export class FirstAnswer {
  private first = "";

  /**
   * Takes what has come.
   * @returns what answers, where it is no printer, with its article
   */
  take(bytes: Uint8Array): string | null {
    const missing = LOOKED_AT_BYTES - this.first.length;
    if (missing <= 0) return null;
    this.first += Buffer.from(bytes.subarray(0, missing)).toString("latin1");
    return BEGINNINGS.find(([beginning]) => beginning.test(this.first))?.[1] ?? null;
  }
}
