import {
  DOCTOR_AREAS,
  type DoctorAnswer,
  type DoctorArea,
  type DoctorRow,
  type DoctorState,
} from "../contract/doctor.ts";
import type { HealthState } from "../domain/health.ts";
import { formatInstant } from "../domain/instant.ts";
import { reasonOf } from "../platform/system-error.ts";
import type { DoctorFacts } from "./doctor-facts.ts";
import { found } from "./findings.ts";
import { lookAtBackups } from "./look-at-backups.ts";
import { lookAtClock } from "./look-at-clock.ts";
import { lookAtDatabase } from "./look-at-database.ts";
import { lookAtDisk } from "./look-at-disk.ts";
import { lookAtFirewall } from "./look-at-firewall.ts";
import { lookAtMachine } from "./look-at-machine.ts";
import { lookAtPorts } from "./look-at-ports.ts";
import { lookAtPrinters } from "./look-at-printers.ts";
import { lookAtRights } from "./look-at-rights.ts";
import { lookAtService } from "./look-at-service.ts";

type Look = (facts: DoctorFacts) => Promise<DoctorRow[]> | DoctorRow[];

const LOOKS: Readonly<Record<DoctorArea, Look>> = {
  disk: lookAtDisk,
  database: lookAtDatabase,
  clock: lookAtClock,
  ports: lookAtPorts,
  firewall: lookAtFirewall,
  printers: lookAtPrinters,
  backups: lookAtBackups,
  rights: lookAtRights,
  service: lookAtService,
  machine: lookAtMachine,
  health: lookAtHealth,
};

/** States by how much they matter. */
const WEIGHTS: Readonly<Record<DoctorState, number>> = { unknown: 0, ok: 0, warning: 1, fault: 2 };

/** Looks at everything; what cannot be looked at is told, and keeps nothing else from being. */
export async function examine(facts: DoctorFacts): Promise<DoctorAnswer> {
  const findings: DoctorRow[] = [];
  for (const area of DOCTOR_AREAS)
    try {
      findings.push(...(await LOOKS[area](facts)));
    } catch (error) {
      findings.push({ ...found("service.blind", reasonOf(error)), area });
    }
  const state = findings.reduce<DoctorState>(
    (worst, row) => (WEIGHTS[row.state] > WEIGHTS[worst] ? row.state : worst),
    "ok",
  );
  return { lookedAt: formatInstant(facts.now), state, findings };
}

/** The exit code of the command: 0 when all is well, 1 with warnings, 2 with faults. */
export function exitCodeOf({ state }: DoctorAnswer): number {
  return WEIGHTS[state];
}

const HEALTH_CODES = {
  ok: "health.ok",
  degraded: "health.degraded",
  failed: "health.failed",
} as const satisfies Readonly<Record<HealthState, string>>;

/** What the parts of the running service say of themselves. */
function lookAtHealth({ health }: DoctorFacts): DoctorRow[] {
  return Object.entries(health ?? {}).map(([name, { state, message }]) =>
    found(HEALTH_CODES[state], name, message),
  );
}
