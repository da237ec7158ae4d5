import type { Printer } from "../../domain/printer.ts";
import { type Announcement, HOST_NAME } from "./announcement.ts";

/** What of a printer is announced beside its settings. */
export interface PrinterPlace {
  /** What the operating system calls this machine. */
  readonly machine: string;
  /** The maker that the printer says it is of, such as `EPSON`. */
  readonly maker: string;
  /** A UUID that stays the same, and is also its `printer-uuid` in IPP. */
  readonly uuid: string;
  /** Port of the dashboard. */
  readonly httpPort: number;
  /** Ports of the service for all printers; `null` for none. */
  readonly ippPort: number | null;
  readonly lpdPort: number | null;
}

/** Which of a printer's protocols a host should rather use, the lowest first; 50 is what says nothing. */
const PRIORITIES = { raw: 10, lpd: 20, ipp: 30 } as const;

/** What a host may send: bytes as they are, or plain text, which an ESC/POS printer prints. */
const LANGUAGES = "application/octet-stream,text/plain";

/** The path of IPP printing, before the printer's name. */
const IPP_PATH = "ipp/print";

/**
 * The services of a printer, all under one name. The LPD service claims that name even where there is none (Bonjour
 * Printing Specification 1.2.1, "flagship" service; RFC 6763, section 8).
 */
export function printerAnnouncements(
  printer: Pick<Printer, "name" | "model" | "protocols" | "rawPort">,
  place: PrinterPlace,
): Announcement[] {
  const { name, protocols, rawPort } = printer;
  const instance = instanceOn(name, place.machine);
  const about = aboutPrinter(printer, place);
  const services: Announcement[] = [];
  if (rawPort !== null && protocols.includes("raw")) {
    const txt = new Map([...HEAD, ["priority", String(PRIORITIES.raw)], ...about] as const);
    services.push({ instance, type: "_pdl-datastream._tcp", port: rawPort, txt });
  }
  if (place.ippPort !== null && protocols.includes("ipp")) {
    const path = `${IPP_PATH}/${encodeURIComponent(name)}`;
    const txt = new Map([...HEAD, ["rp", path], ["priority", String(PRIORITIES.ipp)], ...about] as const);
    services.push({ instance, type: "_ipp._tcp", port: place.ippPort, txt });
  }
  const hasLpd = place.lpdPort !== null && protocols.includes("lpd");
  const lpd = new Map([...HEAD, ["rp", name], ["priority", String(PRIORITIES.lpd)], ...about] as const);
  services.push({
    instance,
    type: "_printer._tcp",
    port: hasLpd ? (place.lpdPort ?? 0) : 0,
    txt: hasLpd ? lpd : new Map(),
  });
  return services;
}

/** The dashboard, which browsers list. @param machine what the operating system calls this machine */
export function dashboardAnnouncement(machine: string, port: number): Announcement {
  const txt = new Map([["path", "/"]]);
  return { instance: instanceOn("Tillroll", machine), type: "_http._tcp", port, txt };
}

/** A name that tells the same service of two machines apart. */
function instanceOn(name: string, machine: string): string {
  const [first = ""] = machine.split(".");
  return first === "" ? name : `${name} @ ${first}`;
}

/** They come first (Bonjour Printing Specification 1.2.1, section 9.2). */
const HEAD = [
  ["txtvers", "1"],
  ["qtotal", "1"],
] as const;

/**
 * What kind of printer it is. CUPS makes a device id of the keys that begin with `usb_`, and hosts such as Odoo take
 * one with `CMD:ESC/POS;` for a receipt printer.
 */
function aboutPrinter(
  { model }: Pick<Printer, "model">,
  { maker, uuid, machine, httpPort }: PrinterPlace,
): (readonly [string, string])[] {
  return [
    ["ty", `${maker} ${model}`],
    ["product", `(${model})`],
    ["note", instanceOn("Tillroll", machine)],
    ["adminurl", `http://${HOST_NAME}:${httpPort}/`],
    ["pdl", LANGUAGES],
    ["UUID", uuid],
    ["Color", "F"],
    ["Duplex", "F"],
    ["usb_MFG", maker],
    ["usb_MDL", model],
    ["usb_CMD", "ESC/POS"],
  ];
}
