import { readTarget } from "./target.ts";
import type { Printer } from "./printer.ts";

/** What tells where a printer's prints go. */
export type PrinterLink = Pick<Printer, "id" | "rawPort" | "target">;

/**
 * Whether a printer's prints come back to it by a chain of targets that are raw ports of this service, for ever.
 * @param printers all others, as they are
 * @param changed the printer as it is to be
 */
export function printsInLoop(
  printers: readonly PrinterLink[],
  changed: PrinterLink,
  isThisMachine: (host: string) => boolean,
): boolean {
  const all = [...printers.filter(({ id }) => id !== changed.id), changed];
  let printer: PrinterLink | undefined = changed;
  // A chain longer than there are printers runs in a loop of others, and each was refused when it would have closed one.
  for (let step = 0; step <= all.length && printer !== undefined; step++) {
    printer = nextOf(printer, all, isThisMachine);
    if (printer === changed) return true;
  }
  return false;
}

function nextOf(
  { target }: PrinterLink,
  all: readonly PrinterLink[],
  isThisMachine: (host: string) => boolean,
): PrinterLink | undefined {
  // One that cannot be read, such as that of another version of ours, leads nowhere.
  const parsed = target === null ? "" : readTarget(target);
  if (typeof parsed === "string" || parsed.kind !== "tcp" || !isThisMachine(parsed.host)) return undefined;
  return all.find(({ rawPort }) => rawPort === parsed.port);
}
