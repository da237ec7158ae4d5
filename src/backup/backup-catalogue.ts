import {
  MANIFEST_FILE,
  readManifest,
  segmentSequence,
  type SegmentManifest,
  type SnapshotManifest,
  SNAPSHOTS,
  snapshotOf,
} from "./backup-layout.ts";
import type { BackupPlace, PlacedFile } from "./backup-place.ts";
import { LONGEST_MANIFEST_BYTES, readSegmentManifest } from "./segment-file.ts";

/** A segment, as far as its name tells. */
export interface PlacedSegment {
  readonly path: string;
  readonly bytes: number;
  readonly sequence: number;
  /** The moment whose state it has, to the second, rounded down; epoch milliseconds. */
  readonly second: number;
}

/** A finished snapshot with the segments after it. */
export interface PlacedSnapshot {
  /** Its folder. */
  readonly name: string;
  readonly manifest: SnapshotManifest;
  /** The moment whose state it has, epoch milliseconds. */
  readonly takenAt: number;
  /** In order. After a crash there may be two of a number. */
  readonly segments: readonly PlacedSegment[];
  /** Of all its files, those of segments included. */
  readonly bytes: number;
}

/** What a place has. */
export interface BackupCatalogue {
  /** The oldest first. */
  readonly snapshots: readonly PlacedSnapshot[];
  /** Folders of snapshots whose manifest cannot be read, and why. */
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/** Looks at what is in a place. Snapshots that were not finished are left out. @throws what the place throws */
export async function readCatalogue(place: BackupPlace): Promise<BackupCatalogue> {
  const files = new Map<string, PlacedFile[]>();
  for (const file of await place.list("", SNAPSHOTS)) {
    const name = snapshotOf(file.path);
    if (name === null) continue;
    const known = files.get(name);
    if (known === undefined) files.set(name, [file]);
    else known.push(file);
  }
  const snapshots: PlacedSnapshot[] = [];
  const unreadable: { name: string; reason: string }[] = [];
  for (const [name, own] of files) {
    if (!own.some(({ path }) => path === `${name}/${MANIFEST_FILE}`)) continue;
    const content = await place.read(`${name}/${MANIFEST_FILE}`);
    try {
      const manifest = readManifest(new TextDecoder().decode(content), "snapshot");
      const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
      const takenAt = Date.parse(manifest.takenAt);
      snapshots.push({ name, manifest, takenAt, segments: own.flatMap(segmentOf), bytes });
    } catch (error) {
      unreadable.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { snapshots: snapshots.toSorted((one, other) => one.takenAt - other.takenAt), unreadable };
}

/** The manifest of a segment. @throws what the place throws; Error when it is none */
export async function segmentManifest(place: BackupPlace, { path }: PlacedSegment): Promise<SegmentManifest> {
  return readSegmentManifest(await place.read(path, LONGEST_MANIFEST_BYTES)).manifest;
}

function segmentOf({ path, bytes }: PlacedFile): PlacedSegment[] {
  const sequence = segmentSequence(path);
  const [, date, hour, minute, second] = /-(\d{8})T(\d{2})(\d{2})(\d{2})Z\.segment$/.exec(path) ?? [];
  if (sequence === null || date === undefined) return [];
  const day = date.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  return [{ path, bytes, sequence, second: Date.parse(`${day}T${hour}:${minute}:${second}Z`) }];
}
