import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { open, realpath, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { DoctorRow } from "../contract/doctor.ts";
import { MEBIBYTE } from "../domain/limits.ts";
import { sizeInWords } from "../domain/size.ts";
import { reasonOf } from "../platform/system-error.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import type { DoctorFacts } from "./doctor-facts.ts";
import { found } from "./findings.ts";

/** Free space below which it is told, bytes: of a large disk a share says nothing. */
const LOW_BYTES = 2048 * MEBIBYTE;
/** Free space at which prints are refused by default, bytes. */
const NONE_BYTES = 256 * MEBIBYTE;

/** From how long on a write is slow, milliseconds: a till waits for it with each print. */
const SLOW_MILLISECONDS = 250;
/** How often it is tried; the one in the middle counts. */
const TRIES = 5;

/** File systems of other machines, as systems call them. */
const NETWORK_KINDS =
  /^(?:nfs\d?|cifs|smb\d?|smbfs|afpfs|webdav|9p|afs|ceph|glusterfs|lustre|davfs|fuse\.(?:sshfs|rclone|s3fs|gvfsd-fuse|davfs|glusterfs))$/;
const MEMORY_KINDS = /^(?:tmpfs|ramfs)$/;
const LAYER_KINDS = /^(?:overlay|aufs)$/;

/** The disk of the data folder: its room, its kind, and how fast it is. */
export async function lookAtDisk(facts: DoctorFacts): Promise<DoctorRow[]> {
  return [await spaceOf(facts), kindRow(await kindOf(facts)), await writeTo(facts)];
}

async function spaceOf({ dataFolder }: DoctorFacts): Promise<DoctorRow> {
  const { bavail, bsize } = await statfs(dataFolder);
  const free = bavail * bsize;
  const words = sizeInWords(free);
  if (free < NONE_BYTES) return found("disk.space-none", words);
  return found(free < LOW_BYTES ? "disk.space-low" : "disk.space", words);
}

/** What the finding about a kind of file system is. */
export function kindRow(kind: string | null): DoctorRow {
  if (kind === null) return found("disk.kind-unknown", "the system does not tell");
  if (NETWORK_KINDS.test(kind)) return found("disk.kind-network", kind);
  if (MEMORY_KINDS.test(kind)) return found("disk.kind-memory", kind);
  return found(LAYER_KINDS.test(kind) ? "disk.kind-layer" : "disk.kind", kind);
}

async function kindOf({ dataFolder, platform, ask }: DoctorFacts): Promise<string | null> {
  const folder = await realpath(dataFolder);
  if (platform === "linux") return kindInMounts(folder, readFileSync("/proc/self/mountinfo", "utf8"));
  if (platform === "darwin") return kindByMount(folder, (await ask("mount")).output);
  if (folder.startsWith("\\\\")) return "smb";
  const { output } = await ask("fsutil", "fsinfo", "drivetype", folder.slice(0, 2));
  return /remote/i.test(output) ? "smb" : /fixed|removable/i.test(output) ? "ntfs" : null;
}

/** The kind of file system that a folder is on, by `mountinfo` of Linux (proc(5)): the longest mount point around it. */
export function kindInMounts(folder: string, mounts: string): string | null {
  let best: { readonly point: string; readonly kind: string } | null = null;
  for (const line of mounts.split("\n")) {
    const [before = "", after = ""] = line.split(" - ");
    const point = (before.split(" ")[4] ?? "").replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const kind = after.split(" ")[0] ?? "";
    if (kind === "" || !isWithin(folder, point)) continue;
    // Of two at one point the later one is on top.
    if (best === null || point.length >= best.point.length) best = { point, kind };
  }
  return best?.kind ?? null;
}

/** The same by `mount` of macOS: `/dev/disk1s1 on / (apfs, local)`. */
export function kindByMount(folder: string, output: string): string | null {
  const mounts = [...output.matchAll(/ on (.+) \(([^,)]+)/g)].map(([, point = "", kind = ""]) => ({
    point,
    kind,
  }));
  const around = mounts.filter(({ point }) => isWithin(folder, point));
  return around.toSorted((one, other) => other.point.length - one.point.length)[0]?.kind ?? null;
}

function isWithin(folder: string, point: string): boolean {
  return point === "/" || folder === point || folder.startsWith(`${point}/`);
}

async function writeTo({ dataFolder }: DoctorFacts): Promise<DoctorRow> {
  const path = join(dataFolder, `tillroll.doctor-${randomBytes(4).toString("hex")}`);
  try {
    const middle = await timeOfWrites(path);
    return found(middle > SLOW_MILLISECONDS ? "disk.write-slow" : "disk.write", middle);
  } catch (error) {
    return found("disk.write-failed", reasonOf(error));
  }
}

/** How long it takes until some bytes are on the disk, milliseconds. @throws what the system says */
async function timeOfWrites(path: string): Promise<number> {
  const times: number[] = [];
  const file = await open(path, "wx", PRIVATE_FILE_MODE);
  try {
    for (let turn = 0; turn < TRIES; turn++) {
      const began = performance.now();
      await file.write(randomBytes(4096), 0, 4096, turn * 4096);
      await file.datasync();
      times.push(performance.now() - began);
    }
  } finally {
    await file.close();
    rmSync(path, { force: true });
  }
  return Math.ceil(times.toSorted((one, other) => one - other)[Math.floor(TRIES / 2)] ?? 0);
}
