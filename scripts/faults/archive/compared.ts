import { sql } from "drizzle-orm";
import { databasePath } from "../../../src/platform/data-folder.ts";
import { openForReading } from "../../../src/storage/database.ts";
import { columnsFor } from "../../../src/storage/postgres/columns.ts";
import type { PostgresDatabase } from "../../../src/storage/postgres/connection.ts";
import { STORED_TAG_FIELDS, type StoredTags, tagOf } from "../../../src/storage/postgres/stored-tags.ts";
import { fingerprintOf } from "../../../src/storage/print-identity.ts";
import { decodeContent } from "../../../src/storage/raw-content.ts";
import type { ArchivedPrint, SeenPrint, ShopPrint } from "./verdict.ts";

/** What both sides call the same, and are to have alike; {@link stateOf} makes one text of it. */
const STATE_COLUMNS = "print_key, label, device_id, quantity, width, tag, test_print, recognised, deleted_at";
const STATES = STATE_COLUMNS.split(", ");

/** Ids of a workspace have its own above these bits. */
const IDS_OF_WORKSPACE = 2 ** 32;

type State = Readonly<Record<string, unknown>>;

type ShopRow = Pick<ShopPrint, "ordinal" | "createdAt" | "updatedAt"> &
  State & { readonly sha256: Uint8Array | null; readonly isErased: number };

/** The prints of a shop, as its database has them. */
export function readShopPrints(folder: string): ShopPrint[] {
  const database = openForReading(databasePath(folder));
  try {
    return database
      .query<ShopRow, []>(
        "SELECT ordinal, print.created_at AS createdAt, updated_at AS updatedAt, sha256, " +
          `removal.kind IS 'erased' AS isErased, ${STATE_COLUMNS} FROM print ` +
          "LEFT JOIN print_data ON print_id = print.id LEFT JOIN removal ON removal.id = removal_id ORDER BY ordinal",
      )
      .all()
      .map(({ ordinal, createdAt, updatedAt, sha256, isErased, ...state }) => ({
        ordinal,
        createdAt,
        updatedAt,
        fingerprint: sha256 && fingerprintOf(createdAt, sha256).toHex(),
        state: stateOf(state, sha256),
        isErased: isErased === 1,
      }));
  } finally {
    database.close();
  }
}

type ArchivedRow = Pick<ArchivedPrint, "ordinal" | "createdAt" | "updatedAt"> &
  State &
  StoredTags & {
    readonly id: number;
    readonly fingerprint: Uint8Array;
    readonly sha256: Uint8Array;
    readonly removedAt: number | null;
    readonly byteLength: number;
    readonly encoding: number | null;
    readonly content: Uint8Array | null;
  };

/** The prints of a workspace of an archive, with their bytes looked at. */
export async function readArchivedPrints(
  database: PostgresDatabase,
  workspaceId: number,
): Promise<ArchivedPrint[]> {
  const states = STATES.filter((name) => name !== "tag")
    .map((name) => `print.${name}`)
    .join(", ");
  const rows = await database.all<ArchivedRow>(
    sql`SELECT id, ordinal, created_at AS "createdAt", updated_at AS "updatedAt", removed_at AS "removedAt",
      fingerprint, print.sha256, print.byte_length AS "byteLength", encoding, content, ${sql.raw(states)},
      ${columnsFor(STORED_TAG_FIELDS, "print")}
      FROM print LEFT JOIN print_content
        ON print_content.workspace_id = print.workspace_id AND print_content.sha256 = print.sha256
      WHERE print.workspace_id = ${workspaceId} ORDER BY id`,
  );
  return rows.map((row) => ({
    number: row.id - workspaceId * IDS_OF_WORKSPACE,
    ordinal: row.ordinal,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    fingerprint: hexOf(row.fingerprint),
    state: stateOf({ ...row, tag: tagOf(row) }, row.sha256),
    isRemoved: row.removedAt !== null,
    damage: damageOf(row),
  }));
}

interface SeenRow extends Pick<SeenPrint, "ordinal" | "updatedAt"> {
  readonly fingerprint: Uint8Array;
  readonly removedAt: number | null;
}

/** What a workspace of an archive has now. */
export async function readSeenPrints(database: PostgresDatabase, workspaceId: number): Promise<SeenPrint[]> {
  const rows = await database.all<SeenRow>(
    sql`SELECT ordinal, fingerprint, updated_at AS "updatedAt", removed_at AS "removedAt"
      FROM print WHERE workspace_id = ${workspaceId}`,
  );
  return rows.map(({ ordinal, fingerprint, updatedAt, removedAt }) => ({
    ordinal,
    fingerprint: hexOf(fingerprint),
    updatedAt,
    isRemoved: removedAt !== null,
  }));
}

/** How many bytes of prints a workspace has that no print of it has: of erased ones all are to go. */
export async function countForsakenContents(
  database: PostgresDatabase,
  workspaceId: number,
): Promise<number> {
  const found = await database.first<{ n: number }>(
    sql`SELECT count(*) AS n FROM print_content LEFT JOIN print
      ON print.workspace_id = print_content.workspace_id AND print.sha256 = print_content.sha256 AND removed_at IS NULL
      WHERE print_content.workspace_id = ${workspaceId} AND print.id IS NULL`,
  );
  return found?.n ?? 0;
}

/** How many prints a workspace has by what is counted as they come. */
export async function countedPrints(database: PostgresDatabase, workspaceId: number): Promise<number> {
  const found = await database.first<{ n: number | null }>(
    sql`SELECT sum(n + deleted_n)::bigint AS n FROM day_count WHERE workspace_id = ${workspaceId}`,
  );
  return found?.n ?? 0;
}

/** What shops were told to do, or asked for, and is not done yet. */
export async function countOpen(database: PostgresDatabase): Promise<number> {
  const found = await database.first<{ n: number }>(
    sql`SELECT (SELECT count(*) FROM erasure_order) + (SELECT count(*) FROM wanted_print) AS n`,
  );
  return found?.n ?? 0;
}

function stateOf(row: State, sha256: Uint8Array | null): string {
  return JSON.stringify([...STATES.map((name) => row[name] ?? null), sha256 && hexOf(sha256)]);
}

function hexOf(bytes: Uint8Array): string {
  return new Uint8Array(bytes).toHex();
}

function damageOf({ removedAt, id, sha256, byteLength, encoding, content }: ArchivedRow): string | null {
  if (removedAt !== null) return null;
  if (content === null || encoding === null) return "missing";
  try {
    decodeContent(id, { sha256, byteLength, encoding, content });
    return null;
  } catch {
    return "damaged";
  }
}
