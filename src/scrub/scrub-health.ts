import { basename } from "node:path";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { KnownFinding, ScrubReader } from "../storage/scrub-store.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Scrub } from "./scrub.ts";
import { SCRUB_LIMITS } from "./scrub-limits.ts";

/** How long what was read of the findings counts, milliseconds. */
const LOOK_MILLISECONDS = 1000;

/**
 * Says whether what is stored is what was written, as far as it has been checked.
 * @param keptLogs the copies of damaged logs that are kept beside the database
 */
export function scrubHealth(
  scrub: Scrub,
  reader: ScrubReader,
  keptLogs: () => readonly string[],
): HealthComponent {
  let known: readonly KnownFinding[] = [];
  let logs: readonly string[] = [];
  let knownUntil = 0;
  const read = () => {
    const now = performance.now();
    if (now < knownUntil) return known;
    known = reader.findings(SCRUB_LIMITS.listed);
    logs = keptLogs();
    knownUntil = now + LOOK_MILLISECONDS;
    return known;
  };
  return {
    name: "integrity",
    isNeededToPrint: false,
    look(): ComponentHealth {
      const found = read();
      const prints = [...new Set(found.flatMap(({ printId }) => printId ?? []))];
      const { finishedAt, finishedPrints } = scrub.progress;
      const details = {
        findings: found.length,
        prints: prints.slice(0, SCRUB_LIMITS.named),
        checkedAt: finishedAt === null ? null : formatInstant(finishedAt),
      };
      const rest = found.filter(({ printId, kind }) => printId === null && kind !== "index");
      if (prints.length > 0 || rest.length > 0)
        return { state: "degraded", message: damage(prints, rest), details };
      const [log] = logs;
      if (log !== undefined) return { state: "degraded", message: keptLog(log), details };
      if (found.length > 0)
        return {
          state: "degraded",
          message: "A part of the search index was damaged, and is built anew.",
          details,
        };
      if (scrub.fault !== null)
        return {
          state: "degraded",
          message: `What is stored cannot be checked now: ${scrub.fault}`,
          details,
        };
      const message =
        finishedAt === null
          ? "Nothing damaged was met; all that is stored has not been checked yet."
          : `All ${finishedPrints} prints were checked: each is what was stored.`;
      return { state: "ok", message, details };
    },
  };
}

function keptLog(path: string): string {
  return (
    `The log of the database was damaged, and is kept as ${basename(path)}. Prints that were acknowledged may be missing: stop the ` +
    'service and run "tillroll repair", which takes them from there; delete the file when nothing is missing.'
  );
}

function damage(prints: readonly number[], rest: readonly KnownFinding[]): string {
  const more = prints.length > SCRUB_LIMITS.named ? " …" : "";
  const named = prints.slice(0, SCRUB_LIMITS.named).join(", ") + more;
  const others = rest.map(({ subject }) => subject).join(", ");
  const what = [named, others].filter((text) => text !== "").join("; ");
  return (
    `Damaged on the disk, and not served: ${what}. "tillroll scrub" lists it; stop the service and run "tillroll repair", ` +
    "which saves all else and takes it from a backup."
  );
}
