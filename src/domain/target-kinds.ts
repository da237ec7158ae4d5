import { EPOS_PATH } from "./protocols.ts";
import { readHost, type TargetAddress } from "./target-address.ts";

/** The port that raw printing has everywhere; JetDirect's. */
export const RAW_PORT = 9100;

/** The device id that every Epson printer has for itself. */
const EPOS_DEVICE = "local_printer";

/** The systems that the service runs on, as Node calls them. */
export type System = NodeJS.Platform;

/** What the rest of the service knows of a kind of real printers' addresses. */
export interface TargetFacts {
  /** What its addresses begin with, before the colon. */
  readonly schemes: readonly string[];
  /** How its addresses are written. */
  readonly form: string;
  readonly example: string;
  /** What it is, in a sentence of help. */
  readonly help: string;
  /** `stream`: bytes go as they come, and answers come back; `jobs`: it is handed whole jobs, and tells of each. */
  readonly carries: "stream" | "jobs";
  /** The systems that have it; `null` for all. */
  readonly systems: readonly System[] | null;
  /** Reads what an address says. @returns its parts, or what is wrong with it, in a sentence */
  read(address: TargetAddress): object | string;
}

/** The kinds of real printers' addresses: a further one is a row here, and how it is opened in `src/delivery`. */
export const TARGET_KINDS = {
  tcp: {
    schemes: ["tcp"],
    form: "tcp://HOST[:PORT]",
    example: "tcp://192.168.1.50:9100",
    help: "A printer on the network, by raw printing; port 9100 where none is given.",
    carries: "stream",
    systems: null,
    read(address: TargetAddress) {
      const url = readHost(address);
      if (typeof url === "string") return url;
      if (url.pathname !== "/" || url.search !== "") return "must end with the port: tcp://HOST:PORT.";
      // Read as http, a port of 80 is no port.
      const port = /:80\/?$/.test(address.rest) ? 80 : Number(url.port || RAW_PORT);
      return { host: hostOf(url), port };
    },
  },
  epos: {
    schemes: ["epos", "http", "https"],
    form: `epos://HOST[:PORT] or http[s]://HOST${EPOS_PATH}?devid=ID`,
    example: "epos://192.168.1.50",
    help: "A printer on the network, by Epson's ePOS-Print. The certificate of an https one is not checked: a printer's is its own.",
    carries: "jobs",
    systems: null,
    read(address: TargetAddress) {
      const url = readHost(address);
      if (typeof url === "string") return url;
      const { scheme } = address;
      const isBare = url.pathname === "/" && url.search === "";
      if (!isBare && (scheme === "epos" || url.pathname !== EPOS_PATH)) {
        const form =
          scheme === "epos"
            ? "epos://HOST[:PORT]"
            : `${scheme}://HOST[:PORT]${EPOS_PATH}?devid=${EPOS_DEVICE}`;
        return `must have the form ${form}.`;
      }
      const deviceId = url.searchParams.get("devid") ?? EPOS_DEVICE;
      return { url: `${url.protocol}//${url.host}${EPOS_PATH}`, deviceId };
    },
  },
  cloudprnt: {
    schemes: ["cloudprnt"],
    form: "cloudprnt:",
    example: "cloudprnt:",
    help: "A printer that fetches its prints here, by Star's CloudPRNT.",
    carries: "jobs",
    systems: null,
    read: readNothing,
  },
  sdp: {
    schemes: ["sdp"],
    form: "sdp:",
    example: "sdp:",
    help: "A printer that fetches its prints here, by Epson's Server Direct Print.",
    carries: "jobs",
    systems: null,
    read: readNothing,
  },
} as const satisfies Readonly<Record<string, TargetFacts>>;

export type TargetKind = keyof typeof TARGET_KINDS;

/** Of printers that come to us nothing is to be said. */
function readNothing({ scheme, rest }: TargetAddress): object | string {
  return rest === "" ? {} : `must be ${scheme}: alone: such a printer comes here.`;
}

/** A host as sockets take it. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}
