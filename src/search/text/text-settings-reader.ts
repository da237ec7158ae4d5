import type { Database } from "bun:sqlite";
import type { Charset, PrinterProfile } from "../../escpos/escpos.ts";
import { TextSettings } from "./text-settings.ts";

/** A workspace, with one of its printers that have settings of their own; all of the printer is `null` without any. */
interface SettingsRow {
  readonly charset: Charset;
  readonly profile: PrinterProfile;
  readonly printerId: number | null;
  readonly firstOrdinal: number;
  readonly ownCharset: Charset | null;
  readonly ownProfile: PrinterProfile | null;
}

/** Reads how the prints of workspaces are decoded. */
export class TextSettingsReader {
  private readonly statement;

  constructor(database: Database) {
    // One statement, that the workspace and its printers are of the same moment.
    this.statement = database.query<SettingsRow, [number]>(
      "SELECT workspace.charset, workspace.profile, printer.id AS printerId, first_ordinal AS firstOrdinal, " +
        "printer.charset AS ownCharset, printer.profile AS ownProfile FROM workspace " +
        "LEFT JOIN printer ON printer.workspace_id = workspace.id " +
        "AND (printer.charset IS NOT NULL OR printer.profile IS NOT NULL) WHERE workspace.id = ?",
    );
  }

  /** The settings of a workspace and its printers; `null` when there is no such workspace. */
  read(workspaceId: number): TextSettings | null {
    const rows = this.statement.all(workspaceId);
    const [workspace] = rows;
    if (workspace === undefined) return null;
    const printers = rows.flatMap(({ printerId: id, firstOrdinal, ownCharset, ownProfile }) =>
      id === null ? [] : [{ id, firstOrdinal, charset: ownCharset, profile: ownProfile }],
    );
    return new TextSettings(workspaceId, workspace, printers);
  }
}
