/*
 * What is in a backup place, a folder or a bucket. One folder for each snapshot, named by the moment when it was begun, and by
 * the service that makes it: those of several may begin in the same second of the night.
 *
 *   snapshot-20261122T031200Z-5f0c1e9a/
 *     tillroll.sqlite                        the database: an ordinary SQLite file, whole by itself
 *     tillroll.toml, tillroll.certificates.json    the other files of the data folder, where there are any
 *     configuration.toml                     the configuration, where the service has it elsewhere, such as under /etc
 *     manifest.json                          what it has; written last: without it, the snapshot was not finished
 *     segments/
 *       00000001-20261122T031312Z.segment    the pages of the database that have changed since; see segment-file.ts
 *       00000002-20261122T031412Z.segment
 *
 * The state at a moment is the snapshot with its segments up to the last consistent one that is not later, in order. Each
 * segment names the hash of the one before it, the first that of the snapshot's database, so that a missing one is found.
 */

/** The version of the layout; another one is refused. */
export const BACKUP_FORMAT = 1;

export const DATABASE_FILE = "tillroll.sqlite";
export const MANIFEST_FILE = "manifest.json";

/** The files of a data folder that go along with a snapshot, where they are there. */
export const COMPANION_FILES = ["tillroll.certificates.json", "tillroll.toml"] as const;

/** The configuration that the service has from elsewhere: a restore does not put it into the data folder, where it would count more. */
export const CONFIGURATION_FILE = "configuration.toml";

/** What is told of a workspace. */
export interface WorkspaceFacts {
  readonly slug: string;
  /** The ordinal of its next print: it had so many, with those that were purged. */
  readonly nextOrdinal: number;
}

/** What is told of a database's state. */
export interface StateFacts {
  /** Everything that was acknowledged before this moment is in it; ISO 8601. */
  readonly takenAt: string;
  /** The version of Tillroll that made it, and that of its tables. */
  readonly tillroll: string;
  readonly schema: number;
  /** Of all tables with ids that are never given twice: the last that was given. */
  readonly sequences: Readonly<Record<string, number>>;
  readonly workspaces: readonly WorkspaceFacts[];
  /** When the newest print was stored, ISO 8601; `null` for none. */
  readonly newestPrintAt: string | null;
  readonly pageBytes: number;
  /** Pages of the whole database. */
  readonly databasePages: number;
  /** Of all its pages together, hexadecimal; see page-hashes.ts. `null` where the state is not consistent. */
  readonly checksum: string | null;
}

/** A file of a snapshot. */
export interface FileFacts {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface SnapshotManifest extends StateFacts {
  readonly format: number;
  readonly kind: "snapshot";
  /** Which service made it: services that share a place leave alone what is another's. */
  readonly service: string;
  readonly checksum: string;
  /** The database first. */
  readonly files: readonly FileFacts[];
  /** Prints with bytes, each of which was compared with its SHA-256. */
  readonly prints: number;
  readonly printBytes: number;
  /** When it was verified, ISO 8601. */
  readonly verifiedAt: string;
}

export interface SegmentManifest extends StateFacts {
  readonly format: number;
  readonly kind: "segment";
  readonly service: string;
  /** From 1, within its snapshot. */
  readonly sequence: number;
  /** SHA-256 of the whole segment before it, or of the snapshot's database; hexadecimal. */
  readonly previous: string;
  /** Whether the database is whole after it: a large change goes in several segments, of which only the last is. */
  readonly isConsistent: boolean;
  /** Pages in it. */
  readonly pages: number;
  /** Of what follows the manifest, as it is stored. */
  readonly bytes: number;
  readonly sha256: string;
}

/** A moment as it is in names: to the second, in UTC. */
function momentName(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** What the names of all folders of snapshots begin with. */
export const SNAPSHOTS = "snapshot-";

/** The folder of a snapshot. @param begunAt epoch milliseconds */
export function snapshotName(begunAt: number, service: string): string {
  return `${SNAPSHOTS}${momentName(begunAt)}-${shortName(service)}`;
}

/** Whether a folder is one for a snapshot of a service, by its name. */
export function isSnapshotOf(name: string, service: string): boolean {
  return snapshotOf(`${name}/`) !== null && name.endsWith(`-${shortName(service)}`);
}

/** The end of a service's name, where that is random. */
function shortName(service: string): string {
  return service.replaceAll(/[^0-9a-z]/g, "").slice(-8);
}

/** The moment that a snapshot's name tells, epoch milliseconds; `null` for another name. */
export function snapshotMoment(name: string): number | null {
  const digits = /^snapshot-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z(?:-[0-9a-z]*)?$/.exec(name);
  if (digits === null) return null;
  const [, year, month, day, hour, minute, second] = digits.map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

/** Whether a path begins in a folder of a snapshot. @returns the folder's name, else `null` */
export function snapshotOf(path: string): string | null {
  return /^(snapshot-\d{8}T\d{6}Z(?:-[0-9a-z]*)?)\//.exec(path)?.[1] ?? null;
}

export function segmentPath(snapshot: string, sequence: number, takenAt: number): string {
  return `${snapshot}/segments/${String(sequence).padStart(8, "0")}-${momentName(takenAt)}.segment`;
}

/** The number of a segment, by its path; `null` for other files. */
export function segmentSequence(path: string): number | null {
  const digits = /\/segments\/(\d{8})-\d{8}T\d{6}Z\.segment$/.exec(path)?.[1];
  return digits === undefined ? null : Number(digits);
}

function hasFiles(manifest: object): boolean {
  return "files" in manifest && Array.isArray(manifest.files);
}

/** Reads a manifest. @throws Error when it is none, or of a format that this version does not know */
export function readManifest<Kind extends "snapshot" | "segment">(
  text: string,
  kind: Kind,
): Kind extends "snapshot" ? SnapshotManifest : SegmentManifest {
  const manifest: unknown = JSON.parse(text);
  if (typeof manifest !== "object" || manifest === null || !("kind" in manifest) || manifest.kind !== kind)
    throw new Error(`it is no manifest of a ${kind}`);
  if (!("format" in manifest) || manifest.format !== BACKUP_FORMAT)
    throw new Error("it was made by a newer Tillroll, with which it can be restored");
  const { takenAt, service } = manifest as Partial<Record<string, unknown>>;
  const isWhole =
    typeof takenAt === "string" && !Number.isNaN(Date.parse(takenAt)) && typeof service === "string";
  if (!isWhole || (kind === "snapshot" && !hasFiles(manifest))) throw new Error("its manifest is damaged");
  return manifest as Kind extends "snapshot" ? SnapshotManifest : SegmentManifest;
}
