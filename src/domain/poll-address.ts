import { TillrollError } from "./errors.ts";
import type { Printer } from "./printer.ts";
import { readTarget } from "./target.ts";

/** Where printers of each kind that comes to us ask for their prints, before the secret. */
const PATHS = { cloudprnt: "/cloudprnt/", sdp: "/server-direct-print/" } as const;

export type PolledKind = keyof typeof PATHS;

export const POLLED_KINDS = Object.keys(PATHS) as readonly PolledKind[];

/** The pattern of the paths of a kind. */
export function pollRoute(kind: PolledKind): string {
  return `${PATHS[kind]}:secret`;
}

/** How a printer comes to us; `null` for one that is called. */
export function polledKind({ target }: Pick<Printer, "target">): PolledKind | null {
  const read = target === null ? "" : readTarget(target);
  return typeof read !== "string" && read.kind in PATHS ? (read.kind as PolledKind) : null;
}

/**
 * The path of the address that a printer asks for its prints.
 * @throws TillrollError CONFLICT when it does not come to us
 */
export function pollPath(printer: Pick<Printer, "name" | "target">, secret: string): string {
  const kind = polledKind(printer);
  if (kind !== null) return PATHS[kind] + secret;
  const kinds = POLLED_KINDS.map((name) => `${name}:`).join(" or ");
  const message = `Printer "${printer.name}" does not fetch its prints here; set its target to ${kinds}`;
  throw new TillrollError("CONFLICT", message, { target: printer.target });
}
