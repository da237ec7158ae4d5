import type { DoctorRow } from "../contract/doctor.ts";
import { readTarget } from "../domain/target.ts";
import type { DoctorFacts, LookedAtPrinter } from "./doctor-facts.ts";
import { found } from "./findings.ts";
import { connects } from "./look-at-ports.ts";

/** The real printers: as the running service knows them, else whether those on the network answer. */
export async function lookAtPrinters({ printers }: DoctorFacts): Promise<DoctorRow[]> {
  if (printers.length === 0) return [found("printers.none")];
  const rows = await Promise.all(printers.map(rowOf));
  return rows.filter((row) => row !== null);
}

/** While the service runs it has the printer's one connection: what it knows is told, and nobody else asks. */
async function rowOf({ name, target, state }: LookedAtPrinter): Promise<DoctorRow | null> {
  if (state !== null) return found(state.isWell ? "printers.state" : "printers.trouble", name, state.message);
  const place = placeOf(target);
  if (place === null) return null;
  const isThere = await connects(place.host, place.port);
  return found(isThere ? "printers.reachable" : "printers.unreachable", name, `${place.host}:${place.port}`);
}

/** Where on the network a target is; `null` for one that is plugged in, or comes for its prints. */
function placeOf(text: string): { readonly host: string; readonly port: number } | null {
  const target = readTarget(text);
  if (typeof target === "string") return null;
  const { host, port } = target as { readonly host?: unknown; readonly port?: unknown };
  return typeof host === "string" && typeof port === "number" ? { host, port } : null;
}
