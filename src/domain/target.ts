import { EPOS_PATH } from "./protocols.ts";
import { badRequest } from "./errors.ts";
import { PRINTER_LIMITS } from "./limits.ts";
import { RAW_PORT } from "./printer.ts";
import { checkText, IssueList, type IssueSink } from "./validation.ts";

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
  const list = new IssueList();
  const target = readTarget(text, "target", list);
  if (target === null) throw badRequest(list.issues);
  return target;
}

/** Checks a real printer's address. @returns it, or `null` after an issue that says what to do */
export function checkTarget(text: unknown, path: string, list: IssueSink): string | null {
  const checked = checkText(text, path, { minimum: 1, maximum: PRINTER_LIMITS.targetCharacters }, list);
  return checked === null || readTarget(checked, path, list) === null ? null : checked;
}

function readTarget(text: string, path: string, list: IssueSink): Target | null {
  const fault = (message: string) => {
    list.add(path, message);
    return null;
  };
  // The URL parser would quietly take these out.
  if (/[\s\p{Cc}]/u.test(text)) return fault("must have no spaces or control characters.");
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return fault(`must be an address such as ${FORMS}.`);
  if (!["tcp", "epos", "http", "https"].includes(scheme)) {
    return fault(`begins with ${scheme}://, which no printer here has; give ${FORMS}.`);
  }
  const rest = text.slice(scheme.length);
  // As http, so that the host is checked as hosts are; the schemes of our own are free text to the URL parser.
  const url = URL.parse(scheme === "https" ? text : `http${rest}`);
  if (url === null || url.hostname === "") return fault(`has no usable host or port; give ${FORMS}.`);
  if (url.username !== "" || url.password !== "") return fault("must have no user name or password.");
  if (url.hash !== "") return fault("must have no part after a #.");
  if (url.port === "0") return fault("must have a port from 1 to 65535.");
  if (scheme === "tcp") return rawTarget(url, rest, fault);
  return eposTarget(url, scheme, fault);
}

type Fault = (message: string) => null;

function rawTarget(url: URL, rest: string, fault: Fault): Target | null {
  if (url.pathname !== "/" || url.search !== "") return fault("must end with the port: tcp://HOST:PORT.");
  // Read as http, a port of 80 is no port.
  const port = /:80\/?$/.test(rest) ? 80 : Number(url.port || RAW_PORT);
  return { kind: "raw", host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port };
}

function eposTarget(url: URL, scheme: string, fault: Fault): Target | null {
  const isBare = url.pathname === "/" && url.search === "";
  if (!isBare && (scheme === "epos" || url.pathname !== EPOS_PATH)) {
    const form =
      scheme === "epos" ? "epos://HOST[:PORT]" : `${scheme}://HOST[:PORT]${EPOS_PATH}?devid=${EPOS_DEVICE}`;
    return fault(`must have the form ${form}.`);
  }
  const deviceId = url.searchParams.get("devid") ?? EPOS_DEVICE;
  return { kind: "epos", url: `${url.protocol}//${url.host}${EPOS_PATH}`, deviceId };
}
