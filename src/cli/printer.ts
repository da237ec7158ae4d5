import { systemClock } from "../domain/clock.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { SIMULATED_STATES } from "../domain/printer-status.ts";
import { INTERRUPTION_POLICIES, PRINTER_PROTOCOLS } from "../domain/printer.ts";
import { PRINTER_LIMITS } from "../domain/limits.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { type GivenOptions, lineOnly, type Option, UsageError } from "./options.ts";
import { originNotes } from "./printer-origins.ts";
import { PrinterRecords, type PrinterRow } from "./printer-records.ts";
import { table } from "./table.ts";

const SETTINGS: readonly Option[] = lineOnly([
  { name: "device-id", value: "D", help: "The deviceId of its prints; by default its name." },
  { name: "width", value: "N", help: "Columns of its paper, 24 to 80; by default the workspace's." },
  { name: "charset", value: "C", help: `Its characters, one of ${CHARSETS.join(", ")}.` },
  { name: "profile", value: "P", help: `Its maker, one of ${PRINTER_PROFILES.join(", ")}.` },
  { name: "model", value: "M", help: "The model that it says it is." },
  { name: "tag", value: "K=V", help: "A tag for each of its prints; repeatable.", repeatable: true },
  {
    name: "allow",
    value: "CIDR",
    help: "Addresses that may print, such as 192.168.1.0/24; repeatable.",
    repeatable: true,
  },
  {
    name: "allow-origin",
    value: "ORIGIN",
    help: "A public web page that may print, such as https://pos.example; repeatable. none for none.",
    repeatable: true,
  },
  { name: "protocols", value: "LIST", help: `Any of ${PRINTER_PROTOCOLS.join(",")}; by default all.` },
  {
    name: "address",
    value: "IP",
    help: "The address of this machine for its ports; by default the service's.",
  },
  { name: "raw-port", value: "N", help: "TCP port for raw printing; 0 for none." },
  { name: "epos-port", value: "N", help: "A TCP port of its own for ePOS-Print; 0 for none." },
  {
    name: "target",
    value: "URL",
    help: "The real printer: tcp://HOST:PORT or an http:// ePOS address; none for none.",
  },
  { name: "pass-through", value: "B", help: "true: the POS gets the real printer's own answers." },
  {
    name: "when-interrupted",
    value: "POLICY",
    help: `A delivery interrupted in its middle: ${INTERRUPTION_POLICIES.join(" it, or ")} it, marked.`,
  },
  { name: "hold", value: "B", help: "true: nothing is passed on until it is false again." },
]);

/** Makes a printer. */
export const printerAdd: Command = {
  name: "printer add",
  parameters: "NAME",
  summary: "Make a printer that POS software can print to.",
  options: [DATA_OPTION, WORKSPACE_OPTION, ...SETTINGS],
  async run(given) {
    const body = { ...settingsOf(given), name: nameOf(given) };
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
  options: [DATA_OPTION, { name: "name", value: "N", help: "Its new name.", lineOnly: true }, ...SETTINGS],
  async run(given) {
    const name = given.text("name");
    const body = { ...settingsOf(given), ...(name === null ? {} : { name }) };
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

/** The settings given, as the API takes them. */
function settingsOf(given: GivenOptions): Record<string, unknown> {
  const settings: Record<string, unknown> = {
    deviceId: given.text("device-id"),
    width: given.integer("width", 0, Number.MAX_SAFE_INTEGER),
    charset: given.text("charset"),
    profile: given.text("profile"),
    model: given.text("model"),
    tag: given.has("tag") ? Object.fromEntries(given.pairs("tag", "KEY=VALUE")) : null,
    allow: given.has("allow") ? given.all("allow").filter((block) => block !== "") : null,
    allowOrigins: given.has("allow-origin")
      ? given.all("allow-origin").filter((origin) => origin !== "" && origin !== "none")
      : null,
    protocols: given.text("protocols")?.split(",") ?? null,
    address: given.text("address"),
    passThrough: given.boolean("pass-through"),
    whenInterrupted: given.text("when-interrupted"),
    held: given.boolean("hold"),
  };
  const present: Record<string, unknown> = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== null),
  );
  for (const [option, setting] of [
    ["raw-port", "rawPort"],
    ["epos-port", "eposPort"],
  ] as const) {
    const port = given.integer(option, 0, PRINTER_LIMITS.largestPort);
    if (port !== null) present[setting] = port === 0 ? null : port;
  }
  const target = given.text("target");
  if (target !== null) present["target"] = target === "none" ? null : target;
  return present;
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
