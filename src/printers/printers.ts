import { holderOf, type ServicePorts } from "../domain/port-conflict.ts";
import { type Printer, printerKey } from "../domain/printer.ts";
import type { Log } from "../operations/log.ts";
import { type Listener, Listeners, type PortState, type WantedPort } from "./listeners.ts";
import { type PrinterSurroundings, ServicePrinter } from "./service-printer.ts";

/** How often a printer's own troubles, such as a full disk, are looked at, milliseconds. */
const STATUS_MILLISECONDS = 500;

/** What opens the ports of the protocols; the HTTP port takes ePOS and IPP too, and is not among them. */
export interface PrinterPorts {
  raw(printer: ServicePrinter, host: string, port: number): Listener | Promise<Listener>;
  /** A port of its own for a printer's ePOS-Print, where `local_printer` is that printer. */
  epos(printer: ServicePrinter, host: string, port: number): Listener | Promise<Listener>;
  /** One port for all printers' queues. */
  lpd(host: string, port: number): Listener | Promise<Listener>;
  ipp(host: string, port: number): Listener | Promise<Listener>;
}

export interface PrintersOptions extends PrinterSurroundings {
  /** All printers as they are stored now, the oldest first. */
  readonly list: () => readonly Printer[];
  readonly log: Log;
  /** Where the service listens itself; the ports for LPD and IPP are opened here. */
  readonly servicePorts: () => ServicePorts;
  /** Told when printers or ports have changed. */
  readonly onChange: (printers: readonly ServicePrinter[]) => void;
}

/** The printers of the service: the records as things that protocols can talk to, and the ports they are reached by. */
export class Printers {
  private readonly byId = new Map<number, ServicePrinter>();
  private readonly listeners: Listeners;
  private readonly timer: Timer;
  private hasOpened = false;

  constructor(
    private readonly options: PrintersOptions,
    private readonly ports: PrinterPorts,
  ) {
    this.listeners = new Listeners(options.log, () => options.onChange(this.all()));
    this.timer = setInterval(() => this.refreshStatus(), STATUS_MILLISECONDS);
    this.timer.unref();
  }

  /** All printers, the oldest first. */
  all(): ServicePrinter[] {
    return [...this.byId.values()];
  }

  /** The printer with this name, whatever its case; `null` when there is none. */
  find(name: string): ServicePrinter | null {
    const key = printerKey(name);
    for (const printer of this.byId.values()) if (printerKey(printer.printer.name) === key) return printer;
    return null;
  }

  /**
   * Reads the printers anew: settings count from now on, ports open and close.
   * @returns once that is done; a port that cannot be opened is no error
   */
  async reload(): Promise<void> {
    const stored = this.options.list();
    const ids = new Set(stored.map(({ id }) => id));
    for (const [id, printer] of this.byId) {
      if (ids.has(id)) continue;
      this.byId.delete(id);
      printer.remove();
    }
    for (const printer of stored) {
      const known = this.byId.get(printer.id);
      if (known === undefined) this.byId.set(printer.id, new ServicePrinter(printer, this.options));
      else if (known.printer.updatedAt !== printer.updatedAt || !Bun.deepEquals(known.printer, printer))
        known.change(printer);
    }
    await this.listeners.want(this.wantedPorts());
    this.hasOpened = true;
  }

  /** Looks at every printer's status again, and tells those whose hosts listen. */
  refreshStatus(): void {
    for (const printer of this.byId.values()) printer.refreshStatus();
  }

  /** How the ports of a printer are; `null` for a protocol that it has no port for. */
  portsOf({ id }: Printer): { readonly raw: PortState | null; readonly epos: PortState | null } {
    return {
      raw: this.listeners.state(portName("raw", id)),
      epos: this.listeners.state(portName("epos", id)),
    };
  }

  /** Whether the ports that are wanted have been tried to open. */
  get isOpen(): boolean {
    return this.hasOpened;
  }

  /** Why a printer's hosts are told that it is offline, or cannot reach it: a sentence for each cause. */
  troublesOf(printer: ServicePrinter): string[] {
    const { raw, epos } = this.portsOf(printer.printer);
    const closed = [raw, epos].filter((port) => port?.isOpen === false);
    return [
      ...closed.map((port) => `It cannot be reached: ${port?.reason ?? "its port is being opened."}`),
      ...printer.troubles,
    ];
  }

  /** The raw ports that are open, by their printer's name. */
  rawPorts(): Map<string, number> {
    const open = this.all().map(({ printer }) => [printer.name, this.portsOf(printer).raw] as const);
    return new Map(
      open.flatMap(([name, port]) => (port?.isOpen === true ? [[name, port.port] as const] : [])),
    );
  }

  /** How the ports are that all printers share. */
  get sharedPorts(): { readonly lpd: PortState | null; readonly ipp: PortState | null } {
    return { lpd: this.listeners.state(LPD), ipp: this.listeners.state(IPP) };
  }

  /** Closes all ports, each after the jobs under way. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.listeners.close();
  }

  private wantedPorts(): WantedPort[] {
    const { host, lpd, ipp } = this.options.servicePorts();
    const wanted = this.all().flatMap((printer) => this.portsOfPrinter(printer));
    const uses = (protocol: "lpd" | "ipp") =>
      this.all().some(({ printer }) => printer.protocols.includes(protocol));
    const nobody = () => null;
    if (lpd !== 0 && uses("lpd"))
      wanted.push({ name: LPD, host, port: lpd, open: this.ports.lpd, holder: nobody });
    if (ipp !== 0 && uses("ipp"))
      wanted.push({ name: IPP, host, port: ipp, open: this.ports.ipp, holder: nobody });
    return wanted;
  }

  private othersThan(id: number): Printer[] {
    return this.all().flatMap(({ printer }) => (printer.id === id ? [] : [printer]));
  }

  private portsOfPrinter(printer: ServicePrinter): WantedPort[] {
    const { id, protocols, address, rawPort, eposPort } = printer.printer;
    const service = this.options.servicePorts();
    const host = address ?? service.host;
    const wanted: WantedPort[] = [];
    for (const [protocol, port] of [
      ["raw", rawPort],
      ["epos", eposPort],
    ] as const) {
      if (port === null || !protocols.includes(protocol)) continue;
      const open = (openHost: string, openPort: number) => this.ports[protocol](printer, openHost, openPort);
      const holder = () => holderOf(port, address, this.othersThan(id), this.options.servicePorts());
      wanted.push({ name: portName(protocol, id), host, port, open, holder });
    }
    return wanted;
  }
}

const LPD = "LPD (port of all printers)";
const IPP = "IPP (port of all printers)";

function portName(protocol: "raw" | "epos", printerId: number): string {
  return `printer ${printerId} by ${protocol === "raw" ? "raw printing" : "ePOS-Print"}`;
}
