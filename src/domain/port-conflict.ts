import { isIPv4, plainAddress } from "./address-blocks.ts";
import type { Issue } from "./errors.ts";
import type { Printer } from "./printer.ts";
import { OWN_PORT_PROTOCOLS, PROTOCOLS, SERVICE_PROTOCOLS, type ServiceProtocol } from "./protocols.ts";

/** Where the service listens itself. A port is 0 or not given where it opens none. */
export interface ServicePorts extends Readonly<Partial<Record<ServiceProtocol, number>>> {
  /** The address that ports are opened on where a printer names none. */
  readonly host: string;
  readonly http: number;
  /** Of HTTPS, and further ones that the owner asked for. */
  readonly https?: number;
  readonly web?: readonly number[];
}

/** What of a printer tells which ports it wants. */
export type PrinterPlace = Pick<Printer, "id" | "name" | "address" | "rawPort" | "eposPort">;

/** Where a service listens that is not known, because none runs: on all addresses, as it does by default. */
export const UNKNOWN_PORTS: ServicePorts = { host: "0.0.0.0", http: 0 };

const PORTS = OWN_PORT_PROTOCOLS.map((name) => PROTOCOLS[name].port.setting);

/**
 * Who has a port, or is to have it, on an address that overlaps; `null` when nobody does.
 * @param address `null` for the service's
 * @param others printers beside the one that asks
 */
export function holderOf(
  port: number,
  address: string | null,
  others: readonly PrinterPlace[],
  service: ServicePorts,
): string | null {
  const isHere = (other: string | null) => overlap(address ?? service.host, other ?? service.host);
  if (isHere(null)) {
    if (port === service.http || (port !== 0 && port === service.https))
      return "this service, for its dashboard and API";
    if (service.web?.includes(port) === true) return "this service, for web pages that print";
    const protocol = SERVICE_PROTOCOLS.find((name) => service[name] === port);
    if (protocol !== undefined) return `this service, for ${PROTOCOLS[protocol].title}`;
  }
  const holder = others.find((other) => PORTS.some((name) => other[name] === port) && isHere(other.address));
  return holder === undefined ? null : `printer "${holder.name}"`;
}

/** What is wrong with a printer's ports, beside others' and the service's own: one issue for each that is taken. */
export function portIssues(
  printer: PrinterPlace,
  printers: readonly PrinterPlace[],
  service: ServicePorts,
): Issue[] {
  const others = printers.filter(({ id }) => id !== printer.id);
  return PORTS.flatMap((path) => {
    const port = printer[path];
    const holder = port === null ? null : holderOf(port, printer.address, others, service);
    if (holder === null) return [];
    return [{ path, message: `must be another port: ${port} belongs to ${holder}.` }];
  });
}

/** Whether two addresses that ports are opened on have any in common. A name may be of any address. */
function overlap(left: string, right: string): boolean {
  const [first, second] = [plainAddress(left.toLowerCase()), plainAddress(right.toLowerCase())];
  if (first === second || isEvery(first) || isEvery(second)) return true;
  if (first === "0.0.0.0") return isIPv4(second);
  return second === "0.0.0.0" && isIPv4(first);
}

/** Whether an address stands for all, of IPv4 too, or is a name. */
function isEvery(address: string): boolean {
  return address === "" || address === "::" || !(isIPv4(address) || address.includes(":"));
}
