import { throwIfAny } from "../domain/errors.ts";
import { IssueList } from "../domain/validation.ts";
import { PRINTER_DEFAULTS, PRINTER_SETTINGS, type PrinterSettings } from "./printer-settings.ts";
import { NewPrinter, PrinterPatch } from "./printer.ts";
import { readSettings } from "./read-settings.ts";

/**
 * Reads the settings of a new printer; `name` must be there, the others have defaults.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readNewPrinter(body: unknown): PrinterSettings {
  const issues = new IssueList();
  const given = readSettings(PRINTER_SETTINGS, NewPrinter, body, issues);
  const settings: PrinterSettings = { ...PRINTER_DEFAULTS, name: "", ...given };
  checkTogether(settings, issues);
  throwIfAny(issues.issues);
  return settings;
}

/**
 * Reads a change of a printer's settings: what is absent stays.
 * @param current what it has now: some settings only make sense together
 * @throws TillrollError BAD_REQUEST with all faults, an unknown setting among them
 */
export function readPrinterPatch(body: unknown, current: PrinterSettings): Partial<PrinterSettings> {
  const issues = new IssueList();
  const given = readSettings(PRINTER_SETTINGS, PrinterPatch, body, issues);
  checkTogether({ ...current, ...given }, issues);
  throwIfAny(issues.issues);
  return given;
}

function checkTogether({ passThrough, target, rawPort, eposPort }: PrinterSettings, issues: IssueList): void {
  if (passThrough && target?.startsWith("tcp:") !== true)
    issues.add("passThrough", "needs a target such as tcp://192.168.1.50:9100.");
  if (rawPort !== null && rawPort === eposPort) issues.add("eposPort", "must be another port than rawPort.");
}
