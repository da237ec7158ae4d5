import { isSnapshotOf, MANIFEST_FILE, SNAPSHOTS, snapshotOf } from "./backup-layout.ts";
import type { BackupCatalogue, PlacedSnapshot } from "./backup-catalogue.ts";
import type { BackupPlace } from "./backup-place.ts";

/** Which snapshots are kept, each with its segments. */
export interface Pruning {
  /** How many, at the most. */
  readonly keep: number;
  /** How old they may be, milliseconds; `null` for any age. */
  readonly maxAgeMilliseconds: number | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The snapshots that are to go.
 * @param own those of one service, the oldest first
 * @param current the name of the one whose segments go on: it never goes, nor does the newest. They are two after a snapshot
 *   was made while the clock was ahead
 */
export function outdated(
  own: readonly PlacedSnapshot[],
  { keep, maxAgeMilliseconds, now }: Pruning,
  current: string | null,
): PlacedSnapshot[] {
  const oldest = maxAgeMilliseconds === null ? Number.NEGATIVE_INFINITY : now - maxAgeMilliseconds;
  return own
    .slice(0, -1)
    .filter((_, index) => own.length - index > keep || endOf(own, index) < oldest)
    .filter(({ name }) => name !== current);
}

/** The last moment whose state a snapshot's segments give: that of the next one. */
function endOf(own: readonly PlacedSnapshot[], index: number): number {
  return own[index + 1]?.takenAt ?? Number.POSITIVE_INFINITY;
}

/**
 * Removes the snapshots of a service that are not to be kept, and what those that were not finished have left. What another
 * service made is left alone.
 * @returns the names of what was removed
 * @throws what the place throws; what was begun is finished the next time
 */
export async function prune(
  place: BackupPlace,
  { snapshots }: BackupCatalogue,
  service: string,
  pruning: Pruning,
  current: string | null,
): Promise<string[]> {
  const own = snapshots.filter(({ manifest }) => manifest.service === service);
  if (own.length === 0) return [];
  const going = new Set(outdated(own, pruning, current).map(({ name }) => name));
  const files = Map.groupBy(await place.list("", SNAPSHOTS), ({ path }) => snapshotOf(path) ?? "");
  for (const [name, parts] of files) {
    // Never finished. Where others share the place, one of theirs may be being made.
    const isUnfinished = !parts.some(({ path }) => path === `${name}/${MANIFEST_FILE}`);
    if (isUnfinished && isSnapshotOf(name, service) && name !== current) going.add(name);
  }
  for (const name of going) {
    const paths = (files.get(name) ?? []).map(({ path }) => path);
    // The manifest first: without it, the rest is none.
    const manifest = `${name}/${MANIFEST_FILE}`;
    await place.remove([manifest, ...paths.filter((path) => path !== manifest)]);
  }
  // A copy that was broken off is in no list. A segment may be on its way to the current one.
  await place.tidy((name) => isSnapshotOf(name, service) && name !== current);
  return [...going];
}
