import { chosenPrinter, type PaperSettings } from "../escpos/models/chosen-printer.ts";
import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";

/** The settings that decide how the text of a print is read, of a printer and of a workspace alike. */
export const READING_SETTINGS = ["model", "charset", "profile"] as const;

type ReadingSetting = (typeof READING_SETTINGS)[number];

/** What a printer and its workspace say, as {@link READING_COLUMNS} select it; all of the printer is `null` without one. */
export type ReadingRow = {
  readonly [Setting in ReadingSetting as `printer${Capitalize<Setting>}`]: PaperSettings[Setting];
} & { readonly [Setting in ReadingSetting as `workspace${Capitalize<Setting>}`]: PaperSettings[Setting] };

const columnsOf = (table: "printer" | "workspace") =>
  READING_SETTINGS.map((name) => `${table}.${name} AS ${table}${name[0]?.toUpperCase()}${name.slice(1)}`);

/** The columns of a {@link ReadingRow}, of the tables `printer` and `workspace`. */
export const READING_COLUMNS = [...columnsOf("printer"), ...columnsOf("workspace")].join(", ");

type ReadingSettings = Pick<PaperSettings, ReadingSetting>;

/** What the printer of a row says. */
export function settingsOfPrinter(row: ReadingRow): ReadingSettings {
  return { model: row.printerModel, charset: row.printerCharset, profile: row.printerProfile };
}

/** What the workspace of a row says. */
export function settingsOfWorkspace(row: ReadingRow): ReadingSettings {
  return { model: row.workspaceModel, charset: row.workspaceCharset, profile: row.workspaceProfile };
}

/** As {@link printerOfRow}, of the {@link READING_SETTINGS} of a printer and then those of its workspace. */
export function printerOfValues(values: readonly unknown[]): PrinterChoice {
  const settings = READING_SETTINGS.map((name, index) => [name, values[index]]);
  const ofWorkspace = READING_SETTINGS.map((name, index) => [name, values[READING_SETTINGS.length + index]]);
  return chosenPrinter(Object.fromEntries(settings), Object.fromEntries(ofWorkspace));
}

/** The printer that decides how the prints of a row are read. */
export function printerOfRow(row: ReadingRow): PrinterChoice {
  return chosenPrinter(settingsOfPrinter(row), settingsOfWorkspace(row));
}
