import type { Printer } from "../../domain/printer.ts";
import { factsOf, PRINTER_PROTOCOLS, type PrinterProtocol, PROTOCOLS } from "../../domain/protocols.ts";
import { PAGE_FORMATS } from "../../page-raster/page-formats.ts";
import { appleRasterKeywords } from "../ipp/document-formats.ts";
import type { PrinterDetails } from "../printer-details.ts";

/** A service that is announced on the network (RFC 6763). */
export interface Announcement {
  /** The name that people see in a list; at most 63 bytes of UTF-8 are used. */
  readonly instance: string;
  /** What the service is, such as `_ipp._tcp`. */
  readonly type: string;
  /** Narrower kinds of it that it is found by too, such as `_universal`. */
  readonly subtypes?: readonly string[];
  /** TCP port; 0 only claims the name, so that no other device takes it, and is listed nowhere (section 8). */
  readonly port: number;
  /** Particulars, as keys with values; in a value, {@link HOST_NAME} stands for this machine's name. */
  readonly txt: ReadonlyMap<string, string>;
}

/** In values of {@link Announcement.txt}: the name of this machine in the end, such as `tillroll-shop.local`. */
export const HOST_NAME = "{host}";

/** What of a printer is announced beside its settings. */
export interface PrinterPlace {
  /** What the operating system calls this machine. */
  readonly machine: string;
  /** What the printer says it is. */
  readonly details: Pick<PrinterDetails, "maker" | "modelName" | "commands" | "model">;
  /** A UUID that stays the same, and is also its `printer-uuid` in IPP. */
  readonly uuid: string;
  /** Port of the dashboard. */
  readonly httpPort: number;
  /** Port of the service by TLS, where what speaks HTTP is answered too; 0 for none. */
  readonly httpsPort: number;
  /** The ports by which its protocols are reached; those that none is given for are not. */
  readonly ports: Readonly<Partial<Record<PrinterProtocol, number | null>>>;
}

/** What a host may send: bytes as they are, or plain text, which an ESC/POS printer prints. */
const LANGUAGES = ["application/octet-stream", "text/plain"];

/** Of all that share a printer's name; it claims that name even where the printer does not have it. */
const FLAGSHIP = PROTOCOLS.lpd.announced.type;

/**
 * The services of a printer, all under one name. The LPD service claims that name even where there is none (Bonjour
 * Printing Specification 1.2.1, "flagship" service; RFC 6763, section 8).
 */
export function printerAnnouncements(
  printer: Pick<Printer, "name" | "protocols">,
  place: PrinterPlace,
): Announcement[] {
  const { name, protocols } = printer;
  const instance = instanceOn(name, place.machine);
  const about = aboutPrinter(place);
  return PRINTER_PROTOCOLS.flatMap((protocol): Announcement[] => {
    const { announced } = factsOf(protocol);
    if (announced === undefined) return [];
    const { type, secureType, subtypes = [], priority, queue } = announced;
    const port = place.ports[protocol] ?? null;
    if (port === null || !protocols.includes(protocol))
      return type === FLAGSHIP ? [{ instance, type, port: 0, txt: new Map() }] : [];
    // The first two come first (Bonjour Printing Specification 1.2.1, section 9.2).
    const rp = queue === undefined ? {} : { rp: queue(name) };
    const drawn = subtypes.length === 0 ? {} : aboutPages(place);
    const txt = { txtvers: "1", qtotal: "1", ...rp, priority: String(priority), ...about, ...drawn };
    const plain = { instance, type, subtypes, port, txt: new Map(Object.entries(txt)) };
    if (secureType === undefined || place.httpsPort === 0) return [plain];
    const secure = new Map(Object.entries({ ...txt, TLS: "1.2" }));
    return [plain, { ...plain, type: secureType, port: place.httpsPort, txt: secure }];
  });
}

/** The dashboard, which browsers list. @param machine what the operating system calls this machine */
export function dashboardAnnouncement(machine: string, port: number): Announcement {
  const instance = instanceOn("Tillroll", machine);
  return { instance, type: "_http._tcp", port, txt: new Map([["path", "/"]]) };
}

/** A name that tells the same service of two machines apart. */
function instanceOn(name: string, machine: string): string {
  const [first = ""] = machine.split(".");
  return first === "" ? name : `${name} @ ${first}`;
}

/**
 * What kind of printer it is. CUPS makes a device id of the keys that begin with `usb_`, and hosts such as Odoo take
 * one with `CMD:ESC/POS;` for a receipt printer.
 */
function aboutPrinter({
  details: { maker, modelName, commands },
  uuid,
  machine,
  httpPort,
}: PrinterPlace): Readonly<Record<string, string>> {
  return {
    ty: `${maker} ${modelName}`,
    product: `(${modelName})`,
    note: instanceOn("Tillroll", machine),
    adminurl: `http://${HOST_NAME}:${httpPort}/`,
    pdl: LANGUAGES.join(","),
    UUID: uuid,
    Color: "F",
    Duplex: "F",
    usb_MFG: maker,
    usb_MDL: modelName,
    usb_CMD: commands,
  };
}

/** What hosts ask that draw pages themselves: in which formats and dots (AirPrint; PWG 5100.14). */
function aboutPages({ details: { model } }: PrinterPlace): Readonly<Record<string, string>> {
  return {
    pdl: [...LANGUAGES, ...PAGE_FORMATS].join(","),
    URF: appleRasterKeywords(model).join(","),
    kind: "receipt,roll",
    PaperCustom: "T",
  };
}
