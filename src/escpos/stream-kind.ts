/** A stream that is not ESC/POS, in words for the receipt. */
export type StreamKind = string;

/** ESC, and the bytes of other protocols that a pattern may not spell out. */
const ESC = String.raw`\u001b`;

/** A character of a method (RFC 9110, section 5.6.2). */
const TOKEN = "[-!#$%&'*+.^_`|~0-9A-Za-z]";

/** How the streams of other protocols and languages begin; one character a byte. */
const BEGINNINGS: readonly (readonly [RegExp, StreamKind])[] = (
  [
    [String.raw`\u0016\u0003[\u0000-\u0004]`, "a TLS handshake"],
    [
      // A web page chooses how long its address is: the end of the line need not be among the bytes looked at.
      String.raw`(?:GET|POST|PUT|HEAD|OPTIONS|DELETE|PATCH|TRACE|CONNECT) (?:\S{1,2000} (?:HTTP|RTSP)\/\d|\S{2001})`,
      "an HTTP request",
    ],
    [
      // It chooses the method too where the browser takes the printer for the page's own server.
      String.raw`${TOKEN}{1,2000} \/(?:\S{0,2000} HTTP\/\d|\S{2001})|${TOKEN}{2001}`,
      "an HTTP request",
    ],
    [String.raw`(?:OPTIONS|REGISTER|INVITE) sips?:`, "a SIP request"],
    [String.raw`PRI \* HTTP\/2`, "an HTTP/2 connection"],
    [String.raw`SSH-\d`, "an SSH connection"],
    [String.raw`\u0003\u0000\u0000[\s\S]{2}\u00e0`, "a remote desktop connection"],
    [String.raw`\u0000\u0000[\s\S]{2}[\u00fe\u00ff]SMB`, "an SMB connection"],
    [
      // STUN (RFC 8489), behind its length where it looks for a way to a peer (RFC 6544). Any web page has its browser
      // send it to any port of the network, and chooses up to 512 characters in it.
      String.raw`(?:[\u0000-\u0003][\s\S])?\u0000[\u0001\u0003][\s\S]{2}!\u0012\u00a4B`,
      "a WebRTC connection",
    ],
    [`(?:${ESC}%-12345X\\s*)*@PJL\\s`, "a PJL job"],
    [`${ESC}%-12345X`, "a job for a page printer (UEL)"],
    [String.raw`[\u0004\s]*%!PS`, "PostScript"],
    [String.raw`\s*%PDF-\d`, "a PDF document"],
    [
      String.raw`(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml|<!DOCTYPE |<html|<svg|<epos-print)`,
      "an XML or HTML document",
    ],
    [String.raw`\) HP-PCL XL`, "PCL XL"],
    [`${ESC}E${ESC}[&*(]`, "PCL"],
    [String.raw`UNIRAST\u0000|RaS[23t]`, "a raster of a page printer"],
    [String.raw`[\s\u0002]*(?:~[A-Z]{2}[^~^]{0,200})*\^XA`, "ZPL, a label"],
    [String.raw`\s*! \d+ \d+ \d+ \d+ \d+\s`, "CPCL, a label"],
    [String.raw`\s*SIZE \d[^\n]*\n\s*(?:GAP|BLINE|DIRECTION|REFERENCE|CLS|DENSITY|SPEED)\b`, "TSPL, a label"],
    [String.raw`\u0089PNG\r\n`, "a PNG image"],
    [String.raw`\u00ff\u00d8\u00ff`, "a JPEG image"],
    [String.raw`GIF8[79]a`, "a GIF image"],
    [String.raw`PK\u0003\u0004`, "a ZIP archive"],
  ] as const
).map(([pattern, kind]) => [new RegExp(`^(?:${pattern})`), kind]);

/** Bytes that any of the beginnings may need. */
const BEGINNING_BYTES = 4096;

/**
 * What a stream is, if it is for no receipt printer: another protocol that reached the printer's port, or a job for
 * another kind of printer. Looks at the beginning only; never throws.
 */
export function streamKind(bytes: Uint8Array): StreamKind | undefined {
  // The usual print begins with ESC @ or with text, and is not looked at any further.
  if (bytes[0] === 0x1b && bytes[1] === 0x40) return undefined;
  const beginning = beginningOf(bytes).toString("latin1");
  return BEGINNINGS.find(([pattern]) => pattern.test(beginning))?.[1];
}

function beginningOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, Math.min(length, BEGINNING_BYTES));
}
