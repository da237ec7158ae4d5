import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isBucket } from "../backup/backup-place.ts";
import { knownState } from "../backup/backup-state.ts";
import type { DoctorRow } from "../contract/doctor.ts";
import { formatInstant } from "../domain/instant.ts";
import { MILLISECONDS_PER_DAY } from "../domain/limits.ts";
import { reasonOf } from "../platform/system-error.ts";
import type { DoctorFacts } from "./doctor-facts.ts";
import { found } from "./findings.ts";

/** How old the last one may be, milliseconds. */
const OLD_MILLISECONDS = 2 * MILLISECONDS_PER_DAY;

/** Where backups go, and how old the last one is; how well they are made the health of the running service says. */
export async function lookAtBackups({ dataFolder, backupPlace, now }: DoctorFacts): Promise<DoctorRow[]> {
  const known = knownState(dataFolder);
  const place = backupPlace ?? known?.place ?? null;
  if (place === null) return [found("backups.none")];
  if (isBucket(place)) return [found("backups.bucket", place)];
  try {
    await stat(place);
    const path = known?.place === place ? known.head?.path : undefined;
    if (path === undefined) return [found("backups.unknown", place)];
    const { mtimeMs } = await stat(join(place, path));
    const code = now - mtimeMs > OLD_MILLISECONDS ? "backups.old" : "backups.place";
    return [found(code, place, formatInstant(Math.floor(mtimeMs)))];
  } catch (error) {
    return [found("backups.away", reasonOf(error))];
  }
}
