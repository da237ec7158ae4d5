import { existsSync } from "node:fs";
import { causeOf } from "../connections/connection.ts";
import { OWN_REQUEST_HEADER, OWN_REQUEST_KEY } from "../epos/epos-message.ts";
import { DELIVERY_LIMITS } from "../delivery-limits.ts";
import { decodeMessage, findEnd } from "../../ipp/decode.ts";
import { encodeMessage } from "../../ipp/encode.ts";
import type { IppAttribute, IppGroup, IppMessage } from "../../ipp/message.ts";
import { GROUP } from "../../ipp/tags.ts";
import { attribute, charset, name, naturalLanguage, uri } from "../../ipp/values.ts";

/** Where an IPP service is asked, and what for. */
export interface IppAddress {
  /** The HTTP address. */
  readonly url: string;
  /** What the printer is called in requests; empty where the service itself is asked. */
  readonly uri: string;
  /** The socket of this machine by which it is reached; `null` for the network. */
  readonly socket: string | null;
}

/** What came of a request. */
export type IppExchange =
  | { readonly kind: "answered"; readonly status: number; readonly groups: readonly IppGroup[] }
  /** Nothing of the request reached it, or it did not let us in. */
  | { readonly kind: "unreachable"; readonly cause: string; readonly httpStatus?: number }
  /** The request was under way when the connection failed, or the answer is none of IPP. */
  | { readonly kind: "broken"; readonly cause: string; readonly httpStatus?: number };

/** Faults of a connection after which nothing of a request has reached the other side. */
const NOT_CONNECTED = new Set([
  "ConnectionRefused",
  "FailedToOpenSocket",
  "ECONNREFUSED",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Where CUPS listens on this machine; the first that there is. */
const CUPS_SOCKETS = ["/run/cups/cups.sock", "/var/run/cups/cups.sock", "/private/var/run/cupsd"];
const CUPS_HOST = "localhost:631";

/** This machine's CUPS, or the one that `CUPS_SERVER` names as it does for CUPS' own programs. @param path such as `/printers/receipt` */
export function cupsAddress(path: string, server = Bun.env["CUPS_SERVER"]): IppAddress {
  const isSocket = server?.startsWith("/") === true;
  const socket = isSocket ? server : server ? null : (CUPS_SOCKETS.find((each) => existsSync(each)) ?? null);
  const given = isSocket || !server ? CUPS_HOST : server.replace(/\/.*$/, "");
  const host = /:\d+$/.test(given) ? given : `${given}:631`;
  return { url: `http://${host}${path}`, uri: `ipp://${host}${path}`, socket };
}

let lastRequest = 0;

/**
 * Asks an IPP service (RFC 8011). Throws nothing.
 * @param attributes those of the operation, after the first ones, which every request has
 */
export async function askIpp(
  address: IppAddress,
  operation: number,
  attributes: readonly IppAttribute[],
  { document = null, signal }: { readonly document?: Uint8Array | null; readonly signal: AbortSignal },
): Promise<IppExchange> {
  lastRequest = (lastRequest % 0x7fffffff) + 1;
  const operationAttributes = [
    attribute("attributes-charset", charset("utf-8")),
    attribute("attributes-natural-language", naturalLanguage("en")),
    ...(address.uri === "" ? [] : [attribute("printer-uri", uri(address.uri))]),
    attribute("requesting-user-name", name("tillroll")),
    ...attributes,
  ];
  const head = encodeMessage({
    version: { major: 1, minor: 1 },
    code: operation,
    requestId: lastRequest,
    groups: [{ tag: GROUP.operation, attributes: operationAttributes }],
  });
  try {
    const response = await fetch(address.url, {
      method: "POST",
      headers: { "Content-Type": "application/ipp", [OWN_REQUEST_HEADER]: OWN_REQUEST_KEY },
      body: document === null ? head : Buffer.concat([head, document]),
      signal,
      redirect: "manual",
      keepalive: false,
      tls: { rejectUnauthorized: false },
      ...(address.socket === null ? {} : { unix: address.socket }),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      const { status: httpStatus } = response;
      const kind = httpStatus >= 300 && httpStatus < 500 ? "unreachable" : "broken";
      return { kind, cause: `it answered HTTP ${httpStatus}`, httpStatus };
    }
    const { code, groups } = await readAnswer(response);
    return { kind: "answered", status: code, groups };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const isUnreached = NOT_CONNECTED.has(code);
    return { kind: isUnreached ? "unreachable" : "broken", cause: causeOf(error) };
  }
}

/** Reads an answer up to a limit. @throws IppMalformed and what the connection throws */
async function readAnswer(response: Response): Promise<IppMessage> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > DELIVERY_LIMITS.ippAnswerBytes) break;
    if ("end" in findEnd(Buffer.concat(chunks), 0)) break;
  }
  return decodeMessage(Buffer.concat(chunks));
}
