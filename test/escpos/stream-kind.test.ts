import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decode } from "../../src/escpos/escpos.ts";
import { streamKind } from "../../src/escpos/stream-kind.ts";
import { bytes, ESC, FS, GS, sampleReceipt, type BytePart } from "./bytes.ts";

test.each([
  ["a TLS handshake", "\x16\x03\x01\x02\x00\x01"],
  ["an HTTP request", "GET / HTTP/1.1\r\nHost: printer\r\n\r\n"],
  ["an HTTP request", "POST /ipp/print HTTP/1.1\r\n"],
  ["an HTTP request", `POST /${"a".repeat(1999)} HTTP/1.1\r\n`],
  ["an HTTP request", `POST /${"a".repeat(100_000)} HTTP/1.1\r\n\r\n\x1bp\x002\xfa`],
  ["an HTTP request", "PROPFIND / HTTP/1.1\r\nHost: rebind.example\r\n\r\n\x1bp\x002\xfa"],
  ["an HTTP request", "print /x HTTP/1.1\r\nHost: rebind.example\r\n\r\n\x1bp\x002\xfa"],
  ["an HTTP request", `!-~${"x".repeat(5000)} / HTTP/1.1\r\n\r\n\x1bp\x002\xfa`],
  ["an HTTP request", `${"x".repeat(2000)} /${"y".repeat(5000)} HTTP/1.1\r\n\r\n\x1bp\x002\xfa`],
  ["a SIP request", "OPTIONS sip:nm SIP/2.0\r\n"],
  ["an SSH connection", "SSH-2.0-OpenSSH_9.2\r\n"],
  ["a remote desktop connection", "\x03\x00\x00\x13\x0e\xe0\x00\x00"],
  ["a WebRTC connection", "\x00\x03\x00\x08!\x12\xa4BgPzwdbSfHn/k\x00\x19\x00\x04\x11\x00\x00\x00"],
  [
    "a WebRTC connection",
    `\x01\x58\x00\x01\x01\x44!\x12\xa4BQAj5nbzzBqKt\x00\x06\x00\xff${"BUYNOW".repeat(40)}`,
  ],
  ["a PJL job", "\x1b%-12345X@PJL SET COPIES=1\r\n"],
  ["a PJL job", "@PJL INFO ID\r\n"],
  ["a job for a page printer (UEL)", "\x1b%-12345X\x1bE"],
  ["PostScript", "\x04%!PS-Adobe-3.0\n"],
  ["a PDF document", "%PDF-1.7\n"],
  ["an XML or HTML document", '<?xml version="1.0"?><epos-print/>'],
  ["PCL", "\x1bE\x1b&l0O"],
  ["ZPL, a label", "\n^XA^FO50,50^FDHi^FS^XZ"],
  ["ZPL, a label", "~SD15~TA000\n^XA^PW400"],
  ["CPCL, a label", "! 0 200 200 210 1\r\nTEXT 4 0 30 40 Hi\r\n"],
  ["TSPL, a label", "SIZE 40 mm,30 mm\r\nGAP 2 mm,0\r\n"],
  ["a PNG image", "\x89PNG\r\n\x1a\n"],
] as [string, BytePart][])("%s", (kind, stream) => {
  expect(streamKind(bytes(stream))).toBe(kind);
  const receipt = decode(bytes(stream), { columns: 48 });
  expect(receipt.notes).toEqual([`this is ${kind}, not ESC/POS`]);
  expect(receipt.pieces).toMatchObject([{ kind: "placeholder" }]);
});

describe("ESC/POS is taken for nothing else", () => {
  test.each([
    ["a receipt", sampleReceipt()],
    ["text", "GET YOUR FREE COFFEE\nSIZE 40 SHOES\n% off\n"],
    ["a switch of user-defined characters", [ESC, 0x25, 0x2d, 0x31]],
    ["emphasis, then upper case", "\x1bE\x01Total"],
    ["an image with Star's opcodes in it", [GS, 0x76, 0x30, 0, 4, 0, 1, 0, ESC, 0x1d, 0x61, 0x41]],
    ["an unknown command", [ESC, 0x1d, 0x0a, FS, 0x00]],
    ["nothing", ""],
  ] as [string, BytePart][])("%s", (_title, stream) => {
    expect(streamKind(bytes(stream))).toBeUndefined();
  });
});

test("any bytes have a kind or none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (stream) => {
      expect(typeof streamKind(stream)).toMatch(/string|undefined/);
    }),
    { seed: 20_261_120, numRuns: 500 },
  );
});
