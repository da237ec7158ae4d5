import { PRINTER_SETTINGS, RETIRED_PRINTER_SETTINGS } from "../contract/printer-settings.ts";
import { systemClock } from "../domain/clock.ts";
import { DELIVERY_CAUSES } from "../domain/delivery.ts";
import { polledKind } from "../domain/poll-address.ts";
import { SIMULATED_STATES } from "../domain/printer-status.ts";
import { OWN_PORT_PROTOCOLS, PROTOCOLS } from "../domain/protocols.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION, table } from "./command.ts";
import { type GivenOptions, lineOnly, type Option, UsageError } from "./options.ts";
import { originNotes } from "./printer-origins.ts";
import { pollAddressNote } from "./poll-address-note.ts";
import { PrinterRecords, type PrinterRow } from "./printer-records.ts";
import { givenSettings, settingOptions } from "./setting-options.ts";

const OPTIONS = lineOnly(settingOptions({ ...PRINTER_SETTINGS, ...RETIRED_PRINTER_SETTINGS }));

const CAUSE_OPTION: Option = {
  name: "cause",
  value: "CAUSE",
  help: `Only what is held for this: one of ${DELIVERY_CAUSES.join(", ")}.`,
  lineOnly: true,
};

const causeOf = (given: GivenOptions) => given.choice("cause", DELIVERY_CAUSES);

/** The printers: their settings, how they are, and what can be tried on them. */
export const PRINTER_COMMANDS: readonly Command[] = [
  {
    name: "printer add",
    parameters: "NAME",
    summary: "Make a printer that POS software can print to.",
    options: [DATA_OPTION, WORKSPACE_OPTION, ...OPTIONS.filter(({ name }) => name !== "name")],
    async run(given) {
      const body = { ...givenSettings(PRINTER_SETTINGS, given), name: nameOf(given) };
      const records = await PrinterRecords.open(given, "make");
      const printer = await records.create(given.text("workspace") ?? DEFAULT_WORKSPACE, body);
      print(describe([printer]));
      if (polledKind(printer) !== null) print(await pollAddressNote(records, printer.name));
    },
  },
  commandOn(
    "update",
    "Change a printer's settings; they count at once.",
    async (records, name, given) => {
      const body = givenSettings(PRINTER_SETTINGS, given);
      // What changes nothing any more is still taken, so that the scripts of older versions go on.
      const retired = givenSettings(RETIRED_PRINTER_SETTINGS, given);
      if (Object.keys({ ...body, ...retired }).length === 0)
        throw new UsageError("Give at least one setting, such as --width.");
      return describe([await records.update(name, body)]);
    },
    OPTIONS,
  ),
  {
    name: "printer list",
    summary: "List the printers: how each is and why, and how many prints wait for the real one.",
    options: [DATA_OPTION],
    async run(given) {
      const records = await PrinterRecords.open(given, "refuse");
      print(describe(await records.list()));
    },
  },
  commandOn(
    "pair",
    "For an hour, let the first public web page that prints on a printer print there from then on.",
    async (records, name) => describe([await records.pair(name)]),
  ),
  commandOn(
    "poll-address",
    "Make the address that a real printer asks for its prints, where it comes for them (cloudprnt:, sdp:).",
    (records, name) => pollAddressNote(records, name),
  ),
  commandOn(
    "remove",
    "Remove a printer; its prints stay.",
    async (records, name) => `${await records.remove(name)}\tremoved`,
  ),
  commandOn(
    "release",
    "Print all that a printer holds for a person, such as prints that waited for too long.",
    async (records, name, given) =>
      `${name}\t${await records.decideHeld(name, "release", causeOf(given))} released`,
    [CAUSE_OPTION],
  ),
  commandOn(
    "cancel",
    "Print none of what a printer holds for a person; the prints stay.",
    async (records, name, given) =>
      `${name}\t${await records.decideHeld(name, "cancel", causeOf(given))} cancelled`,
    [CAUSE_OPTION],
  ),
  commandOn(
    "test",
    "Print a test receipt on a printer.",
    async (records, name) => `${await records.test(name)}\ttest print`,
  ),
  commandOn(
    "simulate",
    "Let a printer say that it is out of paper and the like, for testing POS software.",
    async (records, name, given) => {
      const simulate = given.choice("state", SIMULATED_STATES);
      if (simulate === null)
        throw new UsageError(`--state is missing: one of ${SIMULATED_STATES.join(", ")}.`);
      return describe([await records.update(name, { simulate })]);
    },
    [{ name: "state", value: "STATE", help: `One of ${SIMULATED_STATES.join(", ")}.` }],
  ),
];

/** A command on one printer. @param work gives what the command prints */
function commandOn(
  verb: string,
  summary: string,
  work: (records: PrinterRecords, name: string, given: GivenOptions) => Promise<string>,
  options: readonly Option[] = [],
): Command {
  return {
    name: `printer ${verb}`,
    parameters: "NAME",
    summary,
    options: [DATA_OPTION, ...options],
    async run(given) {
      const name = nameOf(given);
      print(await work(await PrinterRecords.open(given, "refuse"), name, given));
    },
  };
}

function nameOf(given: GivenOptions): string {
  return given.argument("NAME, the printer's");
}

const PORTS = OWN_PORT_PROTOCOLS.map((name) => name.toUpperCase());
const HEADINGS = [
  "NAME",
  "WORKSPACE",
  "MODEL",
  ...PORTS,
  "PROTOCOLS",
  "TARGET",
  "WAITING",
  "SIMULATES",
  "STATE",
];

function describe(printers: readonly PrinterRow[]): string {
  const rows = printers.map((printer) => [
    printer.name,
    printer.workspace,
    printer.model ?? "-",
    ...OWN_PORT_PROTOCOLS.map((name) => String(printer[PROTOCOLS[name].port.setting] ?? "-")),
    printer.protocols.join(","),
    printer.target ?? "-",
    printer.waiting,
    printer.simulate,
    printer.state,
  ]);
  return [table(HEADINGS, rows), ...originNotes(printers, systemClock())].join("\n");
}
