import readme from "../../README.md" with { type: "text" };
import security from "../../SECURITY.md" with { type: "text" };
import escposCommands from "../escpos/COMMANDS.md" with { type: "text" };
import searchIndex from "../search/INDEX.md" with { type: "text" };
import access from "./access.md" with { type: "text" };
import anyPrinter from "./any-printer.md" with { type: "text" };
import api from "./api.md" with { type: "text" };
import archive from "./archive.md" with { type: "text" };
import backup from "./backup.md" with { type: "text" };
import browserPos from "./browser-pos.md" with { type: "text" };
import cardNumbers from "./card-numbers.md" with { type: "text" };
import clock from "./clock.md" with { type: "text" };
import commands from "./commands.md" with { type: "text" };
import completeness from "./completeness.md" with { type: "text" };
import configuration from "./configuration.md" with { type: "text" };
import connect from "./connect.md" with { type: "text" };
import developing from "./developing.md" with { type: "text" };
import driverless from "./driverless.md" with { type: "text" };
import erasing from "./erasing.md" with { type: "text" };
import errors from "./errors.md" with { type: "text" };
import exporting from "./export.md" with { type: "text" };
import fiscalCodes from "./fiscal-codes.md" with { type: "text" };
import forwarding from "./forwarding.md" with { type: "text" };
import style from "./guide.css" with { type: "text" };
import https from "./https.md" with { type: "text" };
import logs from "./logs.md" with { type: "text" };
import journal from "./journal.md" with { type: "text" };
import integrity from "./integrity.md" with { type: "text" };
import install from "./install.md" with { type: "text" };
import models from "./models.md" with { type: "text" };
import monitoring from "./monitoring.md" with { type: "text" };
import notifications from "./notifications.md" with { type: "text" };
import operating from "./operating.md" with { type: "text" };
import odoo from "./odoo.md" with { type: "text" };
import commandsPicture from "./pictures/commands.png" with { type: "file" };
import dashboardPicture from "./pictures/dashboard.png" with { type: "file" };
import printersPicture from "./pictures/printers.png" with { type: "file" };
import packages from "./packages.md" with { type: "text" };
import pictureReceipts from "./picture-receipts.md" with { type: "text" };
import polling from "./polling.md" with { type: "text" };
import previews from "./previews.md" with { type: "text" };
import printers from "./printers.md" with { type: "text" };
import repair from "./repair.md" with { type: "text" };
import retention from "./retention.md" with { type: "text" };
import rules from "./rules.md" with { type: "text" };
import search from "./search.md" with { type: "text" };
import speed from "./speed.md" with { type: "text" };
import update from "./update.md" with { type: "text" };
import testingYourPos from "./testing-your-pos.md" with { type: "text" };
import virtualPrinter from "./virtual-printer.md" with { type: "text" };

/** A page of the guide. */
export interface GuidePage {
  /** What the service calls it: `/guide/NAME`; empty for the first page. */
  readonly name: string;
  /** Where its text is kept, from the root of the source tree. */
  readonly file: string;
  readonly markdown: string;
}

/** Every page, in the order of reading, under the headings of the table of contents. */
export const CHAPTERS: Readonly<Record<string, readonly GuidePage[]>> = {
  "In the shop": [
    page("", readme, "README.md"),
    page("printers", printers),
    page("connect", connect),
    page("driverless", driverless),
    page("forwarding", forwarding),
    page("notifications", notifications),
    page("browser-pos", browserPos),
    page("odoo", odoo),
    page("any-printer", anyPrinter),
    page("polling", polling),
    page("rules", rules),
    page("previews", previews),
    page("picture-receipts", pictureReceipts),
    page("fiscal-codes", fiscalCodes),
    page("models", models),
  ],
  "For programs": [
    page("api", api),
    page("search", search),
    page("export", exporting),
    page("errors", errors),
    page("testing-your-pos", testingYourPos),
    page("virtual-printer", virtualPrinter),
    page("escpos-commands", escposCommands, "src/escpos/COMMANDS.md"),
  ],
  "Keep it running": [
    page("install", install),
    page("packages", packages),
    page("operating", operating),
    page("backup", backup),
    page("archive", archive),
    page("repair", repair),
    page("integrity", integrity),
    page("configuration", configuration),
    page("retention", retention),
    page("completeness", completeness),
    page("card-numbers", cardNumbers),
    page("erasing", erasing),
    page("journal", journal),
    page("update", update),
    page("monitoring", monitoring),
    page("logs", logs),
    page("clock", clock),
    page("access", access),
    page("https", https),
    page("security", security, "SECURITY.md"),
    page("commands", commands),
  ],
  "Develop it": [
    page("developing", developing),
    page("search-index", searchIndex, "src/search/INDEX.md"),
    page("speed", speed),
  ],
};

/** Every page, in the order of reading. */
export const PAGES: readonly GuidePage[] = Object.values(CHAPTERS).flat();

/** The pictures that pages show: where each is to be read, by the name of its file. */
export const PICTURES: ReadonlyMap<string, string> = new Map([
  ["commands.png", commandsPicture],
  ["dashboard.png", dashboardPicture],
  ["printers.png", printersPicture],
]);

/** How the pages look; the dashboard's style comes before it. */
export const STYLE: string = style;

function page(name: string, markdown: string, file = `src/guide/${name}.md`): GuidePage {
  return { name, file, markdown };
}
