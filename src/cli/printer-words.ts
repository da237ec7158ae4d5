import type { PrinterBacklog } from "../delivery/delivery-reader.ts";
import { DELIVERY_LIMITS } from "../delivery/delivery-limits.ts";
import type { Printer } from "../domain/printer.ts";
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** A web page's origin that was refused, as the API tells it. */
export interface RefusedOriginAnswer {
  readonly origin: string | null;
  readonly count: number;
  readonly lastAt: string;
}

/** What a running service tells of a printer, as far as commands show it. */
export interface ToldPrinter extends Pick<
  Printer,
  "id" | "name" | "rawPort" | "eposPort" | "protocols" | "target" | "simulate" | "held" | "allowOrigins"
> {
  readonly pairingUntil: string | null;
  readonly state: {
    readonly online: boolean;
    readonly troubles: readonly string[];
    readonly refusedOrigins: readonly RefusedOriginAnswer[];
  };
  readonly queue: Omit<PrinterBacklog, "since"> & { readonly since: string | null };
}

/** How every printer is when no service runs that could tell. */
export const NOT_RUNNING = "offline: The service is not running.";

const MILLISECONDS_PER_HOUR = 60 * MILLISECONDS_PER_MINUTE;

/** How a printer is and, when prints wait for the real one, why. */
export function stateInWords({ state, queue, held }: Pick<ToldPrinter, "state" | "queue" | "held">): string {
  const { online, troubles } = state;
  const words = troubles.length === 0 ? (online ? "online" : "offline") : `offline: ${troubles.join(" ")}`;
  if (queue.waiting === 0) return held ? `${words}; held` : words;
  const reason = queue.reason ?? "";
  // A real printer's trouble is why it is offline, too.
  return reason === "" || troubles.some((trouble) => trouble.endsWith(reason))
    ? words
    : `${words}; prints wait: ${reason}`;
}

/** How many prints wait for the real printer, and for how long; `-` for none. @param now epoch milliseconds */
export function waitingInWords({ waiting, held, since }: PrinterBacklog, now: number): string {
  const long = since === null ? "" : ` for ${duration(now - since)}`;
  const parts = [
    ...(waiting > 0 ? [`${counted(waiting)}${long}`] : []),
    ...(held > 0 ? [`${counted(held)} held`] : []),
  ];
  return parts.length === 0 ? "-" : parts.join(", ");
}

function counted(count: number): string {
  return count < DELIVERY_LIMITS.countedDeliveries ? String(count) : `${count}+`;
}

function duration(milliseconds: number): string {
  if (milliseconds < MILLISECONDS_PER_MINUTE)
    return `${Math.max(0, Math.floor(milliseconds / MILLISECONDS_PER_SECOND))} s`;
  if (milliseconds < MILLISECONDS_PER_HOUR)
    return `${Math.floor(milliseconds / MILLISECONDS_PER_MINUTE)} min`;
  if (milliseconds < MILLISECONDS_PER_DAY) return `${Math.floor(milliseconds / MILLISECONDS_PER_HOUR)} h`;
  return `${Math.floor(milliseconds / MILLISECONDS_PER_DAY)} d`;
}
