import { hostname } from "node:os";
import { printerUuid } from "../../domain/printer.ts";
import { RAW_PORT } from "../../domain/target-kinds.ts";
import { factsOf, PRINTER_PROTOCOLS } from "../../domain/protocols.ts";
import type { Log } from "../../operations/log.ts";
import type { Listener } from "../listeners.ts";
import type { Printers } from "../printers.ts";
import type { ServicePrinter } from "../service-printer.ts";
import type { Announcement, PrinterPlace } from "./announcement.ts";
import type { Discovery } from "./discovery.ts";

/** Lets hosts find the printers: by multicast DNS, and by Epson's own protocol. */
export class PrinterDiscovery {
  private discovery: Discovery | null = null;
  private epson: Listener | null = null;
  private isStopped = false;

  /**
   * @param wants whether the network is told what is listening, and whether searches of Epson's programs are answered
   * @param host the address that the service listens on
   */
  constructor(
    private readonly wants: { readonly announce: boolean; readonly epsonDiscovery: boolean },
    private readonly host: string,
    private readonly printers: Printers,
    private readonly log: Log,
  ) {}

  /** The name under which this machine is announced on the network; `null` while it is not. */
  get hostName(): string | null {
    return this.isStopped ? null : (this.discovery?.hostName ?? null);
  }

  /**
   * Tells the network which printers there are now, at which of the ports that are open.
   * @param httpPort the service's
   * @param httpsPort the service's by TLS; 0 for none
   */
  async announce(printers: readonly ServicePrinter[], httpPort: number, httpsPort: number): Promise<void> {
    if (!this.wants.announce) return;
    const { dashboardAnnouncement, Discovery, printerAnnouncements } = await import("./discovery.ts");
    const services: Announcement[] = [dashboardAnnouncement(hostname(), httpPort)];
    for (const one of printers)
      services.push(...printerAnnouncements(one.printer, this.placeOf(one, httpPort, httpsPort)));
    if (this.isStopped) return;
    this.discovery ??= new Discovery({ log: this.log, hostName: hostname(), listenHost: this.host });
    this.discovery.update(services);
  }

  /** Answers searches of Epson's programs, where that is wanted: they find the one printer on the port that all of them use. */
  async answerEpson(): Promise<void> {
    if (!this.wants.epsonDiscovery) return;
    const { startEpsonDiscovery } = await import("./epson/epson-discovery.ts");
    const printer = () => {
      const found = this.printers.all().find((one) => one.printer.rawPort === RAW_PORT);
      return found === undefined ? null : { model: found.details.modelName, status: found.status };
    };
    try {
      this.epson = await startEpsonDiscovery({ log: this.log, listenHost: this.host, printer });
    } catch (error) {
      this.log.write("warning", "searches of Epson's programs are not answered", { error: String(error) });
    }
  }

  /** Says goodbye and ends. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.epson?.stop();
    await this.discovery?.stop();
  }

  private placeOf({ printer, details }: ServicePrinter, httpPort: number, httpsPort: number): PrinterPlace {
    const states = { ...this.printers.portsOf(printer), ...this.printers.sharedPorts };
    const ports = PRINTER_PROTOCOLS.map((name) => {
      const state = states[name];
      // What speaks HTTP is reached by the service's own port too.
      const other = factsOf(name).routes === undefined ? null : httpPort;
      return [name, state?.isOpen === true ? state.port : other] as const;
    });
    const [machine, uuid] = [hostname(), printerUuid(printer)];
    return { machine, details, uuid, httpPort, httpsPort, ports: Object.fromEntries(ports) };
  }
}
