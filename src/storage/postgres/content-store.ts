import { type SQL, sql } from "drizzle-orm";
import { TillrollError } from "../../domain/errors.ts";
import type { StoredContent } from "../raw-content.ts";
import type { Statements } from "./connection.ts";

/**
 * Keeps the bytes of prints, once for all of a workspace that have the same. Whoever stores or erases holds the lock of the
 * workspace's row: else bytes could go that a print of another transaction is about to have.
 */
export interface ContentStore {
  /**
   * Does outside the transaction what would hold it up. May be left out, and may be for nothing.
   * @throws TillrollError STORAGE_UNAVAILABLE
   */
  prepare(workspaceId: number, contents: readonly StoredContent[]): Promise<void>;
  /** Stores bytes; those that are there already stay as they are. @throws TillrollError STORAGE_UNAVAILABLE */
  store(transaction: Statements, workspaceId: number, contents: readonly StoredContent[]): Promise<void>;
  /**
   * Bytes as they are stored; `null` where there are none. Whoever unpacks them checks their SHA-256.
   * @throws TillrollError STORAGE_UNAVAILABLE
   */
  read(workspaceId: number, sha256: Uint8Array): Promise<StoredContent | null>;
  /** As {@link read}, of several at once, by their SHA-256 in hexadecimal: those of which there are none are not among it. */
  readSome(workspaceId: number, sha256s: readonly Uint8Array[]): Promise<ReadonlyMap<string, StoredContent>>;
  /** Removes bytes that no print has any more. */
  erase(transaction: Statements, workspaceId: number, sha256s: readonly Uint8Array[]): Promise<void>;
}

/** A row of `print_content`, as it is written. */
export interface ContentRow extends Omit<StoredContent, "content"> {
  readonly content: Uint8Array | null;
  readonly objectKey: string | null;
}

/**
 * The most rows of a statement: so its values stay far below the 65,535 of PostgreSQL. All have a power of two of them, because
 * the server keeps each text prepared.
 */
const CONTENTS_PER_STATEMENT = 512;

/** Keeps bytes in the database. */
export class DatabaseContentStore implements ContentStore {
  constructor(private readonly database: Statements) {}

  async prepare(): Promise<void> {}

  store(transaction: Statements, workspaceId: number, contents: readonly StoredContent[]): Promise<void> {
    return insertContents(
      transaction,
      workspaceId,
      contents.map((content) => ({ ...content, objectKey: null })),
    );
  }

  async read(workspaceId: number, sha256: Uint8Array): Promise<StoredContent | null> {
    const some = await this.readSome(workspaceId, [sha256]);
    return some.get(hexOf(sha256)) ?? null;
  }

  async readSome(workspaceId: number, sha256s: readonly Uint8Array[]): Promise<Map<string, StoredContent>> {
    const rows = await readContents(this.database, workspaceId, sha256s);
    return new Map(
      rows.map(({ objectKey, content, ...form }) => {
        if (content === null && objectKey !== null) throw elsewhere();
        return [hexOf(form.sha256), { ...form, content: content ?? new Uint8Array() }];
      }),
    );
  }

  async erase(transaction: Statements, workspaceId: number, sha256s: readonly Uint8Array[]): Promise<void> {
    await eraseContents(transaction, workspaceId, sha256s);
  }
}

function elsewhere(): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    "The bytes of this print are in storage beside the database; start the archive with its address.",
  );
}

/** Inserts what is not there. */
export async function insertContents(
  transaction: Statements,
  workspaceId: number,
  rows: readonly ContentRow[],
): Promise<void> {
  for (const some of piecesOf(rows)) {
    const values = some.map(
      ({ sha256, byteLength, encoding, content, objectKey }) =>
        sql`(${workspaceId}, ${sha256}, ${byteLength}, ${encoding}, ${content}, ${objectKey})`,
    );
    await transaction.run(sql`
      INSERT INTO print_content (workspace_id, sha256, byte_length, encoding, content, object_key)
      VALUES ${sql.join(values, sql`, `)} ON CONFLICT (workspace_id, sha256) DO NOTHING`);
  }
}

/** Reads the rows of some bytes, in any order. */
export function readContents(
  database: Statements,
  workspaceId: number,
  sha256s: readonly Uint8Array[],
): Promise<ContentRow[]> {
  const columns = sql`sha256, byte_length AS "byteLength", encoding, content, object_key AS "objectKey"`;
  return readColumns(database, workspaceId, sha256s, columns);
}

/** Reads columns of the rows of some bytes, in any order. */
async function readColumns<Row>(
  database: Statements,
  workspaceId: number,
  sha256s: readonly Uint8Array[],
  columns: SQL,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of chunksOf(sha256s))
    rows.push(
      ...(await database.all<Row>(
        sql`SELECT ${columns} FROM print_content WHERE workspace_id = ${workspaceId} AND sha256 IN (${valuesOf(some)})`,
      )),
    );
  return rows;
}

/** A SHA-256 as it is compared; the database gives a kind of bytes that has another way to write itself. */
export function hexOf(sha256: Uint8Array): string {
  return new Uint8Array(sha256).toHex();
}

/** Which of some bytes have a row, by their SHA-256 in hexadecimal. */
export async function presentContents(
  database: Statements,
  workspaceId: number,
  sha256s: readonly Uint8Array[],
): Promise<Set<string>> {
  const rows = await readColumns<{ sha256: Uint8Array }>(database, workspaceId, sha256s, sql`sha256`);
  return new Set(rows.map(({ sha256 }) => sha256.toHex()));
}

/** The keys of the objects that have some bytes, by their SHA-256. */
export async function usedKeys(
  database: Statements,
  workspaceId: number,
  sha256s: readonly Uint8Array[],
): Promise<Set<string>> {
  const column = sql`object_key AS key`;
  const rows = await readColumns<{ key: string | null }>(database, workspaceId, sha256s, column);
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** Deletes rows. @returns the keys of the objects that had their bytes */
export async function eraseContents(
  transaction: Statements,
  workspaceId: number,
  sha256s: readonly Uint8Array[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const some of chunksOf(sha256s)) {
    const rows = await transaction.all<{ objectKey: string | null }>(sql`
      DELETE FROM print_content WHERE workspace_id = ${workspaceId} AND sha256 IN (${valuesOf(some)})
      RETURNING object_key AS "objectKey"`);
    for (const { objectKey } of rows) if (objectKey !== null) keys.push(objectKey);
  }
  return keys;
}

/** Some values, the last again and again up to a power of two. */
function valuesOf(values: readonly unknown[]): SQL {
  const length = 2 ** Math.ceil(Math.log2(values.length));
  const padded = Array.from({ length }, (_, index) => values[index] ?? values.at(-1));
  return sql.join(
    padded.map((value) => sql`${value}`),
    sql`, `,
  );
}

/** Divides a list into pieces whose lengths are powers of two, the longest first. */
export function piecesOf<Item>(items: readonly Item[]): Item[][] {
  const pieces: Item[][] = [];
  for (let begin = 0; begin < items.length; begin += pieces.at(-1)?.length ?? 1) {
    const length = Math.min(CONTENTS_PER_STATEMENT, 2 ** Math.floor(Math.log2(items.length - begin)));
    pieces.push(items.slice(begin, begin + length));
  }
  return pieces;
}

/** Divides a list into what one statement takes. */
function chunksOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / CONTENTS_PER_STATEMENT) }, (_, index) =>
    items.slice(index * CONTENTS_PER_STATEMENT, (index + 1) * CONTENTS_PER_STATEMENT),
  );
}
