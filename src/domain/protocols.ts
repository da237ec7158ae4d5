/** What the rest of the service knows of a protocol by which hosts print. */
interface ProtocolFacts {
  /** Its name in sentences. */
  readonly title: string;
  /** Its folder under `src/printers`; `protocol.ts` there is loaded when it is used first. */
  readonly folder: string;
  /** Where it listens: at a port of each printer, which a setting names, or at one port for all printers. */
  readonly port:
    | { readonly of: "printer"; readonly setting: "rawPort" | "eposPort" }
    /** The port unless another is asked for; 0 for none. `note` is for the help of the option. */
    | { readonly of: "service"; readonly standard: number; readonly note?: string };
  /** What it answers on the service's HTTP port too, and on its own one instead of a protocol of its own. */
  readonly routes?: readonly { readonly method: string; readonly path: string }[];
  /** How a printer is announced that can be reached so (RFC 6763); hosts choose the lowest priority. */
  readonly announced?: {
    readonly type: string;
    /** The same by TLS. */
    readonly secureType?: string;
    /** Kinds of it that hosts look for (RFC 6763, section 7.1). */
    readonly subtypes?: readonly string[];
    readonly priority: number;
    /** The queue, where the protocol has them. */
    readonly queue?: (printerName: string) => string;
  };
}

/** The path of ePOS-Print on every Epson printer. */
export const EPOS_PATH = "/cgi-bin/epos/service.cgi";

/** The path of Star webPRNT on every printer of Star that has it. */
export const WEBPRNT_PATH = "/StarWebPRNT/SendMessage";

/** The protocols: a further one is a row here and its folder. */
export const PROTOCOLS = {
  raw: {
    title: "raw printing",
    folder: "raw9100",
    port: { of: "printer", setting: "rawPort" },
    announced: { type: "_pdl-datastream._tcp", priority: 10 },
  },
  epos: {
    title: "ePOS-Print",
    folder: "epos",
    port: { of: "printer", setting: "eposPort" },
    routes: ["POST", "OPTIONS", "GET"].map((method) => ({ method, path: EPOS_PATH })),
  },
  webprnt: {
    title: "Star webPRNT",
    folder: "webprnt",
    // 80 on Star's printers, where many machines have something else.
    port: { of: "service", standard: 0, note: " beside --port" },
    routes: ["POST", "OPTIONS", "GET"].map((method) => ({ method, path: WEBPRNT_PATH })),
  },
  lpd: {
    title: "LPD",
    folder: "lpd",
    // RFC 1179.
    port: { of: "service", standard: 515 },
    announced: { type: "_printer._tcp", priority: 20, queue: (name) => name },
  },
  ipp: {
    title: "IPP",
    folder: "ipp",
    // RFC 8010.
    port: { of: "service", standard: 631, note: " beside --port" },
    routes: ["/ipp/print", "/ipp/print/*"].map((path) => ({ method: "ALL", path })),
    announced: {
      type: "_ipp._tcp",
      secureType: "_ipps._tcp",
      // AirPrint and IPP Everywhere: hosts that need no driver.
      subtypes: ["_universal", "_print"],
      priority: 30,
      queue: (name) => `ipp/print/${encodeURIComponent(name)}`,
    },
  },
} as const satisfies Readonly<Record<string, ProtocolFacts>>;

export type PrinterProtocol = keyof typeof PROTOCOLS;

/** A port for what web pages print by: all protocols with routes answer there, for all printers. */
export interface WebPort {
  readonly port: number;
  readonly isSecure: boolean;
  /** Whether the owner asked for it; others are opened where they are free. */
  readonly isAsked: boolean;
}

/**
 * The ports at which programs look for a printer that is known by its address alone: HTTPS's own, and those of Epson's
 * ePOS-Device by HTTPS and by HTTP.
 */
export const STANDARD_WEB_PORTS: readonly WebPort[] = [
  { port: 443, isSecure: true, isAsked: false },
  { port: 8043, isSecure: true, isAsked: false },
  { port: 8008, isSecure: false, isAsked: false },
];

/** A protocol with a port of the given kind. */
type ProtocolAt<Kind> = {
  [Name in PrinterProtocol]: (typeof PROTOCOLS)[Name]["port"]["of"] extends Kind ? Name : never;
}[PrinterProtocol];

/** A protocol that has one port for all printers. */
export type ServiceProtocol = ProtocolAt<"service">;

/** A protocol that has a port of each printer. */
export type OwnPortProtocol = ProtocolAt<"printer">;

/** The protocols by which POS software reaches a printer. */
export const PRINTER_PROTOCOLS = Object.keys(PROTOCOLS) as readonly PrinterProtocol[];

export const SERVICE_PROTOCOLS = PRINTER_PROTOCOLS.filter(
  (name): name is ServiceProtocol => PROTOCOLS[name].port.of === "service",
);

export const OWN_PORT_PROTOCOLS = PRINTER_PROTOCOLS.filter(
  (name): name is OwnPortProtocol => PROTOCOLS[name].port.of === "printer",
);

/** What is known of a protocol. */
export function factsOf(name: PrinterProtocol): ProtocolFacts {
  return PROTOCOLS[name];
}
