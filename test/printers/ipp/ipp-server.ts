import type { Server } from "bun";
import { encodeMessage } from "../../../src/ipp/encode.ts";
import { decodeMessage, findEnd } from "../../../src/ipp/decode.ts";
import {
  attributeOf,
  type IppAttribute,
  type IppGroup,
  type IppMessage,
  type IppValue,
} from "../../../src/ipp/message.ts";
import { GROUP } from "../../../src/ipp/tags.ts";
import * as is from "../../../src/ipp/values.ts";
import { printDocument } from "../../../src/page-raster/page-formats.ts";
import { answerIpp, type IppService } from "../../../src/printers/ipp/ipp.ts";
import { IppJobs } from "../../../src/printers/ipp/job-table.ts";
import { answerIppHttp } from "../../../src/printers/ipp/protocol.ts";
import { droppedConnection } from "../../../src/http/reply.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";

const { attribute } = is;

export const HELLO = new TextEncoder().encode("\u001b@hello\n\n");

const text = (status: number, message: string) => new Response(message, { status });

/** A service with one printer, `till`, whose clock a test turns. */
export class IppTestService implements IppService {
  readonly endpoint = new FakeEndpoint();
  readonly logged: string[] = [];
  readonly log = { write: (level: string, message: string) => void this.logged.push(`${level}: ${message}`) };
  now = Date.UTC(2026, 10, 20, 12, 0, 0);
  readonly jobs = new IppJobs(
    () => this.now,
    () => this.now,
  );
  readonly drawPages = printDocument;
  authority = "shop.test";

  resolve(name: string) {
    return name.toLowerCase() === "till" ? this.endpoint : null;
  }

  printerUri(name: string): string {
    return `ipp://${this.authority}/ipp/print/${name}`;
  }

  moreInfoUri(): string {
    return `http://${this.authority}/`;
  }

  /** Sends a request, and reads the answer. */
  async ask(bytes: Uint8Array, name = "till", client = "192.0.2.7", userAgent = ""): Promise<IppMessage> {
    const contentLength = bytes.byteLength;
    const answer = await answerIpp({ name, body: bytes, contentLength, client, userAgent }, this);
    return decodeMessage(answer ?? new Uint8Array(0));
  }

  /** Listens for real hosts. */
  serve(): Server<undefined> {
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request) =>
        answerIppHttp({ request, client: "127.0.0.1", text, drop: droppedConnection }, this),
    });
    this.authority = `127.0.0.1:${server.port}`;
    return server;
  }
}

/** What a request is, where it is not the usual. */
export interface RequestParts {
  readonly version?: IppMessage["version"];
  readonly requestId?: number;
  readonly target?: readonly IppAttribute[];
  readonly job?: readonly IppAttribute[];
  readonly document?: Uint8Array;
}

const TILL = [attribute("printer-uri", is.uri("ipp://shop.test/ipp/print/till"))];

/** The bytes of a request with these operation attributes behind those that every request has. */
export function requestBytes(
  code: number,
  attributes: readonly IppAttribute[] = [],
  parts: RequestParts = {},
): Uint8Array {
  const { version = { major: 1, minor: 1 }, requestId = 17, target = TILL, job, document } = parts;
  const operation = [
    attribute("attributes-charset", is.charset("utf-8")),
    attribute("attributes-natural-language", is.naturalLanguage("en")),
    ...target,
    ...attributes,
  ];
  const groups: IppGroup[] = [{ tag: GROUP.operation, attributes: operation }];
  if (job !== undefined) groups.push({ tag: GROUP.job, attributes: job });
  return Buffer.concat([encodeMessage({ version, code, requestId, groups }), document ?? new Uint8Array(0)]);
}

/** The values of an attribute anywhere in an answer, as text. */
export function valuesOf(message: IppMessage, name: string): string[] {
  return message.groups.flatMap((group) => (attributeOf(group, name)?.values ?? []).map(textOf));
}

function textOf(value: IppValue): string {
  if (value.kind === "range") return `${value.lower}-${value.upper}`;
  if (value.kind === "bytes") return value.value.toHex();
  return "value" in value ? String(value.value) : value.kind;
}

/** A request's attributes and its document. */
export function splitRequest(bytes: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const found = findEnd(bytes, 0);
  if (!("end" in found)) throw new Error("the attributes have no end");
  return [bytes.subarray(0, found.end), bytes.subarray(found.end)];
}
