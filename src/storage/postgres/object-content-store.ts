import { sql } from "drizzle-orm";
import type { BackupPlace } from "../../backup/backup-place.ts";
import type { StoredContent } from "../raw-content.ts";
import type { PostgresDatabase, Statements } from "./connection.ts";
import {
  type ContentStore,
  eraseContents,
  hexOf,
  insertContents,
  presentContents,
  readContents,
  usedKeys,
} from "./content-store.ts";

/** Where objects are: a bucket, or a folder that all instances have. */
export type ObjectPlace = Pick<BackupPlace, "pages" | "has" | "read" | "write" | "remove">;

const FOLDER = "prints";

/** How many objects are read at once. */
const READS_AT_ONCE = 8;

/** How many objects are written at once. */
const WRITES_AT_ONCE = 16;

/** How many objects are removed between two looks at what is to be removed. */
const REMOVALS_AT_ONCE = 500;

/**
 * Keeps bytes in storage beside the database, which has their keys. An object is there before its row, and stays until its row
 * has gone for good. No key is used twice, so that a removal that comes late takes nothing that came after it.
 */
export class ObjectContentStore implements ContentStore {
  /** The keys of what was written and may have no row yet: a transaction that is done again writes no object again. */
  private readonly written = new WeakMap<StoredContent, string>();

  constructor(
    private readonly database: PostgresDatabase,
    private readonly objects: ObjectPlace,
  ) {}

  async prepare(workspaceId: number, contents: readonly StoredContent[]): Promise<void> {
    await this.write(this.database, workspaceId, contents);
  }

  async store(
    transaction: Statements,
    workspaceId: number,
    contents: readonly StoredContent[],
  ): Promise<void> {
    const missing = await this.write(transaction, workspaceId, contents);
    const rows = missing.map((content) => ({
      ...content,
      content: null,
      objectKey: this.written.get(content) ?? null,
    }));
    await insertContents(transaction, workspaceId, rows);
  }

  async read(workspaceId: number, sha256: Uint8Array): Promise<StoredContent | null> {
    const some = await this.readSome(workspaceId, [sha256]);
    return some.get(hexOf(sha256)) ?? null;
  }

  async readSome(workspaceId: number, sha256s: readonly Uint8Array[]): Promise<Map<string, StoredContent>> {
    const rows = await readContents(this.database, workspaceId, sha256s);
    const found = new Map<string, StoredContent>();
    for (let begin = 0; begin < rows.length; begin += READS_AT_ONCE)
      await Promise.all(
        rows.slice(begin, begin + READS_AT_ONCE).map(async ({ objectKey, content, ...form }) => {
          found.set(hexOf(form.sha256), { ...form, content: content ?? (await this.readObject(objectKey)) });
        }),
      );
    return found;
  }

  async erase(transaction: Statements, workspaceId: number, sha256s: readonly Uint8Array[]): Promise<void> {
    const now = Date.now();
    for (const key of await eraseContents(transaction, workspaceId, sha256s))
      await transaction.run(
        sql`INSERT INTO object_removal (workspace_id, object_key, at) VALUES (${workspaceId}, ${key}, ${now})`,
      );
  }

  /**
   * Removes the objects of what was erased. Several instances may do it at once.
   * @returns how many
   * @throws TillrollError STORAGE_UNAVAILABLE; what is left is removed the next time
   */
  async removeErased(): Promise<number> {
    for (let removed = 0; ;) {
      const rows = await this.database.all<{ workspaceId: number; key: string }>(sql`
        SELECT workspace_id AS "workspaceId", object_key AS key FROM object_removal
        ORDER BY workspace_id, object_key LIMIT ${REMOVALS_AT_ONCE}`);
      if (rows.length === 0) return removed;
      await this.objects.remove(rows.map(({ key }) => key));
      for (const { workspaceId, key } of rows)
        await this.database.run(
          sql`DELETE FROM object_removal WHERE workspace_id = ${workspaceId} AND object_key = ${key}`,
        );
      removed += rows.length;
    }
  }

  /**
   * Removes objects of a workspace that have no row: those of transactions that came to nothing.
   * @param before epoch milliseconds: of objects that are older; those of transactions under way must not be
   * @param signal ends it behind some of them
   * @returns how many
   * @throws TillrollError STORAGE_UNAVAILABLE
   */
  async removeUnused(workspaceId: number, before: number, signal?: AbortSignal): Promise<number> {
    let removed = 0;
    for await (const files of this.objects.pages(folderOf(workspaceId))) {
      if (signal?.aborted === true) break;
      const keys = files.map(({ path }) => path).filter((key) => isKey(key) && writtenAt(key) < before);
      const used = await usedKeys(this.database, workspaceId, keys.map(hashIn));
      const unused = keys.filter((key) => !used.has(key));
      await this.objects.remove(unused);
      removed += unused.length;
    }
    return removed;
  }

  /** Writes the objects of what has no row. @returns what has none, once each */
  private async write(
    database: Statements,
    workspaceId: number,
    contents: readonly StoredContent[],
  ): Promise<StoredContent[]> {
    const present = await presentContents(
      database,
      workspaceId,
      contents.map(({ sha256 }) => sha256),
    );
    const missing = new Map<string, StoredContent>();
    for (const content of contents) {
      const hash = content.sha256.toHex();
      if (!present.has(hash) && !missing.has(hash)) missing.set(hash, content);
    }
    const left = [...missing].filter(([, content]) => !this.written.has(content));
    for (let begin = 0; begin < left.length; begin += WRITES_AT_ONCE)
      await Promise.all(
        left.slice(begin, begin + WRITES_AT_ONCE).map(async ([hash, content]) => {
          const key = keyOf(workspaceId, hash);
          await this.objects.write(key, new Uint8Array(content.content));
          this.written.set(content, key);
        }),
      );
    return [...missing.values()];
  }

  /** The bytes of an object; none where it is gone, which their SHA-256 tells. */
  private async readObject(key: string | null): Promise<Uint8Array> {
    if (key === null) return new Uint8Array();
    try {
      return await this.objects.read(key);
    } catch (error) {
      if (await this.objects.has(key)) throw error;
      return new Uint8Array();
    }
  }
}

function folderOf(workspaceId: number): string {
  return `${FOLDER}/${workspaceId}`;
}

function keyOf(workspaceId: number, hash: string): string {
  return `${folderOf(workspaceId)}/${hash}/${Bun.randomUUIDv7()}`;
}

/** Whether a file is one of ours: its folder is a SHA-256. */
function isKey(path: string): boolean {
  return /\/[\da-f]{64}\/[^/]+$/.test(path);
}

function hashIn(key: string): Uint8Array {
  return Uint8Array.fromHex(key.split("/").at(-2) ?? "");
}

/** When an object was written, epoch milliseconds: its name begins with that (RFC 9562, UUID version 7). */
function writtenAt(key: string): number {
  const name = key.slice(key.lastIndexOf("/") + 1);
  return parseInt(name.replaceAll("-", "").slice(0, 12), 16);
}
