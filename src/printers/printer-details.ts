import type { PrinterSettings } from "../contract/printer-settings.ts";
import {
  chosenPrinter,
  type PaperSettings,
  settledPrinter,
  type SettledPrinter,
} from "../escpos/models/chosen-printer.ts";
import { isStar } from "../escpos/language.ts";
import { makerOf } from "./maker.ts";

/** What a printer is to its hosts: what it leaves open is its workspace's, or its model's. */
export interface PrinterDetails extends SettledPrinter {
  /** Its maker as it says it, such as EPSON. */
  readonly maker: string;
  /** The name of its model as it says it, such as TM-T88V. */
  readonly modelName: string;
  /** As device ids name what it understands (IEEE 1284): `CMD:ESC/POS` is how hosts know a receipt printer. */
  readonly commands: "ESC/POS" | "STAR";
}

/** What decides of a printer's settings. */
type DecidingSettings = Pick<PrinterSettings, "model" | "width" | "profile" | "charset" | "reportedModel">;

/** The details of a printer of a workspace. */
export function detailsOf(printer: DecidingSettings, workspace: PaperSettings): PrinterDetails {
  const settled = settledPrinter(chosenPrinter(printer, workspace));
  const { identity, profile, language } = settled.model;
  const maker = settled.profile === profile ? identity.maker : makerOf(settled.profile);
  const modelName = printer.reportedModel ?? identity.name;
  return { ...settled, maker, modelName, commands: isStar(language) ? "STAR" : "ESC/POS" };
}
