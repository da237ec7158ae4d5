import { encodeMessage } from "../../src/ipp/encode.ts";
import { GROUP } from "../../src/ipp/tags.ts";
import * as is from "../../src/ipp/values.ts";
import { OPERATION } from "../../src/ipp/codes.ts";
import { MESSAGE_LIMITS } from "../../src/ipp/message-limits.ts";
import type { PrinterPlace } from "./printer-client.ts";

/** Documents as large as the one that slowed others down. */
const TEXT_BYTES = 8_000_000;
const FEEDS = 90_000;
const RAW_JOB_BYTES = 1_000_000;
const JSON_BYTES = 10_000_000;
/** As many as are taken. */
const MOST_ATTRIBUTES = MESSAGE_LIMITS.values - 10;

/** What every job of a flood, and of those beside it, holds once: by it the print is found again. */
export const MARKER = /marker-[0-9a-f-]{36}/g;

export function newMarker(): string {
  return `marker-${crypto.randomUUID()}`;
}

/** Commands that take a printer's service long: to split, to answer, to keep. */
const SLOW_COMMANDS = ["\x1dI\x41", "\x1b@", "a\n", "\x10\x04\x01", "\x1dr\x01", "\x1dV\x00"];

/** What is sent one after the other; the large part is made once, so that making it does not slow down who is measured. */
export type Parts = readonly Uint8Array[];

const made = new Map<string, Buffer>();

function once(key: string, make: () => Buffer): Buffer {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

/** A raw job that ends with its marker. */
export function rawJob(number: number, marker: string): Parts {
  const command = SLOW_COMMANDS[number % SLOW_COMMANDS.length] ?? "\n";
  const body = once(command, () =>
    Buffer.from(`\x1b@${command.repeat(RAW_JOB_BYTES / command.length)}`, "latin1"),
  );
  return [body, Buffer.from(`\n${marker}\n`)];
}

const EPOS_CONTENTS = [
  () => Buffer.from(`<text>${"éжa한 ".repeat(TEXT_BYTES / 9)}</text></epos-print>`),
  () => Buffer.from(`${'<feed line="255"/>'.repeat(FEEDS)}</epos-print>`),
] as const;

/** A request of ePOS-Print, with all of HTTP around it. */
export function eposRequest(number: number, marker: string): Parts {
  const make = EPOS_CONTENTS[number % 2] ?? EPOS_CONTENTS[0];
  const beginning = `<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>${marker}\n</text>`;
  const path = "/cgi-bin/epos/service.cgi?devid=local_printer&timeout=10000";
  return httpRequest(path, "text/xml; charset=utf-8", [
    Buffer.from(beginning),
    once(`epos ${number % 2}`, make),
  ]);
}

/** An IPP request: of a huge document, or of as many attributes as are taken. */
export function ippRequest({ name }: PrinterPlace, number: number, marker: string): Parts {
  const many = number % 2 === 0 ? 0 : MOST_ATTRIBUTES;
  const attributes = [
    is.attribute("attributes-charset", is.charset("utf-8")),
    is.attribute("attributes-natural-language", is.naturalLanguage("en")),
    is.attribute("printer-uri", is.uri(`ipp://localhost/ipp/print/${name}`)),
    ...Array.from({ length: many }, (_, index) => is.attribute(`a${index}`, is.integer(index))),
  ];
  const head = once(`ipp ${many}`, () =>
    Buffer.from(
      encodeMessage({
        version: { major: 1, minor: 1 },
        code: OPERATION.printJob,
        requestId: 1,
        groups: [{ tag: GROUP.operation, attributes }],
      }),
    ),
  );
  const lines = many > 0 ? 100 : TEXT_BYTES / 2;
  const document = once(`document ${lines}`, () => Buffer.from("a\n".repeat(lines)));
  return httpRequest(`/ipp/print/${name}`, "application/ipp", [head, Buffer.from(`${marker}\n`), document]);
}

/** A create of base64 in JSON, as large as can be. */
export function jsonRequest(workspacePath: string, token: string, marker: string): Parts {
  // A number of bytes that base64 does not pad, so that more may follow.
  const beginning = Buffer.from(`${marker}\n\n`).toString("base64");
  const rest = once("json", () =>
    Buffer.from(`${Buffer.alloc(JSON_BYTES, "receipt\n").toString("base64")}"}`),
  );
  return httpRequest(
    `${workspacePath}/prints/json`,
    "application/json",
    [Buffer.from(`{"raw":"${beginning}`), rest],
    token,
  );
}

/** Asks for a preview. */
export function previewRequest(path: string, token: string): Parts {
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
  return [Buffer.from(head)];
}

function httpRequest(path: string, type: string, body: Parts, token?: string): Parts {
  const authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
  const length = body.reduce((sum, part) => sum + part.byteLength, 0);
  const head =
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${authorization}` +
    `Content-Length: ${length}\r\nConnection: close\r\n\r\n`;
  return [Buffer.from(head), ...body];
}
