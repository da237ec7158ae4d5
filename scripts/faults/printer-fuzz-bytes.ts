import { FUZZ_RECEIPTS } from "../../test/escpos/fuzz-receipts.ts";
import { jobContent } from "./printer-job.ts";
import type { SeededRandom } from "./random.ts";

/** The protocols that are fuzzed. */
export const FUZZED_PROTOCOLS = ["raw", "lpd", "epos", "ipp"] as const;

export type FuzzedProtocol = (typeof FUZZED_PROTOCOLS)[number];

/** The name of the printer that is fuzzed. */
export const FUZZED_PRINTER = "fuzzed";

const EPOS_ELEMENTS = [
  '<text lang="ja" align="center" font="font_b" dw="true" smooth="true">合計 &amp; ¥1,200&#10;</text>',
  '<text reverse="true" ul="1" em="true" color="color_2" x="65535">Total\n</text>',
  '<feed line="3"/><feed unit="255" pos="next"/>',
  '<image width="16" height="8" color="color_1" mode="mono">AAEAAQABAAEAAQABAAEAAQ==</image>',
  '<image width="8" height="2" mode="gray16">ASNFZ4mrze8=</image>',
  '<barcode type="code128" hri="below" width="3" height="60">{BNo.123</barcode>',
  '<symbol type="qrcode_model_2" level="level_h" width="6">https://example.com/</symbol>',
  '<symbol type="pdf417_standard" level="level_4" width="3" height="3" size="0">1234</symbol>',
  '<page><area x="0" y="0" width="200" height="300"/><direction dir="top_to_bottom"/><text>in</text><line x1="0" y1="0" x2="9" y2="9"/></page>',
  '<hline x1="0" x2="500" style="thin"/><vline-begin x="9"/><vline-end x="9"/>',
  '<cut type="feed"/><pulse drawer="drawer_2" time="pulse_300"/><sound pattern="pattern_c" repeat="2"/>',
  '<layout type="receipt" width="580"/><logo key1="48" key2="49"/><recovery/><reset/>',
  "<command>1b401b2a2103001d6b</command>",
];

const REQUESTS = [
  "\x10\x04\x01",
  "\x10\x04\x14",
  "\x10\x05\x01",
  "\x10\x14\x08\x01\x03\x14\x01\x06\x02\x08",
  "\x1dI\x42",
];
const MORE_REQUESTS = [
  "\x1dr\x01",
  "\x1da\xff",
  "\x1d(H\x06\x0000abcd",
  "\x1d(L\x02\x000\x33",
  "\x1d(C\x05\x00\x003AB",
];
/** Beginnings of what is not for a printer. */
const STRANGERS = [
  "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "\x1b%-12345X@PJL INFO STATUS\r\n",
  "SSH-2.0-scan\r\n",
  "%!PS-Adobe-3.0\n",
];
/** Bytes on which parsers turn: lengths at their ends, and what begins or ends things. */
const TURNING_POINTS = [
  "\x00",
  "\xff\xff\xff\xff",
  "\x7f\xff",
  "\n",
  "\x1b",
  "\x1d(",
  "\x1d8L",
  "<",
  "&#x",
  "]]>",
  "\x03",
];

/** Bytes for a protocol: a well-formed exchange, mutated more or less, or noise. */
export function fuzzBytes(protocol: FuzzedProtocol, random: SeededRandom): Uint8Array<ArrayBuffer> {
  if (random.happens(0.05)) return random.bytes(random.integer(1, 20_000));
  const seed = Buffer.from(
    random.happens(0.03) ? (random.pick(STRANGERS) ?? "") : wellFormed(protocol, random),
    "latin1",
  );
  return random.happens(0.15) ? Uint8Array.from(seed) : mutated(seed, random);
}

/** The whole request of a protocol that goes over HTTP, its headers mutated at times. */
export function fuzzRequest(protocol: "epos" | "ipp", random: SeededRandom): Uint8Array<ArrayBuffer> {
  const body = fuzzBytes(protocol, random);
  const path =
    protocol === "epos"
      ? "/cgi-bin/epos/service.cgi?devid=local_printer&timeout=10000"
      : `/ipp/print/${FUZZED_PRINTER}`;
  const type = protocol === "epos" ? "text/xml; charset=utf-8" : "application/ipp";
  const length = random.happens(0.9) ? body.length : random.integer(0, 2 * body.length);
  const head = Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`,
  );
  return Uint8Array.from(Buffer.concat([random.happens(0.1) ? mutated(head, random) : head, body]));
}

/** A well-formed exchange, as latin1 text. */
function wellFormed(protocol: FuzzedProtocol, random: SeededRandom): string {
  switch (protocol) {
    case "raw":
      return rawStream(random);
    case "lpd":
      return lpdStream(random);
    case "epos":
      return eposDocument(random);
    case "ipp":
      return ippMessage(random);
  }
}

function rawStream(random: SeededRandom): string {
  const parts = Array.from({ length: random.integer(1, 6) }, () => {
    const kind = random.next();
    if (kind < 0.4) return random.pick(REQUESTS) ?? "";
    if (kind < 0.6) return random.pick(MORE_REQUESTS) ?? "";
    if (kind < 0.7) return jobContent(random, random.integer(100, 8000));
    return Buffer.from(random.pick(FUZZ_RECEIPTS)?.[1] ?? []).toString("latin1");
  });
  return `\x1b@${parts.join("")}\x1dV\x00`;
}

function lpdStream(random: SeededRandom): string {
  const command = random.integer(1, 6);
  const queue = `${String.fromCharCode(command === 6 ? 2 : command)}${FUZZED_PRINTER} user 17\n`;
  if (command !== 2 && command !== 6) return queue;
  const data = rawStream(random);
  const control = "Hpos\nPuser\nJreceipt\nldfA001pos\nUdfA001pos\nNreceipt.bin\n";
  const declared = random.pick([data.length, data.length, 0, 2_147_483_647, 999_999_999_999, -1]) ?? 0;
  const files = [`\x02${control.length} cfA001pos\n${control}\x00`, `\x03${declared} dfA001pos\n${data}\x00`];
  return (
    queue +
    (random.happens(0.5) ? files : files.toReversed()).join("") +
    (random.happens(0.1) ? "\x01\n" : "")
  );
}

function eposDocument(random: SeededRandom): string {
  const elements = Array.from({ length: random.integer(0, 8) }, () => random.pick(EPOS_ELEMENTS)).join("");
  const id = random.happens(0.3)
    ? `<s:Header><parameter><printjobid>job${random.integer(1, 50)}</printjobid></parameter></s:Header>`
    : "";
  const document =
    `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${id}<s:Body>` +
    `<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">${elements}</epos-print></s:Body></s:Envelope>`;
  return Buffer.from(document).toString("latin1");
}

/** Operations of IPP: Print-Job, Validate-Job, Create-Job, Send-Document, Get-Jobs, Get-Printer-Attributes, one unknown. */
const IPP_OPERATIONS = [0x0002, 0x0004, 0x0005, 0x0006, 0x0009, 0x000a, 0x000b, 0x4001];

function ippMessage(random: SeededRandom): string {
  const operation = random.pick(IPP_OPERATIONS) ?? 0;
  const text = (tag: number, name: string, value: string) =>
    String.fromCharCode(tag, 0, name.length) +
    name +
    String.fromCharCode(value.length >> 8, value.length & 0xff) +
    value;
  const attributes = [
    text(0x47, "attributes-charset", "utf-8"),
    text(0x48, "attributes-natural-language", "en"),
    text(0x45, "printer-uri", `ipp://127.0.0.1/ipp/print/${FUZZED_PRINTER}`),
    text(0x42, "requesting-user-name", "user"),
    text(0x42, "job-name", "receipt"),
    text(0x49, "document-format", "application/octet-stream"),
    text(0x21, "job-id", "\x00\x00\x00\x01"),
    text(0x44, "requested-attributes", "all"),
    text(0x22, "last-document", "\x01"),
    text(0x34, "media-col", "") +
      text(0x4a, "", "x-dimension") +
      text(0x21, "", "\x00\x00\x1f\x40") +
      text(0x37, "", ""),
  ].filter((_attribute, index) => index < 3 || random.happens(0.7));
  const document = [2, 6].includes(operation) ? rawStream(random) : "";
  return `\x02\x00${String.fromCharCode(0, operation)}\x00\x00\x00\x01\x01${attributes.join("")}\x03${document}`;
}

/** Some bytes changed, taken away, put in or repeated. */
function mutated(seed: Uint8Array, random: SeededRandom): Uint8Array<ArrayBuffer> {
  let bytes = Uint8Array.from(seed);
  const changes = Math.ceil(16 ** random.next());
  for (let change = 0; change < changes; change++) {
    const [from, to] = [random.integer(0, bytes.length), random.integer(0, bytes.length)].toSorted(
      (a, b) => a - b,
    );
    const [start, end] = [from ?? 0, Math.min(to ?? 0, (from ?? 0) + 2000)];
    switch (random.integer(0, 5)) {
      case 0:
        if (bytes.length > 0) bytes[Math.min(start, bytes.length - 1)] = random.integer(0, 255);
        break;
      case 1:
        bytes = joined(bytes.subarray(0, start), bytes.subarray(end));
        break;
      case 2:
        bytes = joined(bytes.subarray(0, end), bytes.subarray(start));
        break;
      case 3:
        bytes = joined(bytes.subarray(0, start), random.bytes(random.integer(1, 64)), bytes.subarray(start));
        break;
      case 4:
        bytes = joined(
          bytes.subarray(0, start),
          Buffer.from(random.pick(TURNING_POINTS) ?? "", "latin1"),
          bytes.subarray(start),
        );
        break;
      case 5:
        if (random.happens(0.3)) bytes = bytes.subarray(0, end);
        break;
    }
  }
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts));
}
