import { holderOf, type ServicePorts } from "../domain/port-conflict.ts";
import { type Printer, printerKey } from "../domain/printer.ts";
import {
  factsOf,
  OWN_PORT_PROTOCOLS,
  type OwnPortProtocol,
  PROTOCOLS,
  type PrinterProtocol,
  SERVICE_PROTOCOLS,
  type ServiceProtocol,
  type WebPort,
} from "../domain/protocols.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import type { Log } from "../operations/log.ts";
import { type Listener, Listeners, type PortState, type WantedPort } from "./listeners.ts";
import { type PrinterContext, ServicePrinter } from "./service-printer.ts";

/** How often a printer's own troubles, such as a full disk, are looked at, milliseconds. */
const STATUS_MILLISECONDS = 500;

/** Opens a port of a protocol. @param printer whose port it is; `null` for one of all printers */
export type OpenPort = (
  protocol: PrinterProtocol,
  printer: ServicePrinter | null,
  host: string,
  port: number,
) => Promise<Listener>;

/** How ports are, by their protocol; `null` for one that is not wanted. */
type PortStates<Protocol extends PrinterProtocol> = Readonly<Record<Protocol, PortState | null>>;

interface PrintersOptions extends PrinterContext {
  readonly deliveries: PrinterContext["deliveries"] & Pick<Deliveries, "update">;
  /** All printers as they are stored now, the oldest first. */
  readonly list: () => readonly Printer[];
  readonly log: Log;
  /** Where the service listens itself; the ports of protocols are opened here. */
  readonly servicePorts: () => ServicePorts;
  readonly openPort: OpenPort;
  /** Ports for web pages, of all printers. */
  readonly webPorts: readonly WebPort[];
  readonly openWebPort: (port: WebPort, host: string) => Promise<Listener>;
  /** Told when printers or ports have changed. */
  readonly onChange: (printers: readonly ServicePrinter[]) => void;
}

/** The printers of the service: the records as things that protocols can talk to, and the ports they are reached by. */
export class Printers {
  private readonly byId = new Map<number, ServicePrinter>();
  private readonly listeners: Listeners;
  private readonly timer: Timer;
  /** Whether the ports that are wanted have been tried to open. */
  isOpen = false;

  constructor(private readonly options: PrintersOptions) {
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
    return this.byId.values().find(({ printer }) => printerKey(printer.name) === key) ?? null;
  }

  /**
   * Reads the printers anew: settings count from now on, ports open and close.
   * @returns once that is done; a port that cannot be opened is no error
   */
  async reload(): Promise<void> {
    const stored = this.options.list();
    // Before their ports open: a till may print at that moment, and what is for a printer without a queue is cancelled.
    this.options.deliveries.update(stored);
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
    this.isOpen = true;
  }

  /** Looks at every printer's status again, and tells those whose hosts listen. */
  refreshStatus(): void {
    for (const printer of this.byId.values()) printer.refreshStatus();
  }

  /** How the ports of a printer are. */
  portsOf({ id }: Pick<Printer, "id">): PortStates<OwnPortProtocol> {
    return this.statesOf(OWN_PORT_PROTOCOLS, id);
  }

  /** Why a printer's hosts are told that it is offline, or cannot reach it: a sentence for each cause. */
  troublesOf(printer: ServicePrinter): string[] {
    const closed = Object.values(this.portsOf(printer.printer)).flatMap((port) =>
      port?.isOpen === false ? [`It cannot be reached: ${port.reason ?? "its port is being opened."}`] : [],
    );
    return [...closed, ...printer.troubles];
  }

  /** The raw ports that are open, by their printer's name. */
  rawPorts(): Map<string, number> {
    return new Map(
      this.all().flatMap(({ printer }) => {
        const { raw } = this.portsOf(printer);
        return raw?.isOpen === true ? [[printer.name, raw.port] as const] : [];
      }),
    );
  }

  /** How the ports are that all printers share. */
  get sharedPorts(): PortStates<ServiceProtocol> {
    return this.statesOf(SERVICE_PROTOCOLS, null);
  }

  /** How the ports for web pages are that are open, or that the owner asked for. */
  get webPorts(): PortState[] {
    return this.options.webPorts.flatMap((port) => {
      const state = this.listeners.state(webPortName(port));
      return state !== null && (state.isOpen || port.isAsked) ? [state] : [];
    });
  }

  /** Closes all ports, each after the jobs under way. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.listeners.close();
  }

  private statesOf<Protocol extends PrinterProtocol>(protocols: readonly Protocol[], id: number | null) {
    const states = protocols.map((protocol) => [protocol, this.listeners.state(portName(protocol, id))]);
    return Object.fromEntries(states) as PortStates<Protocol>;
  }

  private wantedPorts(): WantedPort[] {
    const { host, ...ports } = this.options.servicePorts();
    const shared = SERVICE_PROTOCOLS.flatMap((protocol) => {
      const port = ports[protocol] ?? 0;
      const isUsed = this.all().some(({ printer }) => printer.protocols.includes(protocol));
      if (port === 0 || !isUsed) return [];
      const open = () => this.options.openPort(protocol, null, host, port);
      return [{ name: portName(protocol, null), host, port, open, holder: () => null }];
    });
    return [
      ...this.all().flatMap((printer) => this.portsOfPrinter(printer, host)),
      ...shared,
      ...this.wantedWebPorts(host),
    ];
  }

  /** A port for web pages that nobody asked for gives way to a printer that has it for itself. */
  private wantedWebPorts(host: string): WantedPort[] {
    const printers = this.all().map(({ printer }) => printer);
    const isUsed = printers.some(({ protocols }) =>
      protocols.some((name) => factsOf(name).routes !== undefined),
    );
    if (!isUsed) return [];
    return this.options.webPorts.flatMap((web) => {
      const { port } = web;
      const holder = () => holderOf(port, null, printers, { host, http: 0 });
      if (!web.isAsked && holder() !== null) return [];
      const open = () => this.options.openWebPort(web, host);
      return [{ name: webPortName(web), host, port, open, holder, isOptional: !web.isAsked }];
    });
  }

  /** @param serviceHost the address of a printer that names none */
  private portsOfPrinter(printer: ServicePrinter, serviceHost: string): WantedPort[] {
    const { id, name: called, protocols, address } = printer.printer;
    const host = address ?? serviceHost;
    return OWN_PORT_PROTOCOLS.flatMap((protocol) => {
      const port = printer.printer[PROTOCOLS[protocol].port.setting];
      if (port === null || !protocols.includes(protocol)) return [];
      const others = () => this.all().flatMap((other) => (other.printer.id === id ? [] : [other.printer]));
      const holder = () => holderOf(port, address, others(), this.options.servicePorts());
      const open = () => this.options.openPort(protocol, printer, host, port);
      const title = `printer "${called}" by ${PROTOCOLS[protocol].title}`;
      return [{ name: portName(protocol, id), title, host, port, open, holder }];
    });
  }
}

function webPortName({ port, isSecure }: WebPort): string {
  return `${isSecure ? "HTTPS" : "HTTP"} for web pages (port ${port} of all printers)`;
}

/** @param printerId `null` for a port of all printers */
function portName(protocol: PrinterProtocol, printerId: number | null): string {
  const { title } = PROTOCOLS[protocol];
  return printerId === null ? `${title} (port of all printers)` : `printer ${printerId} by ${title}`;
}
