import type { SlugOf } from "../domain/workspace.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { PortState } from "./listeners.ts";
import type { Printers } from "./printers.ts";

/** Whose a port is; `null` for those that all printers share. */
interface Owner {
  readonly printer: string | null;
  /** The slug of the printer's workspace. */
  readonly workspace: string | null;
}

/** A port, as monitoring sees it. */
type ToldPort = Omit<PortState, "host" | "fault"> & Owner & { readonly protocol: string };

const SHARED: Owner = { printer: null, workspace: null };

/** Whether the ports by which tills reach printers are open. */
export function portsHealth(printers: Printers, slugOf: SlugOf): HealthComponent {
  return {
    name: "ports",
    isNeededToPrint: true,
    look: () => (printers.isOpen ? lookAt(portsOf(printers, slugOf)) : OPENING),
  };
}

const OPENING: ComponentHealth = { state: "failed", message: "The ports of the printers are being opened." };

function lookAt(ports: readonly ToldPort[]): ComponentHealth {
  const details = { ports };
  const closed = ports.filter(({ isOpen }) => !isOpen);
  const first = closed.find(({ printer }) => printer !== null) ?? closed[0];
  if (first === undefined) {
    const message = ports.length === 0 ? "No printer has a port of its own." : "All ports are open.";
    return { state: "ok", message, details };
  }
  const open = ports.filter(({ printer, isOpen }) => printer !== null && isOpen);
  // Printers can be reached without the shared ones, and ordinary users of Linux may not open them.
  const state = first.printer === null ? "degraded" : "failed";
  const { port, protocol, reason } = first;
  const cause = `Port ${port} ${whose(first)} (${protocol}) is not open: ${reason ?? "it is being opened."}`;
  const more = closed.length > 1 ? [`Other ports that are not open: ${closed.length - 1}.`] : [];
  return { state, message: [cause, ...more, ...stillOpen(open)].join(" "), details };
}

/** What still works, a sentence. @param open ports of single printers */
function stillOpen(open: readonly ToldPort[]): string[] {
  const [only, ...more] = open;
  if (only === undefined) return [];
  if (more.length > 0) return [`The other ${open.length} ports of printers are open.`];
  return [`Port ${only.port} ${whose(only)} (${only.protocol}) is open.`];
}

function whose({ printer }: Owner): string {
  return printer === null ? "of all printers" : `of printer "${printer}"`;
}

function portsOf(printers: Printers, slugOf: SlugOf): ToldPort[] {
  const own = printers
    .all()
    .flatMap(({ printer }) =>
      told({ printer: printer.name, workspace: slugOf(printer) }, printers.portsOf(printer)),
    );
  const web = printers.webPorts.map(({ port, isOpen, reason }) => {
    return { ...SHARED, protocol: "web pages", port, isOpen, reason };
  });
  return [...own, ...told(SHARED, printers.sharedPorts), ...web];
}

function told(owner: Owner, states: Readonly<Record<string, PortState | null>>): ToldPort[] {
  return Object.entries(states).flatMap(([protocol, state]) => {
    if (state === null) return [];
    const { port, isOpen, reason } = state;
    return [{ ...owner, protocol, port, isOpen, reason }];
  });
}
