import { EPOS_PATH } from "./protocols.ts";
import { badRequest } from "./errors.ts";

/** The port that raw printing has everywhere; JetDirect's. */
export const RAW_PORT = 9100;

/** A real printer's address. */
export type Target =
  | { readonly kind: "raw"; readonly host: string; readonly port: number }
  | { readonly kind: "epos"; readonly url: string; readonly deviceId: string };

/** The device id that every Epson printer has for itself. */
const EPOS_DEVICE = "local_printer";

const FORMS = "tcp://HOST:PORT, epos://HOST, or http://HOST/cgi-bin/epos/service.cgi?devid=ID";

/**
 * Reads a real printer's address: `tcp://HOST[:PORT]` (port 9100 where none is given), `epos://HOST[:PORT]` or
 * `http[s]://HOST[:PORT][/cgi-bin/epos/service.cgi[?devid=ID]]`. The certificate of an `https` one is not checked: a
 * printer's is its own.
 * @throws TillrollError BAD_REQUEST
 */
export function parseTarget(text: string): Target {
  const target = readTarget(text);
  if (typeof target === "string") throw badRequest([{ path: "target", message: target }]);
  return target;
}

/** As {@link parseTarget}. @returns the target, or what is wrong with it, in a sentence */
export function readTarget(text: string): Target | string {
  // The URL parser would quietly take these out.
  if (/[\s\p{Cc}]/u.test(text)) return "must have no spaces or control characters.";
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return `must be an address such as ${FORMS}.`;
  if (!["tcp", "epos", "http", "https"].includes(scheme)) {
    return `begins with ${scheme}://, which no printer here has; give ${FORMS}.`;
  }
  const rest = text.slice(scheme.length);
  // As http, so that the host is checked as hosts are; the schemes of our own are free text to the URL parser.
  const url = URL.parse(scheme === "https" ? text : `http${rest}`);
  if (url === null || url.hostname === "") return `has no usable host or port; give ${FORMS}.`;
  if (url.username !== "" || url.password !== "") return "must have no user name or password.";
  if (url.hash !== "") return "must have no part after a #.";
  if (url.port === "0") return "must have a port from 1 to 65535.";
  if (scheme === "tcp") return rawTarget(url, rest);
  return eposTarget(url, scheme);
}

function rawTarget(url: URL, rest: string): Target | string {
  if (url.pathname !== "/" || url.search !== "") return "must end with the port: tcp://HOST:PORT.";
  // Read as http, a port of 80 is no port.
  const port = /:80\/?$/.test(rest) ? 80 : Number(url.port || RAW_PORT);
  return { kind: "raw", host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port };
}

function eposTarget(url: URL, scheme: string): Target | string {
  const isBare = url.pathname === "/" && url.search === "";
  if (!isBare && (scheme === "epos" || url.pathname !== EPOS_PATH)) {
    const form =
      scheme === "epos" ? "epos://HOST[:PORT]" : `${scheme}://HOST[:PORT]${EPOS_PATH}?devid=${EPOS_DEVICE}`;
    return `must have the form ${form}.`;
  }
  const deviceId = url.searchParams.get("devid") ?? EPOS_DEVICE;
  return { kind: "epos", url: `${url.protocol}//${url.host}${EPOS_PATH}`, deviceId };
}
