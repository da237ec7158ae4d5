import { systemClock } from "../domain/clock.ts";
import { PRINTER_SETTINGS } from "../contract/printer-settings.ts";
import { SIMULATED_STATES } from "../domain/printer-status.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { type GivenOptions, lineOnly, UsageError } from "./options.ts";
import { originNotes } from "./printer-origins.ts";
import { PrinterRecords, type PrinterRow } from "./printer-records.ts";
import { givenSettings, settingOptions } from "./setting-options.ts";
import { table } from "./table.ts";

const OPTIONS = lineOnly(settingOptions(PRINTER_SETTINGS));

/** Makes a printer. */
export const printerAdd: Command = {
  name: "printer add",
  parameters: "NAME",
  summary: "Make a printer that POS software can print to.",
  options: [DATA_OPTION, WORKSPACE_OPTION, ...OPTIONS.filter(({ name }) => name !== "name")],
  async run(given) {
    const body = { ...givenSettings(PRINTER_SETTINGS, given), name: nameOf(given) };
    const records = await PrinterRecords.open(given, "make");
    print(describe([await records.create(given.text("workspace") ?? DEFAULT_WORKSPACE, body)]));
    return 0;
  },
};

/** Changes a printer's settings. */
export const printerUpdate: Command = {
  name: "printer update",
  parameters: "NAME",
  summary: "Change a printer's settings; they count at once.",
  options: [DATA_OPTION, ...OPTIONS],
  async run(given) {
    const body = givenSettings(PRINTER_SETTINGS, given);
    if (Object.keys(body).length === 0) throw new UsageError("Give at least one setting, such as --width.");
    const records = await PrinterRecords.open(given, "refuse");
    print(describe([await records.update(nameOf(given), body)]));
    return 0;
  },
};

/** Lists the printers. */
export const printerList: Command = {
  name: "printer list",
  parameters: "",
  summary: "List the printers: how each is and why, and how many prints wait for the real one.",
  options: [DATA_OPTION],
  async run(given) {
    const records = await PrinterRecords.open(given, "refuse");
    print(describe(await records.list()));
    return 0;
  },
};

/** Lets a printer take the next public web page that prints. */
export const printerPair: Command = {
  name: "printer pair",
  parameters: "NAME",
  summary: "For an hour, let the first public web page that prints on a printer print there from then on.",
  options: [DATA_OPTION],
  async run(given) {
    const records = await PrinterRecords.open(given, "refuse");
    print(describe([await records.pair(nameOf(given))]));
    return 0;
  },
};

/** Removes a printer. */
export const printerRemove: Command = {
  name: "printer remove",
  parameters: "NAME",
  summary: "Remove a printer; its prints stay.",
  options: [DATA_OPTION],
  async run(given) {
    const records = await PrinterRecords.open(given, "refuse");
    print(`${await records.remove(nameOf(given))}\tremoved`);
    return 0;
  },
};

/** Prints a test receipt. */
export const printerTest: Command = {
  name: "printer test",
  parameters: "NAME",
  summary: "Print a test receipt on a printer.",
  options: [DATA_OPTION],
  async run(given) {
    const records = await PrinterRecords.open(given, "refuse");
    print(`${await records.test(nameOf(given))}\ttest print`);
    return 0;
  },
};

/** Sets a printer to a state, for testing POS software. */
export const printerSimulate: Command = {
  name: "printer simulate",
  parameters: "NAME",
  summary: "Let a printer say that it is out of paper and the like, for testing POS software.",
  options: [DATA_OPTION, { name: "state", value: "STATE", help: `One of ${SIMULATED_STATES.join(", ")}.` }],
  async run(given) {
    const state = given.choice("state", SIMULATED_STATES);
    if (state === null) throw new UsageError(`--state is missing: one of ${SIMULATED_STATES.join(", ")}.`);
    const records = await PrinterRecords.open(given, "refuse");
    print(describe([await records.update(nameOf(given), { simulate: state })]));
    return 0;
  },
};

function nameOf(given: GivenOptions): string {
  return given.argument("NAME, the printer's");
}

function describe(printers: readonly PrinterRow[]): string {
  const rows = printers.map((printer) => [
    printer.name,
    printer.workspace,
    String(printer.rawPort ?? "-"),
    String(printer.eposPort ?? "-"),
    printer.protocols.join(","),
    printer.target ?? "-",
    printer.waiting,
    printer.simulate,
    printer.state,
  ]);
  const headings = [
    "NAME",
    "WORKSPACE",
    "RAW",
    "EPOS",
    "PROTOCOLS",
    "TARGET",
    "WAITING",
    "SIMULATES",
    "STATE",
  ];
  return [table(headings, rows), ...originNotes(printers, systemClock())].join("\n");
}
