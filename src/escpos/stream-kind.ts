import { ESCPOS } from "./commands/escpos-dialect.ts";
import { Scanner } from "./scanner.ts";

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

/** Letters behind ESC GS of Star PRNT and Star Line: justification, code page, QR code, page mode, text. */
const STAR_ESC_GS = new Set(Buffer.from("atyxPSAR#)("));
/** Letters behind ESC RS: font, status, colour, emphasis, image. */
const STAR_ESC_RS = new Set(Buffer.from("FaCEdAIrzL"));
/** Letters behind ESC * r of Star raster mode; ESC * has no mode 72h on ESC/POS printers. */
const STAR_RASTER = new Set(Buffer.from("ABRCDEFPQTYKetm"));

const STAR_OPCODES = ["\x1b\x1d", "\x1b\x1e", "\x1b*r"];

/** Commands looked at for those of Star, which any stream for a Star printer has near its start. */
const COMMANDS_LOOKED_AT = 200;

/**
 * What a stream is, if it is not ESC/POS: another protocol that reached the printer's port, a job for
 * another kind of printer, or Star's own commands. Looks at the beginning only; never throws.
 */
export function streamKind(bytes: Uint8Array): StreamKind | undefined {
  // The usual print begins with ESC @ or with text, and is not looked at any further.
  if (!(bytes[0] === 0x1b && bytes[1] === 0x40)) {
    const beginning = beginningOf(bytes).toString("latin1");
    for (const [pattern, kind] of BEGINNINGS) if (pattern.test(beginning)) return kind;
  }
  return mayBeStar(bytes) ? starKind(bytes) : undefined;
}

function beginningOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, Math.min(length, BEGINNING_BYTES));
}

function mayBeStar(bytes: Uint8Array): boolean {
  const beginning = beginningOf(bytes);
  return STAR_OPCODES.some((opcode) => beginning.includes(opcode));
}

function starKind(bytes: Uint8Array): StreamKind | undefined {
  const scanner = new Scanner(ESCPOS, bytes, 0, bytes.length);
  for (let count = 0; count < COMMANDS_LOOKED_AT; count++) {
    const command = scanner.next(true);
    if (command === undefined) return undefined;
    const [first, second = 0, third = 0, fourth = 0] = bytes.subarray(command.offset, command.offset + 4);
    if (first !== 0x1b) continue;
    if (command.kind === "command" && second === 0x2a && third === 0x72 && STAR_RASTER.has(fourth))
      return "Star raster commands";
    if (command.kind !== "unknown") continue;
    const letters = second === 0x1d ? STAR_ESC_GS : second === 0x1e ? STAR_ESC_RS : undefined;
    if (letters?.has(third) === true) return "Star PRNT or Star Line commands";
  }
  return undefined;
}
