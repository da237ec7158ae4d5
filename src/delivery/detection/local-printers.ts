import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { attributeOf, textsOf } from "../../ipp/message.ts";
import { GROUP } from "../../ipp/tags.ts";
import { attribute, keyword } from "../../ipp/values.ts";
import { usbDevices } from "../connections/usb-devices.ts";
import { askIpp, cupsAddress } from "../ipp/ipp-client.ts";
import { SystemCallThread } from "../system-calls/system-call-thread.ts";
import type { FoundPrinter } from "./detected-printer.ts";

/** CUPS-Get-Printers: an operation of CUPS alone. */
const GET_PRINTERS = 0x4002;
const NOT_FOUND = 0x0406;

/** Lines that are there without a cable: of Bluetooth, and of macOS' own. */
const NO_PRINTER_LINES = /Bluetooth|debug-console|wlan-debug|incoming/i;

/** The printers on USB. A serial number that two have, as clones do, tells neither. @param root where the system's files are */
export function findUsb(root = "/"): FoundPrinter[] {
  const devices = usbDevices(root);
  const isOne = (
    value: (device: (typeof devices)[number]) => string | null,
    device: (typeof devices)[number],
  ) => value(device) !== null && devices.filter((other) => value(other) === value(device)).length === 1;
  return devices.map((device) => {
    const { path, productId, serialNumber, title } = device;
    const isWord = serialNumber !== null && /^[^/\s:\p{C}]+$/u.test(serialNumber);
    if (isWord && isOne((each) => each.serialNumber, device)) return { target: `usb:${serialNumber}`, title };
    if (isOne((each) => each.productId, device)) return { target: `usb:${productId}`, title };
    return { target: `usb:${path}`, title };
  });
}

/** The serial lines of Linux and macOS; whether a printer is there nobody can ask. @param root where the system's files are */
export function findSerial(root = "/", system: NodeJS.Platform = process.platform): FoundPrinter[] {
  if (system === "darwin") {
    return namesIn(join(root, "dev"))
      .filter((name) => name.startsWith("cu.") && !NO_PRINTER_LINES.test(name))
      .map((name) => ({ target: `serial:/dev/${name}`, title: name.slice("cu.".length) }));
  }
  const adapters = namesIn(join(root, "dev/serial/by-id")).map((name) => ({
    target: `serial:/dev/serial/by-id/${name}`,
    title: name
      .replace(/^usb-/, "")
      .replace(/-if\d+.*$/, "")
      .replaceAll("_", " "),
  }));
  // Linux has names for more lines than there are; those without a chip are of type 0.
  const lines = namesIn(join(root, "sys/class/tty"))
    .filter((name) => /^ttyS\d+$/.test(name) && typeOf(root, name) !== "0")
    .map((name) => ({ target: `serial:/dev/${name}`, title: `Serial line ${name}` }));
  return [...adapters, ...lines];
}

/** The serial lines of Windows. */
export async function findCom(): Promise<FoundPrinter[]> {
  const names = await ofThread((thread) => thread.call("listComLines"));
  return names.map((name) => ({ target: `serial:${name}`, title: `Serial line ${name}` }));
}

/** The printers of the Windows spooler. */
export async function findWindows(): Promise<FoundPrinter[]> {
  const printers = await ofThread((thread) => thread.call("listWindowsPrinters"));
  return printers.map(({ name }) => ({ target: `windows:${name}`, title: name }));
}

/** The queues of this machine's CUPS. @throws Error when there is none, or it does not answer */
export async function findCups(signal: AbortSignal): Promise<FoundPrinter[]> {
  const wanted = ["printer-name", "printer-info", "printer-make-and-model"];
  const requested = attribute("requested-attributes", ...wanted.map(keyword));
  const exchange = await askIpp({ ...cupsAddress("/"), uri: "" }, GET_PRINTERS, [requested], { signal });
  if (exchange.kind !== "answered")
    // Such as another Tillroll, whose printers are all below a path of their own.
    throw new Error(
      exchange.httpStatus === 404
        ? "what answers at its port is no CUPS, perhaps Tillroll itself"
        : exchange.cause,
    );
  // Its way of saying that there are none.
  if (exchange.status === NOT_FOUND) return [];
  return exchange.groups
    .filter(({ tag }) => tag === GROUP.printer)
    .flatMap((group) => {
      const text = (name: string) => textsOf(attributeOf(group, name))[0] ?? "";
      const queue = text("printer-name");
      const [make, info] = [text("printer-make-and-model"), text("printer-info")];
      // A queue without a driver has no model; its description often is one.
      const title = make === "" || /raw printer/i.test(make) ? info || queue : make;
      return queue === "" ? [] : [{ target: `cups:${queue}`, title }];
    });
}

async function ofThread<Result>(ask: (thread: SystemCallThread) => Promise<Result>): Promise<Result> {
  const thread = new SystemCallThread();
  try {
    return await ask(thread);
  } finally {
    thread.end();
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

function typeOf(root: string, name: string): string {
  try {
    return readFileSync(join(root, "sys/class/tty", name, "type"), "utf8").trim();
  } catch {
    return "0";
  }
}
