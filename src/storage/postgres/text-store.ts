import { sql } from "drizzle-orm";
import type { SettledCharset } from "../../escpos/text/charset.ts";
import { columnsFor } from "./columns.ts";
import type { PostgresDatabase, Statements } from "./connection.ts";
import { printIdOf } from "./print-insert.ts";
import { insertRows, recordset } from "./recordset.ts";
import { lockTexts } from "./text-progress.ts";

/** A workspace some prints of which have no text, or one that was read otherwise. */
export interface WorkspaceText {
  readonly workspaceId: number;
  /** `WorkspaceSettings` as JSON. */
  readonly settings: string;
  /** How many prints it was given. */
  readonly nextOrdinal: number;
}

/** How far the texts of a workspace are. */
export interface TextProgress {
  readonly nextPosition: number;
  readonly settledPosition: number;
  readonly version: number;
}

/** What the text of a print is made of, beside its bytes. */
export interface TextSource {
  readonly id: number;
  readonly deviceId: string | null;
  /** `PaperSettings` as JSON. */
  readonly paper: string | null;
  readonly sha256: Buffer;
  readonly byteLength: number;
  /** What was found out of its device; what decided where it was read before. */
  readonly deviceCharset: SettledCharset | null;
  readonly ownCharset: SettledCharset | null;
}

/** Workspaces with how far their texts are. @param which those with prints that have none, or all that have prints */
export function readWorkspaceTexts(
  database: Statements,
  which: "unread" | "all",
): Promise<(WorkspaceText & { readonly nextPosition: number; readonly version: number })[]> {
  return database.all(
    sql`SELECT id AS "workspaceId", settings, next_ordinal AS "nextOrdinal", coalesce(next_position, 0) AS "nextPosition",
      coalesce(version, 0) AS version FROM workspace LEFT JOIN text_progress ON workspace_id = workspace.id
      WHERE next_ordinal > ${which === "all" ? sql`0` : sql`coalesce(next_position, 0)`}`,
  );
}

/**
 * Keeps other instances from reading the same prints for a while.
 * @param until epoch milliseconds @returns whether nobody else does
 */
export async function holdTexts(
  database: PostgresDatabase,
  workspaceId: number,
  holder: string,
  now: number,
  until: number,
): Promise<boolean> {
  const written = await database.run(
    sql`INSERT INTO text_progress (workspace_id, next_position, settled_position, version, holder, held_until)
      VALUES (${workspaceId}, 0, 0, 0, ${holder}, ${until}) ON CONFLICT (workspace_id) DO UPDATE SET
      holder = excluded.holder, held_until = excluded.held_until
      WHERE text_progress.held_until < ${now} OR text_progress.holder = ${holder}`,
  );
  return written > 0;
}

/** Lets others read the prints of a workspace. */
export async function releaseTexts(
  database: PostgresDatabase,
  workspaceId: number,
  holder: string,
): Promise<void> {
  await database.run(
    sql`UPDATE text_progress SET held_until = 0 WHERE workspace_id = ${workspaceId} AND holder = ${holder}`,
  );
}

export function readTextProgress(database: Statements, workspaceId: number): Promise<TextProgress | null> {
  return database.first(
    sql`SELECT ${columnsFor(["nextPosition", "settledPosition", "version"])} FROM text_progress
      WHERE workspace_id = ${workspaceId}`,
  );
}

/** The prints from a position on that were not removed, in the order in which they came. */
export function readTextSources(
  database: Statements,
  workspaceId: number,
  position: number,
  end: number,
): Promise<TextSource[]> {
  const columns = columnsFor(["id", "deviceId", "paper", "sha256", "byteLength"], "print");
  return database.all(
    sql`SELECT ${columns}, device_charset.charset AS "deviceCharset", print_text.charset AS "ownCharset" FROM print
      LEFT JOIN device_charset ON device_charset.workspace_id = print.workspace_id
        AND device_charset.device_id = print.device_id
      LEFT JOIN print_text ON print_text.workspace_id = print.workspace_id AND print_text.print_id = print.id
      WHERE print.workspace_id = ${workspaceId} AND print.id >= ${printIdOf(workspaceId, position)}
        AND print.id < ${printIdOf(workspaceId, end)} AND removed_at IS NULL ORDER BY print.id`,
  );
}

/** What was read of prints, from one position up to another. */
export interface StoredTexts {
  readonly texts: readonly {
    readonly printId: number;
    readonly lines: string;
    readonly charset: SettledCharset | null;
  }[];
  readonly devices: readonly { readonly deviceId: string; readonly charset: SettledCharset }[];
  /** How far the texts were when they were read, and how far they are with these. */
  readonly before: TextProgress;
  readonly after: TextProgress;
}

/**
 * Stores texts of prints, of those that were not removed meanwhile.
 * @returns whether nobody else has stored any since they were read; else nothing is
 */
export function storeTexts(
  database: PostgresDatabase,
  workspaceId: number,
  { texts, devices, before, after }: StoredTexts,
): Promise<boolean> {
  return database.inTransaction(async (transaction) => {
    await lockTexts(transaction, workspaceId);
    const present = await readTextProgress(transaction, workspaceId);
    if (!Bun.deepEquals(present, before)) return false;
    if (texts.length > 0) await writeTexts(transaction, workspaceId, texts);
    if (devices.length > 0) {
      const rows = devices.map(({ deviceId, charset }) => ({
        workspace_id: workspaceId,
        device_id: deviceId,
        charset,
      }));
      await transaction.run(
        sql`${insertRows("device_charset", rows)} ON CONFLICT (workspace_id, device_id) DO UPDATE SET charset = excluded.charset`,
      );
    }
    await transaction.run(
      sql`UPDATE text_progress SET next_position = ${after.nextPosition}, settled_position = ${after.settledPosition},
        version = ${after.version} WHERE workspace_id = ${workspaceId}`,
    );
    return true;
  });
}

async function writeTexts(
  transaction: Statements,
  workspaceId: number,
  texts: StoredTexts["texts"],
): Promise<void> {
  const rows = texts.map(({ printId, lines, charset }) => ({
    workspace_id: workspaceId,
    print_id: printId,
    lines,
    charset,
  }));
  await transaction.run(
    sql`INSERT INTO print_text (workspace_id, print_id, lines, charset)
      SELECT print.workspace_id, print.id, concat_ws(chr(10), nullif(text.lines, ''), nullif(print_recognition.lines, '')), text.charset
      FROM ${recordset("print_text", rows)} AS text
      JOIN print ON print.workspace_id = ${workspaceId} AND print.id = text.print_id
      LEFT JOIN print_recognition
        ON print_recognition.workspace_id = ${workspaceId} AND print_recognition.print_id = text.print_id
      WHERE print.removed_at IS NULL
      ON CONFLICT (workspace_id, print_id) DO UPDATE SET lines = excluded.lines, charset = excluded.charset`,
  );
}
