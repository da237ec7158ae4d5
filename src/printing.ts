import { audit } from "./audit/audit-entry.ts";
import type { Database } from "bun:sqlite";
import { type Clock, monotonicClock } from "./domain/clock.ts";
import type { LargeDocuments } from "./documents/large-documents.ts";
import type { Deliveries } from "./delivery/deliveries.ts";
import type { ServicePorts } from "./domain/port-conflict.ts";
import { type Printer, printerNotFound } from "./domain/printer.ts";
import { allowOriginsCommand } from "./domain/origin-refusal.ts";
import { factsOf, type PrinterProtocol, type ServiceProtocol, type WebPort } from "./domain/protocols.ts";
import type { Workspace } from "./domain/workspace.ts";
import { type Intake, recoverSpool } from "./intake/intake.ts";
import { type Log, ThrottledLog } from "./operations/log.ts";
import type { PollClients } from "./polling/poll-clients.ts";
import type { PollTrouble } from "./polling/polling-health.ts";
import { connectionOf, type PrinterConnection } from "./printers/connection.ts";
import { PrinterDiscovery } from "./printers/discovery/printer-discovery.ts";
import type { Listener } from "./printers/listeners.ts";
import { PrintOrigins } from "./printers/origins/print-origins.ts";
import { type OpenPort, Printers } from "./printers/printers.ts";
import { loadProtocol, type PrinterHandler, type ProtocolContext } from "./printers/protocol.ts";
import type { ServicePrinter } from "./printers/service-printer.ts";
import type { PrinterStore } from "./storage/printer-store.ts";
import type { WorkspaceStore } from "./storage/workspace-store.ts";
import type { Writer } from "./storage/writer.ts";

/** Which ports are opened for printing. */
export interface PrintingOptions {
  /** Of the printer that the first start makes; `null` for none. */
  readonly rawPort: number | null;
  /** Of protocols that have one port for all printers; 0 or none given for none but, where they speak it, the HTTP port. */
  readonly ports: Readonly<Partial<Record<ServiceProtocol, number>>>;
  /** Ports for web pages; none unless given. */
  readonly webPorts?: readonly WebPort[];
  /** Whether the network is told what is listening. */
  readonly announce: boolean;
  /** Whether searches of Epson's own programs are answered; experimental. */
  readonly epsonDiscovery: boolean;
}

export interface PrintingContext {
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
  /** Told of each print that has come in by a printer. */
  readonly onPrint: (printerId: number) => void;
  /** What hosts are told that the time is. */
  readonly clock: Clock;
  /** Told when printers or ports have changed, however that came about. */
  readonly onChange: () => void;
}

/** Ports that speak HTTP; the HTTP side of the service opens them. */
export interface HttpPorts {
  /** The service's own, and its own of HTTPS; 0 where there is none. */
  readonly port: number;
  readonly securePort: number;
  /** Opens a port for a protocol's routes alone. @param printer whose port it is; `null` for one of all printers */
  open(protocol: PrinterProtocol, printer: ServicePrinter | null, host: string, port: number): Listener;
  /** Opens a port for the routes of all protocols, of all printers. */
  openWeb(host: string, port: number, isSecure: boolean): Listener;
}

/** The printing side of the service: its printers, their ports, and their announcement on the network. */
export class Printing {
  readonly printers: Printers;
  readonly origins: PrintOrigins;
  private readonly handlers = new Map<PrinterProtocol, Promise<PrinterHandler>>();
  private readonly protocolContext: ProtocolContext;
  private readonly discovery: PrinterDiscovery;
  /** The printers that ask addresses for jobs; loaded with the first. */
  private polls: Promise<PollClients> | null = null;
  private knownPolls: PollClients | null = null;
  private http: HttpPorts | null = null;

  constructor(private readonly context: PrintingContext) {
    const { intake, stores, documents, log, deliveries, clock, isOwnOrigin } = context;
    // Anybody on the network can make them log.
    const hostLog = new ThrottledLog(log, monotonicClock);
    const learn = (printer: Printer, origin: string) => this.learnOrigin(printer, origin);
    const onRefused = context.onOriginRefused;
    this.origins = new PrintOrigins({ isOwnOrigin, learn, onRefused, hostLog, clock });
    this.printers = new Printers({
      intake,
      log,
      servicePorts: () => this.servicePorts,
      openPort: (...port) => this.openPort(...port),
      webPorts: context.options.webPorts ?? [],
      openWebPort: async ({ port, isSecure }, host) => this.httpPorts().openWeb(host, port, isSecure),
      list: () => stores.printers.list(),
      workspaceOf: (printer) => this.workspaceOf(printer),
      clock,
      storageTrouble: context.storageTrouble,
      onPrint: context.onPrint,
      deliveries,
      onChange: (printers) => this.onPrintersChange(printers),
    });
    this.protocolContext = {
      printers: this.printers,
      origins: this.origins,
      log: hostLog,
      clock,
      documents,
      maximumPrintBytes: intake.maximumPrintBytes,
      dashboardAddress: (host) => this.dashboardAddress(host),
    };
    const { host, options } = context;
    this.discovery = new PrinterDiscovery(options, host, this.printers, log);
  }

  /** What answers requests of a protocol that speaks HTTP; it is loaded with the first. */
  handlerOf(protocol: PrinterProtocol): Promise<PrinterHandler> {
    return this.handlers.getOrInsertComputed(protocol, async (name) => {
      const { serve } = await loadProtocol(name);
      if (serve === undefined) throw new Error(`${name} does not speak HTTP`);
      return serve(this.protocolContext);
    });
  }

  private async openPort(...[name, printer, host, port]: Parameters<OpenPort>): Promise<Listener> {
    if (factsOf(name).routes !== undefined) return this.httpPorts().open(name, printer, host, port);
    const { listen } = await loadProtocol(name);
    if (listen === undefined) throw new Error(`${name} neither listens nor speaks HTTP`);
    return listen(this.protocolContext, { host, port, printer });
  }

  private onPrintersChange(printers: readonly ServicePrinter[]): void {
    const { onChange } = this.context;
    const { http } = this;
    if (http === null) return;
    this.updatePolls(printers);
    onChange();
    void this.discovery.announce(printers, http.port, http.securePort);
  }

  /** Why the address that a printer asks for jobs cannot be asked, as a sentence; `null` while it can, and without one. */
  pollTroubleOf(printerId: number): string | null {
    return this.knownPolls?.troubleOf(printerId) ?? null;
  }

  /** The printers whose addresses for jobs could not be asked again and again. */
  pollTroubles(): readonly PollTrouble[] {
    return this.knownPolls?.troubles() ?? [];
  }

  private updatePolls(printers: readonly ServicePrinter[]): void {
    if (this.polls === null && printers.every(({ printer }) => printer.poll === null)) return;
    this.polls ??= this.loadPolls();
    void this.polls.then((clients) => clients.update(this.printers.all()));
  }

  private async loadPolls(): Promise<PollClients> {
    const { PollClients: Clients } = await import("./polling/poll-clients.ts");
    const { database, writer, documents } = this.context;
    this.knownPolls = new Clients({ database, writer, documents, log: this.protocolContext.log });
    return this.knownPolls;
  }

  /** Stores what a crash left behind, and opens the ports. A port that cannot be opened is logged, and the rest goes on. */
  async open(http: HttpPorts): Promise<void> {
    const { database, writer, log, deliveries } = this.context;
    this.http = http;
    deliveries.onStatusChange(() => this.printers.refreshStatus());
    await recoverSpool(database, writer, log);
    await this.printers.reload();
    await this.discovery.answerEpson();
  }

  /** Closes all ports, each after the jobs under way. */
  async close(): Promise<void> {
    this.http = null;
    const polls = this.polls?.then((clients) => clients.close());
    await Promise.all([polls, this.printers.close(), this.discovery.stop()]);
  }

  /** Where the service listens, printers' own ports left out. */
  get servicePorts(): ServicePorts {
    return this.portsBeside(this.http?.port ?? 0, this.http?.securePort ?? 0);
  }

  /** The same before the printers' ports are opened. @param http the port of HTTP @param https that of HTTPS, or 0 */
  portsBeside(http: number, https: number): ServicePorts {
    const { host, options } = this.context;
    const web = (options.webPorts ?? []).flatMap(({ port, isAsked }) => (isAsked ? [port] : []));
    return { host, http, https, web, ...options.ports };
  }

  /** The name under which this machine is announced on the network; `null` while it is not. */
  get announcedHost(): string | null {
    return this.discovery.hostName;
  }

  /** What a till must be told to print on a printer. */
  connectionOf(printer: Printer): PrinterConnection {
    const ports = { ...this.printers.portsOf(printer), ...this.printers.sharedPorts };
    const { servicePorts: service, announcedHost } = this;
    return connectionOf(printer, { ports, service, announcedHost });
  }

  /** The dashboard's address, for a host that knows this machine as `host`. */
  dashboardAddress(host: string): string {
    return `http://${host.replace(/:\d+$/, "")}:${this.httpPorts().port}/`;
  }

  private async learnOrigin({ id, name, workspaceId }: Printer, origin: string): Promise<void> {
    const { writer, log } = this.context;
    const page = { kind: "page", id: origin, name: "", address: null, requestId: null } as const;
    const note = audit(page, "printer.origin-allowed", name, { origin }, workspaceId);
    await writer.submit({ kind: "printer", change: { do: "learnOrigin", id, origin }, audit: note });
    await this.printers.reload();
    log.write("info", `web pages of ${origin} may print on ${name} from now on: the first that printed`, {
      toForgetIt: allowOriginsCommand(name, ["none"]),
    });
  }

  /** @throws Error before the service listens */
  private httpPorts(): HttpPorts {
    if (this.http === null) throw new Error("the service is not listening");
    return this.http;
  }

  private workspaceOf(printer: Printer): Workspace {
    const workspace = this.context.stores.workspaces.findById(printer.workspaceId);
    if (workspace === null) throw printerNotFound(printer.name);
    return workspace;
  }
}
