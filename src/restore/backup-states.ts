import {
  type BackupCatalogue,
  type PlacedSegment,
  type PlacedSnapshot,
  segmentManifest,
} from "../backup/backup-catalogue.ts";
import type { SegmentManifest, StateFacts } from "../backup/backup-layout.ts";
import type { BackupPlace } from "../backup/backup-place.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** A state that a place has: a snapshot, and the segments that are laid over it. */
export interface BackupState {
  readonly snapshot: PlacedSnapshot;
  /** Up to the last one, in order; where a number is there twice, both. */
  readonly segments: readonly PlacedSegment[];
  /** Of the state as a whole: those of the last segment, or of the snapshot. */
  readonly facts: StateFacts;
  /** The moment whose state it is, epoch milliseconds. */
  readonly takenAt: number;
}

/** Which state is asked for. */
export interface StateWish {
  /** The last one that is not later, epoch milliseconds; `null` for the newest. */
  readonly at: number | null;
  /** Whose, where several services share a place; `null` where that is not said. */
  readonly service: string | null;
  /** Whose then, where it has any there. */
  readonly ownService?: string | null;
}

/**
 * Finds the state of a place that is asked for.
 * @throws TillrollError NOT_FOUND when there is none, or it is not said of which service; BACKUP_DAMAGED when a segment is
 *   missing, with the last moment that can be restored; what the place throws
 */
export async function findState(
  place: BackupPlace,
  catalogue: BackupCatalogue,
  { at, service, ownService = null }: StateWish,
): Promise<BackupState> {
  const snapshots = ofOneService(catalogue, service, ownService);
  const [oldest] = snapshots;
  if (oldest === undefined) throw nothing(place, catalogue);
  const until = at ?? Number.POSITIVE_INFINITY;
  const latest = await latestState(place, snapshots, until);
  if (latest === null) {
    const message = `The oldest backup in ${place.address} is of ${formatInstant(oldest.takenAt)}: nothing is there of the time before.`;
    throw new TillrollError("NOT_FOUND", message);
  }
  const { snapshot, last, takenAt } = latest;
  if (last === null) return { snapshot, segments: [], facts: snapshot.manifest, takenAt };
  const segments = snapshot.segments.filter(({ sequence }) => sequence <= last.sequence);
  await refuseGaps(place, snapshot, last.sequence);
  return { snapshot, segments, facts: last, takenAt };
}

/**
 * The snapshot, and the segment of it, whose state is the last one. That need not be the newest snapshot: the service goes on
 * with segments of the one before when it was killed before it knew of the newest, or when a person made that without it.
 */
async function latestState(place: BackupPlace, snapshots: readonly PlacedSnapshot[], until: number) {
  let latest: {
    readonly snapshot: PlacedSnapshot;
    readonly last: SegmentManifest | null;
    readonly takenAt: number;
  } | null = null;
  for (const snapshot of snapshots.toReversed()) {
    if (snapshot.takenAt > until) continue;
    const end = Math.max(...snapshot.segments.map(({ second }) => second + MILLISECONDS_PER_SECOND));
    if (latest !== null && end <= latest.takenAt) continue;
    const last = await lastConsistent(place, snapshot, until);
    const takenAt = last === null ? snapshot.takenAt : Date.parse(last.takenAt);
    if (latest === null || takenAt > latest.takenAt) latest = { snapshot, last, takenAt };
  }
  return latest;
}

/** The snapshots of the service that is meant, the oldest first. */
function ofOneService(
  { snapshots }: BackupCatalogue,
  wanted: string | null,
  own: string | null,
): readonly PlacedSnapshot[] {
  const newest = new Map(snapshots.map(({ manifest, takenAt }) => [manifest.service, takenAt]));
  const services = [...newest.keys()];
  const service = wanted ?? (services.length > 1 && newest.has(own ?? "") ? own : null);
  if (service === null && services.length > 1) {
    const listed = [...newest].map(([name, takenAt]) => `${name}, the newest of ${formatInstant(takenAt)}`);
    const message = `Several services have their backups there: ${listed.join("; ")}. Say with --service whose is to be restored.`;
    throw new TillrollError("NOT_FOUND", message, { services });
  }
  return snapshots.filter(({ manifest }) => service === null || manifest.service === service);
}

async function lastConsistent(
  place: BackupPlace,
  { segments }: PlacedSnapshot,
  until: number,
): Promise<SegmentManifest | null> {
  for (const segment of segments.toReversed()) {
    if (segment.second > until) continue;
    const manifest = await readableManifest(place, segment);
    if (manifest.isConsistent && Date.parse(manifest.takenAt) <= until) return manifest;
  }
  return null;
}

/** All segments up to the last are needed. */
async function refuseGaps(
  place: BackupPlace,
  { segments, takenAt }: PlacedSnapshot,
  last: number,
): Promise<void> {
  const present = new Set(segments.map(({ sequence }) => sequence));
  for (let sequence = 1; sequence <= last; sequence++) {
    if (present.has(sequence)) continue;
    const before = segments.findLast((segment) => segment.sequence < sequence);
    const until = before === undefined ? takenAt : Date.parse((await segmentManifest(place, before)).takenAt);
    throw missing(sequence, until);
  }
}

/** @throws TillrollError BACKUP_DAMAGED when it is none, with the last moment before it */
async function readableManifest(place: BackupPlace, segment: PlacedSegment): Promise<SegmentManifest> {
  try {
    return await segmentManifest(place, segment);
  } catch (error) {
    if (error instanceof TillrollError) throw error;
    throw damagedSegment(segment, error instanceof Error ? error.message : String(error));
  }
}

/** A segment that is not what was written; what was before it can be restored. */
export function damagedSegment({ path, second }: PlacedSegment, why: string): TillrollError {
  const until = formatInstant(second - 1);
  return new TillrollError(
    "BACKUP_DAMAGED",
    `The segment ${path} is damaged: ${why.replace(/\.$/, "")}. The time before it can be restored: --at "${until}".`,
    { until },
  );
}

function missing(sequence: number, before: number): TillrollError {
  const until = formatInstant(before);
  return new TillrollError(
    "BACKUP_DAMAGED",
    `The segment ${sequence} of the backup is missing. The time before it can be restored: --at "${until}".`,
    { until },
  );
}

function nothing({ address }: BackupPlace, { unreadable }: BackupCatalogue): TillrollError {
  const [first] = unreadable;
  const why = first === undefined ? "" : ` ${first.name} cannot be read: ${first.reason}.`;
  return new TillrollError("NOT_FOUND", `There is no backup in ${address}.${why}`);
}
