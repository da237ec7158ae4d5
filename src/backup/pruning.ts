import { MANIFEST_FILE, snapshotOf } from "./backup-layout.ts";
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

/** The snapshots that are to go. The newest never does: its segments go on. @param own those of one service, the oldest first */
export function outdated(
  own: readonly PlacedSnapshot[],
  { keep, maxAgeMilliseconds, now }: Pruning,
): PlacedSnapshot[] {
  const oldest = maxAgeMilliseconds === null ? Number.NEGATIVE_INFINITY : now - maxAgeMilliseconds;
  return own.slice(0, -1).filter((_, index) => own.length - index > keep || endOf(own, index) < oldest);
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
): Promise<string[]> {
  const own = snapshots.filter(({ manifest }) => manifest.service === service);
  const newest = own.at(-1);
  if (newest === undefined) return [];
  const going = new Set(outdated(own, pruning).map(({ name }) => name));
  const files = Map.groupBy(await place.list(""), ({ path }) => snapshotOf(path) ?? "");
  for (const [name, parts] of files) {
    // Made before the newest and never finished. Where others share the place, the folder may be one's that is at work.
    const isUnfinished = !parts.some(({ path }) => path === `${name}/${MANIFEST_FILE}`);
    if (isUnfinished && name !== "" && name < newest.name && snapshots.length === own.length) going.add(name);
  }
  // A copy that was broken off is in no list.
  if (snapshots.length === own.length) await place.tidy("");
  for (const name of going) {
    const paths = (files.get(name) ?? []).map(({ path }) => path);
    // The manifest first: without it, the rest is none.
    const manifest = `${name}/${MANIFEST_FILE}`;
    await place.remove([manifest, ...paths.filter((path) => path !== manifest)]);
    await place.tidy(name);
  }
  return [...going];
}
