import {
  EPOS_PATH,
  factsOf,
  PRINTER_PROTOCOLS,
  type PrinterProtocol,
  WEBPRNT_PATH,
} from "../domain/protocols.ts";
import { likelyAddresses } from "../platform/network.ts";
import type { PortFault } from "../domain/port-fault.ts";
import type { Printer } from "../domain/printer.ts";
import type { ServicePorts } from "../domain/port-conflict.ts";
import type { PortState } from "./listeners.ts";

/** A way by which tills reach a printer. */
export interface ConnectionWay {
  readonly protocol: PrinterProtocol;
  /** The protocol's name in sentences. */
  readonly title: string;
  readonly host: string;
  readonly port: number;
  /** What is entered where one line is asked for. */
  readonly address: string;
  /** The queue, where the protocol has them; else `null`. */
  readonly queue: string | null;
  readonly isOpen: boolean;
  /** Why it is not open; `null` when it is. */
  readonly reason: string | null;
  /** The same for programs. */
  readonly fault: PortFault | null;
}

/** What a till must be told to print. */
export interface PrinterConnection {
  /** The names and addresses of this machine, what is to be told first. */
  readonly hosts: readonly string[];
  readonly ways: readonly ConnectionWay[];
}

/** How the ports of a printer are, and those of all printers. */
export interface ConnectionFacts {
  readonly ports: Readonly<Partial<Record<PrinterProtocol, PortState | null>>>;
  readonly service: ServicePorts;
  /** The name of this machine on the network; `null` for none. */
  readonly announcedHost: string | null;
}

type ConnectedPrinter = Pick<Printer, "name" | "address" | "protocols">;

/** Says what tills must be told to print on a printer. @param addresses this machine's, the likeliest first */
export function connectionOf(
  printer: ConnectedPrinter,
  facts: ConnectionFacts,
  addresses: readonly string[] = likelyAddresses(),
): PrinterConnection {
  const listening = printer.address ?? facts.service.host;
  const isEverywhere = ["0.0.0.0", "::", ""].includes(listening);
  const named = isEverywhere && facts.announcedHost !== null ? [facts.announcedHost] : [];
  const found = isEverywhere ? addresses : [listening];
  // A machine without a network can be printed on from itself.
  const hosts = found.length + named.length === 0 ? ["127.0.0.1"] : [...found, ...named];
  const [host = ""] = hosts;
  const wanted = PRINTER_PROTOCOLS.filter((protocol) => printer.protocols.includes(protocol));
  return { hosts, ways: wanted.flatMap((protocol) => waysOf(protocol, printer.name, host, facts)) };
}

function waysOf(
  protocol: PrinterProtocol,
  name: string,
  host: string,
  { ports, service }: ConnectionFacts,
): ConnectionWay[] {
  const { title, routes } = factsOf(protocol);
  const way = (port: number, scheme: string, state: PortState | null): ConnectionWay => ({
    protocol,
    title,
    host,
    port,
    address: addressOf(protocol, scheme, `${host.includes(":") ? `[${host}]` : host}:${port}`, name),
    queue: protocol === "lpd" || protocol === "ipp" ? name : null,
    isOpen: state?.isOpen ?? true,
    reason: state?.reason ?? null,
    fault: state?.fault ?? null,
  });
  const own = ports[protocol] ?? null;
  const isOnService = routes !== undefined && service.http > 0;
  return [
    ...(own === null ? [] : [way(own.port, "http", own)]),
    ...(own === null && isOnService ? [way(service.http, "http", null)] : []),
    ...(isOnService && protocol !== "ipp" && (service.https ?? 0) > 0
      ? [way(service.https ?? 0, "https", null)]
      : []),
  ];
}

/** @param place host and port */
function addressOf(protocol: PrinterProtocol, scheme: string, place: string, name: string): string {
  const encoded = encodeURIComponent(name);
  switch (protocol) {
    case "raw":
      return place;
    case "epos":
      return `${scheme}://${place}${EPOS_PATH}?devid=${encoded}`;
    case "webprnt":
      return `${scheme}://${place}${WEBPRNT_PATH}?printer=${encoded}`;
    case "lpd":
      return `lpd://${place}/${encoded}`;
    case "ipp":
      return `ipp://${place}/ipp/print/${encoded}`;
  }
}
