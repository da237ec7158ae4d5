import { readTarget } from "./target.ts";
import { type Printer, printerKey } from "./printer.ts";

/** What tells where a printer's prints go. */
export type PrinterLink = Pick<Printer, "id" | "rawPort" | "target" | "name" | "backup" | "also">;

/**
 * Whether a change has prints come back to their printer for ever: by targets that are raw ports or LPD queues of this
 * service, of the printer itself or of those that print its copies or in its place. Requests by HTTP are told apart when
 * they come.
 * @param printers all, as they are
 * @param changed the printer as it is to be
 */
export function printsInLoop(
  printers: readonly PrinterLink[],
  changed: PrinterLink,
  isThisMachine: (host: string) => boolean,
): boolean {
  const before = inLoops(printers, isThisMachine);
  const after = inLoops([...printers.filter(({ id }) => id !== changed.id), changed], isThisMachine);
  // One of old is no reason to refuse everything else, but for the printer that is being set.
  return after.has(changed.id) || after.values().some((id) => !before.has(id));
}

/** The printers whose prints come back to them. */
function inLoops(all: readonly PrinterLink[], isThisMachine: (host: string) => boolean): Set<number> {
  const next = new Map(all.map((printer) => [printer.id, nextOf(printer, all, isThisMachine)]));
  const comesBack = (start: number): boolean => {
    const seen = new Set<number>();
    const open = [...(next.get(start) ?? [])];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === start) return true;
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(...(next.get(id) ?? []));
    }
    return false;
  };
  return new Set(all.map(({ id }) => id).filter(comesBack));
}

/** The printers of ours to which a printer's prints go on. */
function nextOf(
  { target, backup, also }: PrinterLink,
  all: readonly PrinterLink[],
  isThisMachine: (host: string) => boolean,
): number[] {
  const named = [...also, ...(backup === null ? [] : [backup])].map(printerKey);
  const others = named.length === 0 ? [] : all.filter(({ name }) => named.includes(printerKey(name)));
  const targets = [target, ...others.map((other) => other.target)];
  return targets.flatMap((each) => printerAt(each, all, isThisMachine) ?? []).map(({ id }) => id);
}

/** The printer of ours that a target is; `undefined` for another machine's. */
function printerAt(
  target: string | null,
  all: readonly PrinterLink[],
  isThisMachine: (host: string) => boolean,
): PrinterLink | undefined {
  // One that cannot be read, such as that of another version of ours, leads nowhere.
  const parsed = target === null ? "" : readTarget(target);
  if (typeof parsed === "string" || !("host" in parsed) || !isThisMachine(parsed.host)) return undefined;
  if (parsed.kind === "tcp") return all.find(({ rawPort }) => rawPort === parsed.port);
  return all.find(({ name }) => printerKey(name) === printerKey(parsed.queue));
}
