import { EPOS_PATH, PROTOCOLS } from "./protocols.ts";
import { readSerialLine } from "./serial-line.ts";
import { readFolder, readHost, readHostAndPath, type TargetAddress } from "./target-address.ts";

/** The port that raw printing has everywhere; JetDirect's. */
export const RAW_PORT = 9100;

const IPP_PORT = PROTOCOLS.ipp.port.standard;
const LPD_PORT = PROTOCOLS.lpd.port.standard;

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
  /** Whether what is there may be a printer of pages, which is sent documents. */
  readonly takesPages?: true;
  /** Whether it is files of this machine, which are its administrator's to give. */
  readonly isFiles?: true;
  /** The systems that have it; `null` for all. */
  readonly systems: readonly System[] | null;
  /** The systems that an address of it is for, where that is to be seen from it; `null` for all that have the kind. */
  systemsOf?(address: string): readonly System[] | null;
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
      return { host: hostOf(url), port: portOf(url, address, RAW_PORT) };
    },
  },
  usb: {
    schemes: ["usb"],
    form: "usb:SERIAL",
    example: "usb:J4NF012345",
    help: "A printer on USB: its serial number, VENDOR:PRODUCT such as 04b8:0202, or /dev/usb/lp0.",
    carries: "stream",
    systems: ["linux"],
    read({ rest }: TargetAddress) {
      if (/^\/dev\/(usb\/)?lp\d+$/.test(rest)) return { by: "path", id: rest } as const;
      if (/^[0-9a-f]{4}:[0-9a-f]{4}$/i.test(rest))
        return { by: "product id", id: rest.toLowerCase() } as const;
      if (/^[^/\s:]+$/.test(rest)) return { by: "serial number", id: rest } as const;
      return "must have a serial number, VENDOR:PRODUCT such as 04b8:0202, or /dev/usb/lp0.";
    },
  },
  serial: {
    schemes: ["serial"],
    form: "serial:PORT?baud=N",
    example: "serial:/dev/ttyUSB0?baud=19200&flow=rtscts",
    help: "A printer on a serial line: /dev/ttyUSB0, COM3; baud (9600 unless given), parity, data, stop and flow (none, rtscts, xonxoff).",
    carries: "stream",
    systems: null,
    read({ rest }: TargetAddress) {
      const [path = "", query = ""] = rest.split("?", 2);
      const isPort = /^\/dev\/[^\s?]+$/.test(path) && !path.includes("..");
      if (!isPort && !/^COM\d+$/i.test(path)) return "must have a port such as /dev/ttyUSB0 or COM3.";
      const line = readSerialLine(query);
      return typeof line === "string" ? line : { path, line };
    },
    systemsOf: (address) => (/^serial:com\d/i.test(address) ? ["win32"] : ["linux", "darwin"]),
  },
  windows: {
    schemes: ["windows"],
    form: "windows:NAME",
    example: "windows:EPSON TM-T20II Receipt",
    help: "A printer of the Windows spooler by its name, also a shared one (\\\\HOST\\SHARE); its bytes go as they are.",
    carries: "jobs",
    takesPages: true,
    systems: ["win32"],
    read({ rest }: TargetAddress) {
      return rest.trim() === "" ? "must have the name of a printer." : { name: rest.trim() };
    },
  },
  cups: {
    schemes: ["cups"],
    form: "cups:QUEUE",
    example: "cups:receipt",
    help: "A queue of this machine's CUPS, such as a USB printer of macOS; its bytes go as they are.",
    carries: "jobs",
    takesPages: true,
    systems: ["linux", "darwin"],
    read({ rest }: TargetAddress) {
      // CUPS takes no others in a name.
      return /^[^\s/#?]+$/.test(rest) ? { queue: rest } : "must have the name of a queue.";
    },
  },
  ipp: {
    schemes: ["ipp", "ipps"],
    form: "ipp://HOST/PATH",
    example: "ipp://192.168.1.50/ipp/print",
    help: "A printer or a print server on the network, by IPP. The certificate of an ipps one is not checked.",
    carries: "jobs",
    takesPages: true,
    systems: null,
    read(address: TargetAddress) {
      const url = readHostAndPath(address, "ipp/print");
      if (typeof url === "string") return url;
      const host = `${url.hostname}:${portOf(url, address, IPP_PORT)}`;
      const { pathname } = url;
      const scheme = address.scheme === "ipps" ? "https" : "http";
      return { url: `${scheme}://${host}${pathname}`, uri: `${address.scheme}://${host}${pathname}` };
    },
  },
  lpd: {
    schemes: ["lpd"],
    form: "lpd://HOST/QUEUE",
    example: "lpd://192.168.1.50/lp",
    help: "A queue of a print server, by LPD; it does not tell whether a print came out.",
    carries: "jobs",
    takesPages: true,
    systems: null,
    read(address: TargetAddress) {
      const url = readHostAndPath(address, "lp");
      if (typeof url === "string") return url;
      const queue = decodeURIComponent(url.pathname.slice(1));
      // They end commands of LPD.
      if (/\p{Cc}/u.test(queue)) return "must have a queue without control characters.";
      return { host: hostOf(url), port: portOf(url, address, LPD_PORT), queue };
    },
  },
  file: {
    schemes: ["file"],
    form: "file:FOLDER",
    example: "file:/srv/receipts",
    help: "A folder that is there already: each print becomes a file of its bytes.",
    carries: "jobs",
    takesPages: true,
    isFiles: true,
    systems: null,
    read(address: TargetAddress) {
      const folder = readFolder(address);
      return folder === null ? "must have the whole path of a folder." : { folder };
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

/** The port of an address that was read as one of http, where a port of 80 is no port. */
function portOf(url: URL, { rest }: TargetAddress, standard: number): number {
  return /^\/\/[^/?]*:0*80(?![^/?])/.test(rest) ? 80 : Number(url.port || standard);
}
