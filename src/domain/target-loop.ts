import { parseTarget, type Target } from "./target.ts";
import type { Printer } from "./printer.ts";

/** What tells where a printer's prints go. */
export type PrinterLink = Pick<Printer, "id" | "rawPort" | "target">;

/**
 * Whether a printer's prints come back to it: its target is a raw port of this service, whose printer's target is one
 * too, and so on. Each print would then be printed again for ever.
 * @param printers all others, as they are
 * @param changed the printer as it is to be
 * @param isThisMachine whether a host's name or address is this machine's
 */
export function printsInLoop(
  printers: readonly PrinterLink[],
  changed: PrinterLink,
  isThisMachine: (host: string) => boolean,
): boolean {
  const all = [...printers.filter(({ id }) => id !== changed.id), changed];
  let printer: PrinterLink | undefined = changed;
  // A way that is longer than there are printers goes round in a loop of others, which were refused when they began it.
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
  const parsed = target === null ? null : readTarget(target);
  if (parsed?.kind !== "raw" || !isThisMachine(parsed.host)) return undefined;
  return all.find(({ rawPort }) => rawPort === parsed.port);
}

/** A target that cannot be read, such as one of another version of ours, leads nowhere. */
function readTarget(target: string): Target | null {
  try {
    return parseTarget(target);
  } catch {
    return null;
  }
}
