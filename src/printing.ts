import type { Database } from "bun:sqlite";
import { hostname } from "node:os";
import { type Clock, monotonicClock } from "./domain/clock.ts";
import type { LargeDocuments } from "./documents/large-documents.ts";
import type { Deliveries } from "./delivery/deliveries.ts";
import type { ServicePorts } from "./domain/port-conflict.ts";
import { type Printer, printerUuid } from "./domain/printer.ts";
import { RAW_PORT } from "./domain/target.ts";
import { allowOriginsCommand } from "./domain/origin-refusal.ts";
import type { Workspace } from "./domain/workspace.ts";
import type { Intake } from "./intake/intake.ts";
import { recoverSpool } from "./intake/spool-recovery.ts";
import type { Log } from "./operations/log.ts";
import { ThrottledLog } from "./operations/throttled-log.ts";
import type { Discovery } from "./printers/discovery/discovery.ts";
import type { EpsonDiscovery } from "./printers/discovery/epson/epson-discovery.ts";
import type { Listener } from "./printers/listeners.ts";
import { makerOf } from "./printers/maker.ts";
import { HttpProtocols } from "./printers/http-protocols.ts";
import { PrintOrigins } from "./printers/origins/print-origins.ts";
import { Printers } from "./printers/printers.ts";
import type { ServicePrinter } from "./printers/service-printer.ts";
import { type PrinterStore, printerNotFound } from "./storage/printer-store.ts";
import type { WorkspaceStore } from "./storage/workspace-store.ts";
import type { Writer } from "./storage/writer.ts";

/** Which ports are opened for printing. */
export interface PrintingOptions {
  /** Of the printer that the first start makes; `null` for none. */
  readonly rawPort: number | null;
  /** For LPD, all printers'; 0 for none. */
  readonly lpdPort: number;
  /** For IPP, all printers'; 0 for none but the HTTP port. */
  readonly ippPort: number;
  /** Whether the network is told what is listening. */
  readonly announce: boolean;
  /** Whether searches of Epson's own programs are answered; experimental. */
  readonly epsonDiscovery: boolean;
}

export interface PrintingSurroundings {
  readonly options: PrintingOptions;
  readonly host: string;
  /** A reading connection. */
  readonly database: Database;
  readonly stores: { readonly printers: PrinterStore; readonly workspaces: WorkspaceStore };
  readonly intake: Intake;
  readonly deliveries: Deliveries;
  readonly writer: Writer;
  /** Why no print could be stored now, as a sentence; `null` when one could. */
  readonly storageTrouble: () => string | null;
  readonly documents: LargeDocuments;
  readonly log: Log;
  /** Whether the origin of a web page is this machine. */
  readonly isOwnOrigin: (origin: string) => boolean;
  /** Told that a web page was refused. @param name its origin, or what stands for many */
  readonly onOriginRefused: (name: string) => void;
  /** What hosts are told that the time is. */
  readonly clock: Clock;
  /** Told when printers or ports have changed, however that came about. */
  readonly onChange: () => void;
}

/** Ports that speak HTTP; the HTTP side of the service opens them. */
export interface HttpPorts {
  /** The service's own. */
  readonly port: number;
  openEpos(printer: ServicePrinter, host: string, port: number): Listener;
  openIpp(host: string, port: number): Listener;
}

/** The printing side of the service: its printers, their ports, and their announcement on the network. */
export class Printing {
  readonly printers: Printers;
  readonly protocols: HttpProtocols;
  readonly origins: PrintOrigins;
  private http: HttpPorts | null = null;
  private discovery: Discovery | null = null;
  private epson: EpsonDiscovery | null = null;

  constructor(private readonly surroundings: PrintingSurroundings) {
    const { intake, stores, documents, log, deliveries } = surroundings;
    // Anybody on the network can make them log.
    const hostLog = new ThrottledLog(log, monotonicClock);
    this.protocols = new HttpProtocols({
      log: hostLog,
      documents,
      clock: surroundings.clock,
      readingOf: (printer) => this.readingOf(printer),
    });
    const { clock, isOwnOrigin, onOriginRefused: onRefused } = surroundings;
    const learn = (printer: Printer, origin: string) => this.learnOrigin(printer, origin);
    this.origins = new PrintOrigins({ isOwnOrigin, learn, onRefused, hostLog, clock });
    this.printers = new Printers(
      {
        intake,
        log,
        servicePorts: () => this.servicePorts,
        list: () => stores.printers.list(),
        workspaceOf: (printer) => this.workspaceOf(printer),
        storageTrouble: surroundings.storageTrouble,
        realStatus: (id) => deliveries.statusOf(id),
        onStatusRead: (id) => deliveries.notice(id),
        passThrough: (id, events) => deliveries.passThrough(id, events),
        onQueued: (id) => deliveries.wake(id),
        onChange: (printers) => {
          if (this.http === null) return;
          deliveries.update(printers.map(({ printer }) => printer));
          surroundings.onChange();
          void this.announce(printers);
        },
      },
      {
        // Loaded when they are needed: the service answers HTTP before.
        raw: async (endpoint, rawHost, port) => {
          const { listenRaw } = await import("./printers/raw9100/raw9100.ts");
          return listenRaw({ endpoint, host: rawHost, port, log: hostLog });
        },
        lpd: async (lpdHost, port) => {
          const { listenLpd } = await import("./printers/lpd/lpd.ts");
          return listenLpd({
            resolve: (queue) => this.printers.find(queue),
            host: lpdHost,
            port,
            log: hostLog,
          });
        },
        epos: (printer, eposHost, port) => this.httpPorts().openEpos(printer, eposHost, port),
        ipp: (ippHost, port) => this.httpPorts().openIpp(ippHost, port),
      },
    );
  }

  /** Stores what a crash left behind, and opens the ports. A port that cannot be opened is logged, and the rest goes on. */
  async open(http: HttpPorts): Promise<void> {
    const { database, writer, log, deliveries } = this.surroundings;
    this.http = http;
    deliveries.onStatusChange(() => this.printers.refreshStatus());
    await recoverSpool(database, writer, log);
    await this.printers.reload();
    await this.answerEpson();
  }

  /** Closes all ports, each after the jobs under way. */
  async close(): Promise<void> {
    const discovery = this.discovery;
    this.discovery = null;
    this.http = null;
    this.epson?.stop();
    await Promise.all([this.printers.close(), discovery?.stop()]);
  }

  /** Where the service listens, printers' own ports left out. */
  get servicePorts(): ServicePorts {
    return this.portsBeside(this.http?.port ?? 0);
  }

  /** The same before the printers' ports are opened. @param http the HTTP port */
  portsBeside(http: number): ServicePorts {
    const { host, options } = this.surroundings;
    return { host, http, lpd: options.lpdPort, ipp: options.ippPort };
  }

  /** The name under which this machine is announced on the network; `null` while it is not. */
  get announcedHost(): string | null {
    return this.discovery?.hostName ?? null;
  }

  /** The dashboard's address, for a host that knows this machine as `host`. */
  dashboardAddress(host: string): string {
    return `http://${host.replace(/:\d+$/, "")}:${this.httpPorts().port}/`;
  }

  /** What of a printer its workspace decides where it does not. @throws TillrollError NOT_FOUND */
  detailsOf(printer: Printer): { readonly maker: string; readonly columns: number } {
    const workspace = this.workspaceOf(printer);
    const maker = makerOf(printer.profile ?? workspace.profile);
    return { maker, columns: printer.width ?? workspace.width };
  }

  private async learnOrigin({ id, name }: Printer, origin: string): Promise<void> {
    const { writer, log } = this.surroundings;
    await writer.submit({ kind: "printer", change: { do: "learnOrigin", id, origin } });
    await this.printers.reload();
    log.write("info", `web pages of ${origin} may print on ${name} from now on: the first that printed`, {
      toForgetIt: allowOriginsCommand(name, ["none"]),
    });
  }

  private httpPorts(): HttpPorts {
    if (this.http === null) throw new Error("the service is not listening");
    return this.http;
  }

  private workspaceOf(printer: Printer): Workspace {
    const workspace = this.surroundings.stores.workspaces.findById(printer.workspaceId);
    if (workspace === null) throw printerNotFound(printer.name);
    return workspace;
  }

  private readingOf(printer: Printer) {
    const workspace = this.workspaceOf(printer);
    return { profile: printer.profile ?? workspace.profile, charset: printer.charset ?? workspace.charset };
  }

  /** Epson's programs find one printer at an address: the one on the port that all of them use. */
  private async answerEpson(): Promise<void> {
    const { options, log, host } = this.surroundings;
    if (!options.epsonDiscovery) return;
    const { startEpsonDiscovery } = await import("./printers/discovery/epson/epson-discovery.ts");
    const printer = () => {
      const found = this.printers.all().find((one) => one.printer.rawPort === RAW_PORT);
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

  /** Tells the network which printers there are now, at which of the ports that are open. */
  private async announce(printers: readonly ServicePrinter[]): Promise<void> {
    const { options, log, host } = this.surroundings;
    const http = this.http;
    if (!options.announce || http === null) return;
    const { dashboardAnnouncement, printerAnnouncements, startDiscovery } =
      await import("./printers/discovery/discovery.ts");
    const { lpd, ipp } = this.printers.sharedPorts;
    const services = [dashboardAnnouncement(hostname(), http.port)];
    for (const { printer } of printers) {
      const raw = this.printers.portsOf(printer).raw;
      const place = {
        machine: hostname(),
        maker: makerOf(this.readingOf(printer).profile),
        uuid: printerUuid(printer),
        httpPort: http.port,
        ippPort: ipp?.isOpen === true ? ipp.port : http.port,
        lpdPort: lpd?.isOpen === true ? lpd.port : null,
      };
      services.push(
        ...printerAnnouncements({ ...printer, rawPort: raw?.isOpen === true ? raw.port : null }, place),
      );
    }
    // Closed meanwhile.
    if (this.http === null) return;
    this.discovery ??= startDiscovery({ log, hostName: hostname(), listenHost: host });
    this.discovery.update(services);
  }
}
