import { backupPlace, type BackupPlace } from "../backup/backup-place.ts";
import type { S3Access } from "../backup/s3-place.ts";
import { hashOfSeal, readSeal, type StoredSeal } from "../journal/seal.ts";

/*
 * Seals elsewhere: a file for each, written once, so that a place that keeps what it has (a bucket with object lock, a disk that is
 * written once) holds them for good. The name has the beginning of the seal's hash: where a database was restored and went on
 * otherwise, both branches are there.
 *
 *   tillroll-seals/01936f5e-…/1/000012-5f0c1e9a.json     the text of seal 12 of workspace 1
 *   tillroll-seals/01936f5e-…/1/000012-5f0c1e9a.tsr      its time stamp
 */

const FOLDER = "tillroll-seals";
const NUMBER_DIGITS = 6;
const HASH_DIGITS = 8;

/** The name of a seal's files, without what they end with. */
export function sealName(text: string): string {
  const number = String(readSeal(text)?.seal ?? 0).padStart(NUMBER_DIGITS, "0");
  return `${number}-${hashOfSeal(text).slice(0, HASH_DIGITS)}`;
}

/** A place elsewhere where seals are kept. */
export class SealPlace {
  private readonly place: BackupPlace;

  /** @throws TillrollError BAD_REQUEST when the address names no bucket */
  constructor(address: string, access: S3Access) {
    this.place = backupPlace(address, access);
  }

  /** What people call it. */
  get address(): string {
    return this.place.address;
  }

  /** Brings what is not there yet of some seals of a workspace. @throws what the place throws */
  async add(service: string, seals: readonly StoredSeal[], signal: AbortSignal): Promise<void> {
    const [first] = seals;
    if (first === undefined) return;
    const folder = `${FOLDER}/${service}/${first.workspaceId}`;
    const there = new Set((await this.place.list(folder)).map(({ path }) => path));
    for (const { text, timeStamp } of seals) {
      const name = `${folder}/${sealName(text)}`;
      await this.write(there, `${name}.json`, new TextEncoder().encode(text), signal);
      if (timeStamp !== null) await this.write(there, `${name}.tsr`, new Uint8Array(timeStamp), signal);
    }
  }

  /** The texts of all seals of a service that are there; of all services for `null`. @throws what the place throws */
  async read(service: string | null): Promise<string[]> {
    const files = await this.place.list(service === null ? FOLDER : `${FOLDER}/${service}`);
    const texts: string[] = [];
    for (const { path } of files)
      if (path.endsWith(".json")) texts.push(new TextDecoder().decode(await this.place.read(path)).trim());
    return texts;
  }

  private async write(
    there: ReadonlySet<string>,
    path: string,
    content: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (!there.has(path)) await this.place.write(path, content, signal);
  }
}
