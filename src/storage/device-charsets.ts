import type { Database } from "bun:sqlite";
import type { SettledCharset } from "../escpos/text/charset.ts";

/** Whether a row of `print` is one that a later change of its device's charset may still decide about; SQL, 0 or 1. */
export const IS_UNSETTLED =
  "(print.ordinal >= coalesce((SELECT next_ordinal FROM charset_progress " +
  "WHERE charset_progress.workspace_id = print.workspace_id), 0))";

/**
 * What the earlier prints of the device that a row of `print` came from were read as, NULL where nothing is known. SQL:
 * the one expression for all that reads the text of a print, so that all of them read the same.
 */
export const EARLIER_CHARSET =
  `CASE WHEN ${IS_UNSETTLED} THEN (SELECT device_charset.charset FROM device_charset ` +
  "WHERE device_charset.workspace_id = print.workspace_id " +
  "AND device_charset.printer_id = coalesce(print.printer_id, 0) " +
  "AND device_charset.device_id = coalesce(print.device_id, '')) " +
  "ELSE (SELECT print_charset.charset FROM print_charset WHERE print_charset.print_id = print.id) END";

/** A device as its prints name it; see the migration. */
export interface Device {
  readonly printerId: number;
  readonly deviceId: string;
}

/** What reading prints for the first time has found out of their devices. */
export interface CharsetFindings {
  readonly workspaceId: number;
  /** Behind the last print that was read: what is found decides for those from it on. */
  readonly nextOrdinal: number;
  readonly devices: readonly (Device & { readonly charset: SettledCharset })[];
  /** Prints for which the earlier ones of their device decided. */
  readonly prints: readonly { readonly printId: number; readonly charset: SettledCharset }[];
}

/** Writes what was found, inside a transaction that the caller begins and commits. */
export class DeviceCharsetWriter {
  private readonly statements;

  constructor(database: Database) {
    this.statements = {
      setDevice: database.query<unknown, [number, number, string, string]>(
        "INSERT OR REPLACE INTO device_charset (workspace_id, printer_id, device_id, charset) VALUES (?, ?, ?, ?)",
      ),
      setPrint: database.query<unknown, [number, string]>(
        "INSERT OR IGNORE INTO print_charset (print_id, charset) VALUES (?, ?)",
      ),
      setProgress: database.query<unknown, [number, number]>(
        "INSERT INTO charset_progress (workspace_id, next_ordinal) VALUES (?, ?) " +
          "ON CONFLICT DO UPDATE SET next_ordinal = max(next_ordinal, excluded.next_ordinal)",
      ),
    };
  }

  write({ workspaceId, nextOrdinal, devices, prints }: CharsetFindings): void {
    for (const { printerId, deviceId, charset } of devices) {
      this.statements.setDevice.run(workspaceId, printerId, deviceId, charset);
    }
    for (const { printId, charset } of prints) this.statements.setPrint.run(printId, charset);
    this.statements.setProgress.run(workspaceId, nextOrdinal);
  }
}
