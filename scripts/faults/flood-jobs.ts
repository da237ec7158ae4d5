import { encodeMessage } from "../../src/printers/ipp/codec/encode.ts";
import { GROUP } from "../../src/printers/ipp/codec/tags.ts";
import * as is from "../../src/printers/ipp/codec/values.ts";
import { OPERATION } from "../../src/printers/ipp/codes.ts";
import type { PrinterPlace } from "./printer-client.ts";

/** Documents as large as the one that slowed others down. */
const TEXT_BYTES = 8_000_000;
const FEEDS = 90_000;
const RAW_JOB_BYTES = 1_000_000;

/** What every job of a flood, and of those beside it, holds once: by it the print is found again. */
export const MARKER = /marker-[0-9a-f-]{36}/g;

export function newMarker(): string {
  return `marker-${crypto.randomUUID()}`;
}

/** Commands that take a printer's service long: to split, to answer, to keep. */
const SLOW_COMMANDS = ["\x1dI\x41", "\x1b@", "a\n", "\x10\x04\x01", "\x1dr\x01", "\x1dV\x00"];

/** A raw job that ends with its marker. */
export function rawJob(number: number, marker: string): Uint8Array {
  const command = SLOW_COMMANDS[number % SLOW_COMMANDS.length] ?? "\n";
  const body = command.repeat(RAW_JOB_BYTES / command.length);
  return Buffer.from(`\x1b@${body}\n${marker}\n`, "latin1");
}

/** A request of ePOS-Print, with all of HTTP around it. */
export function eposRequest(number: number, marker: string): Uint8Array {
  const content =
    number % 2 === 0 ? `<text>${"éжa한 ".repeat(TEXT_BYTES / 9)}</text>` : '<feed line="255"/>'.repeat(FEEDS);
  return httpRequest(
    "/cgi-bin/epos/service.cgi?devid=local_printer&timeout=10000",
    "text/xml; charset=utf-8",
    Buffer.from(
      `<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>${marker}\n</text>${content}</epos-print>`,
    ),
  );
}

/** An IPP request: of a huge document, or of as many attributes as are taken. */
export function ippRequest({ name }: PrinterPlace, number: number, marker: string): Uint8Array {
  const many = number % 2 === 0 ? 0 : 9000;
  const attributes = [
    is.attribute("attributes-charset", is.charset("utf-8")),
    is.attribute("attributes-natural-language", is.naturalLanguage("en")),
    is.attribute("printer-uri", is.uri(`ipp://localhost/ipp/print/${name}`)),
    is.attribute("job-name", is.name(marker)),
    ...Array.from({ length: many }, (_, index) => is.attribute(`a${index}`, is.integer(index))),
  ];
  const head = encodeMessage({
    version: { major: 1, minor: 1 },
    code: OPERATION.printJob,
    requestId: 1,
    groups: [{ tag: GROUP.operation, attributes }],
  });
  const document = Buffer.from(`${marker}\n${"a\n".repeat(many > 0 ? 100 : TEXT_BYTES / 2)}`);
  return httpRequest(`/ipp/print/${name}`, "application/ipp", Buffer.concat([head, document]));
}

/** A create of base64 in JSON, as large as can be. */
export function jsonRequest(workspacePath: string, token: string, marker: string): Uint8Array {
  const raw = Buffer.alloc(10_000_000, `${marker}\n`).toString("base64");
  return httpRequest(
    `${workspacePath}/prints/json`,
    "application/json",
    Buffer.from(JSON.stringify({ raw })),
    token,
  );
}

/** Asks for a preview. */
export function previewRequest(path: string, token: string): Uint8Array {
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
}

function httpRequest(path: string, type: string, body: Uint8Array, token?: string): Uint8Array {
  const authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
  const head =
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${authorization}` +
    `Content-Length: ${body.byteLength}\r\nConnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
