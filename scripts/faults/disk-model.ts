import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DiskOperation } from "./disk-trace.ts";
import type { SeededRandom } from "./random.ts";

/** What a disk writes in one go: a sector of old ones, and of new ones. */
const SECTORS = [512, 4096] as const;

/** Of what was not made durable: how often a write is lost whole, and how often a part of it. */
const LOST_SHARE = 0.4;
const TORN_SHARE = 0.3;

type ContentChange = Extract<DiskOperation, { kind: "write" | "truncate" }>;

/** A file: what is on the disk for sure, and what the system may still have in its memory alone. */
interface ModelFile {
  durable: FileBytes;
  pending: ContentChange[];
  /** How many of them each fsync that has begun and is not done found. */
  syncs: number[];
}

/** A change of which names there are. */
interface NameChange {
  readonly path: string;
  /** `null` where the name is gone. */
  readonly file: ModelFile | null;
}

/** Cleared by tests that show that a disk which ignores fsync loses prints: the model must be able to find that. */
export interface DiskRules {
  readonly honoursSync: boolean;
}

/**
 * A disk as POSIX allows it to be: a write is there for sure when an fsync of its file is done that began after it; a name
 * when an fsync of its folder is. Until then each write may be there, be lost or be torn between sectors, whatever the
 * order in which they were made; names come in their order (file systems journal them).
 */
export class DiskModel {
  /** As processes see them. */
  private readonly names = new Map<string, ModelFile>();
  private readonly durableNames: Map<string, ModelFile>;
  private pendingNames: NameChange[] = [];
  private nameSyncs: number[] = [];

  /** @param folder what is on the disk at the beginning, all of it durable */
  constructor(
    folder: string,
    private readonly rules: DiskRules = { honoursSync: true },
  ) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const durable = new FileBytes(readFileSync(path));
      this.names.set(path.slice(folder.length + 1), { durable, pending: [], syncs: [] });
    }
    this.durableNames = new Map(this.names);
  }

  /** Does what a process did. */
  apply(operation: DiskOperation): void {
    const { kind, path } = operation;
    const file = this.names.get(path);
    switch (kind) {
      case "write":
      case "truncate":
        file?.pending.push(operation);
        return;
      case "create":
        return this.name(path, { durable: new FileBytes(new Uint8Array(0)), pending: [], syncs: [] });
      case "remove":
        return this.name(path, null);
      case "rename":
        this.name(operation.to, file ?? null);
        return this.name(path, null);
      case "syncBegun":
        if (file !== undefined) file.syncs.push(file.pending.length);
        else if (isFolder(path)) this.nameSyncs.push(this.pendingNames.length);
        return;
      case "syncDone":
        if (this.rules.honoursSync && (file !== undefined || isFolder(path))) this.makeDurable(file);
    }
  }

  /** Writes what may be on the disk when the power fails now, for one of the many ways in which it may. */
  writeAfterCut(folder: string, random: SeededRandom): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = new Map(this.durableNames);
    const kept = random.integer(0, this.pendingNames.length);
    for (const { path, file } of this.pendingNames.slice(0, kept)) setName(names, path, file);
    // A disk may do as well as nobody can expect, or as badly.
    const sector = random.pick(SECTORS) ?? 512;
    for (const [path, { durable, pending }] of names) {
      const content = pending.length === 0 ? durable : durable.copy();
      for (const change of pending) keepPart(content, change, sector, random);
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      writeFileSync(target, content.bytes, { mode: 0o600 });
    }
  }

  private name(path: string, file: ModelFile | null): void {
    setName(this.names, path, file);
    this.pendingNames.push({ path, file });
  }

  private makeDurable(file: ModelFile | undefined): void {
    if (file !== undefined) {
      const count = file.syncs.shift() ?? 0;
      for (const change of file.pending.splice(0, count)) applyTo(file.durable, change);
      file.syncs = file.syncs.map((other) => Math.max(0, other - count));
      return;
    }
    const count = this.nameSyncs.shift() ?? 0;
    for (const { path, file: named } of this.pendingNames.splice(0, count))
      setName(this.durableNames, path, named);
    this.nameSyncs = this.nameSyncs.map((other) => Math.max(0, other - count));
  }
}

/** What is no file is a folder, unless it was removed while it was open. */
function isFolder(path: string): boolean {
  return !path.endsWith(" (deleted)");
}

function setName(names: Map<string, ModelFile>, path: string, file: ModelFile | null): void {
  if (file === null) names.delete(path);
  else names.set(path, file);
}

function applyTo(content: FileBytes, change: ContentChange): void {
  if (change.kind === "truncate") content.resize(change.length);
  else content.write(change.offset, change.bytes);
}

/** Applies a change, a part of it, or nothing. */
function keepPart(content: FileBytes, change: ContentChange, sector: number, random: SeededRandom): void {
  const chance = random.next();
  if (chance < LOST_SHARE) return;
  if (change.kind === "truncate" || chance >= LOST_SHARE + TORN_SHARE) return applyTo(content, change);
  const { offset, bytes } = change;
  for (let at = offset; at < offset + bytes.length;) {
    const next = Math.min(offset + bytes.length, (Math.floor(at / sector) + 1) * sector);
    if (random.happens(0.5)) content.write(at, bytes.subarray(at - offset, next - offset));
    at = next;
  }
}

/** The bytes of a file that grows. */
class FileBytes {
  private length: number;

  constructor(private buffer: Uint8Array) {
    this.length = buffer.length;
  }

  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  copy(): FileBytes {
    return new FileBytes(new Uint8Array(this.bytes));
  }

  write(offset: number, bytes: Uint8Array): void {
    if (offset + bytes.length > this.length) this.resize(offset + bytes.length);
    this.buffer.set(bytes, offset);
  }

  /** What is new is zeros, as in every file system. */
  resize(length: number): void {
    if (length > this.buffer.length) {
      const larger = new Uint8Array(Math.max(length, this.buffer.length * 2));
      larger.set(this.bytes);
      this.buffer = larger;
    } else if (length < this.length) this.buffer.fill(0, length, this.length);
    this.length = length;
  }
}
