import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { sha256 } from "../../src/journal/hash.ts";
import { decodeContent, type StoredContent } from "../../src/storage/raw-content.ts";

/** The prints of a database: the SHA-256 of the bytes of each, hexadecimal, by its id. */
export type StoredPrints = ReadonlyMap<number, string>;

/**
 * Reads every print of a folder's database with its log, each checked, from a copy: what is there stays as it is.
 * @throws what opening the database, or a damaged print, throws
 */
export function storedPrints(folder: string): StoredPrints {
  const copy = mkdtempSync(join(tmpdir(), "tillroll-read-"));
  try {
    for (const name of readdirSync(folder))
      if (/^tillroll\.sqlite(-wal)?$/.test(name)) cpSync(join(folder, name), join(copy, name));
    if (!existsSync(databasePath(copy))) throw new Error(`there is no database in ${folder}`);
    using database = openForWriting(databasePath(copy));
    const [integrity] = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
    if (integrity?.integrity_check !== "ok")
      throw new Error(`integrity_check: ${integrity?.integrity_check}`);
    const rows = database
      .query<StoredContent & { id: number }, []>(
        "SELECT print.id, sha256, byte_length AS byteLength, encoding, content FROM print JOIN print_data ON print_id = print.id",
      )
      .all();
    return new Map(rows.map(({ id, ...content }) => [id, sha256(decodeContent(id, content)).toHex()]));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** How one set of prints differs from another, in words; `null` where they are the same. */
export function difference(found: StoredPrints, expected: StoredPrints): string | null {
  const missing = [...expected.keys()].filter((id) => !found.has(id));
  const added = [...found.keys()].filter((id) => !expected.has(id));
  const other = [...expected].filter(([id, hash]) => found.has(id) && found.get(id) !== hash);
  if (missing.length + added.length + other.length === 0) return null;
  return `${missing.length} missing (${missing.slice(0, 3).join(", ")}), ${added.length} too many, ${other.length} with other bytes`;
}
