import { hostname } from "node:os";
import { type Printer, printerUuid } from "../../domain/printer.ts";
import { RAW_PORT } from "../../domain/target.ts";
import { factsOf, PRINTER_PROTOCOLS } from "../../domain/protocols.ts";
import type { Log } from "../../operations/log.ts";
import type { Printers } from "../printers.ts";
import type { ServicePrinter } from "../service-printer.ts";
import type { Announcement, PrinterPlace } from "./announcement.ts";
import type { Discovery } from "./discovery.ts";
import type { EpsonDiscovery } from "./epson/epson-discovery.ts";

export interface PrinterDiscoveryOptions {
  /** Whether the network is told what is listening. */
  readonly announce: boolean;
  /** Whether searches of Epson's own programs are answered. */
  readonly epsonDiscovery: boolean;
  /** The address that the service listens on. */
  readonly host: string;
  readonly printers: Printers;
  /** The maker that a printer says it is of. */
  readonly makerOf: (printer: Printer) => string;
  readonly log: Log;
}

/** Lets hosts find the printers: by multicast DNS, and by Epson's own protocol. */
export class PrinterDiscovery {
  private discovery: Discovery | null = null;
  private epson: EpsonDiscovery | null = null;
  private isStopped = false;

  constructor(private readonly options: PrinterDiscoveryOptions) {}

  /** The name under which this machine is announced on the network; `null` while it is not. */
  get hostName(): string | null {
    return this.isStopped ? null : (this.discovery?.hostName ?? null);
  }

  /** Tells the network which printers there are now, at which of the ports that are open. @param httpPort the service's */
  async announce(printers: readonly ServicePrinter[], httpPort: number): Promise<void> {
    const { announce, log, host } = this.options;
    if (!announce) return;
    const { dashboardAnnouncement, Discovery, printerAnnouncements } = await import("./discovery.ts");
    const services: Announcement[] = [dashboardAnnouncement(hostname(), httpPort)];
    for (const { printer } of printers)
      services.push(...printerAnnouncements(printer, this.placeOf(printer, httpPort)));
    if (this.isStopped) return;
    this.discovery ??= new Discovery({ log, hostName: hostname(), listenHost: host });
    this.discovery.update(services);
  }

  /** Answers searches of Epson's programs, where that is wanted: they find the one printer on the port that all of them use. */
  async answerEpson(): Promise<void> {
    const { epsonDiscovery, log, host, printers } = this.options;
    if (!epsonDiscovery) return;
    const { startEpsonDiscovery } = await import("./epson/epson-discovery.ts");
    const printer = () => {
      const found = printers.all().find((one) => one.printer.rawPort === RAW_PORT);
      if (found === undefined) return null;
      const { model } = found.printer;
      // A printer says whose connection it has, and turns others away; ours has room for all of them.
      return { model, status: found.status, isConnected: () => false };
    };
    try {
      this.epson = await startEpsonDiscovery({ log, listenHost: host, printer });
    } catch (error) {
      log.write("warning", "searches of Epson's programs are not answered", { error: String(error) });
    }
  }

  /** Says goodbye and ends. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.epson?.stop();
    await this.discovery?.stop();
  }

  private placeOf(printer: Printer, httpPort: number): PrinterPlace {
    const { printers, makerOf } = this.options;
    const states = { ...printers.portsOf(printer), ...printers.sharedPorts };
    const ports = PRINTER_PROTOCOLS.map((name) => {
      const state = states[name];
      // What speaks HTTP is reached by the service's own port too.
      const other = factsOf(name).routes === undefined ? null : httpPort;
      return [name, state?.isOpen === true ? state.port : other] as const;
    });
    return {
      machine: hostname(),
      maker: makerOf(printer),
      uuid: printerUuid(printer),
      httpPort,
      ports: Object.fromEntries(ports),
    };
  }
}
