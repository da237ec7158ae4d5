import { rmSync } from "node:fs";
import { join } from "node:path";
import { BreakLine, CharacterSet, PrinterTypes, ThermalPrinter } from "node-thermal-printer";
import { CUPS_BACKENDS, whyWithoutBackend } from "../../scripts/check/programs.ts";
import { EPOS_PATH } from "../../src/domain/protocols.ts";
import { sdkRequest } from "../printers/epos/memory-printer.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Where a client prints: the ports of a service, or of a printer that has the raw port only. */
export interface Ports {
  readonly raw: number;
  readonly lpd: number;
  readonly http: number;
}

/** A client of receipt printers, as shops run it. Each receipt has the text {@link ORDER}, a cut and a drawer kick. */
export interface PosClient {
  readonly name: string;
  /** Why it cannot run on this machine, `null` when it can. */
  readonly without: string | null;
  /** What it prints to a raw port is compared with what it prints to a printer directly. */
  readonly protocol: "raw" | "lpd" | "ipp" | "epos";
  /** Whether it speaks Star's language, and not ESC/POS. */
  readonly isStar?: true;
  /** What it must say when all is well. */
  readonly success: string;
  /** Prints a receipt. @returns what the client says */
  print(ports: Ports): Promise<string>;
}

export const ORDER = "Order 7701";

const HERE = import.meta.dir;
const ROOT = join(HERE, "..", "..");

/** Of clients that print files: with every byte there is, and a size that no block has. */
export const FILE = Buffer.concat([
  Buffer.from(`\x1b@${ORDER}\nCaf\xe9 2.80\n\x1dv0\x00\x20\x00\x40\x00`, "latin1"),
  Uint8Array.from({ length: 0x20 * 0x40 }, (_, index) => (index * 31) % 256),
  Buffer.from("\n\x1dV\x00\x1bp\x00\x19\xfa", "latin1"),
]);

/** In receiptio's markdown; the command opens the drawer. */
export const markdown = (kick: string, order = ORDER) =>
  `^^^Caf\u00e9 Aurora\n\n{w:*,8}\n${order} |\nEspresso | 2.80\n-\n^TOTAL | ^2.80\n{c:7701;o:qrcode}\n{x:${kick}}\n`;

/** The end of a program that printed: what it said, and how it ended where that was not well. */
async function outcomeOf(command: readonly string[], input: string | null = null): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    stdin: input === null ? "ignore" : Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complaint, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return exitCode === 0 ? `${said}${complaint}`.trim() : `exit code ${exitCode}: ${said}${complaint}`;
}

/** Its command line tool. It knows port 9100 only: another is put in its place. */
function receiptio(printer: string, kick: string): PosClient["print"] {
  const tool = join(ROOT, "node_modules", "receiptio", "bin", "cli.js");
  const preload = join(HERE, "receiptio-port.ts");
  return ({ raw }) => {
    const words = ["-d", "127.0.0.1", "-l", "de", ...(printer === "" ? [] : ["-p", printer])];
    const command = ["env", `RAW_PORT=${raw}`, process.execPath, "--preload", preload, tool, ...words];
    return outcomeOf(command, markdown(kick));
  };
}

/** A receipt with what its users use: tables, code pages, sizes, a QR code. */
export function thermalReceipt(type: PrinterTypes, port: number, order = ORDER): ThermalPrinter {
  const printer = new ThermalPrinter({
    type,
    interface: `tcp://127.0.0.1:${port}`,
    characterSet: CharacterSet.PC858_EURO,
    removeSpecialCharacters: false,
    breakLine: BreakLine.WORD,
    options: { timeout: 20_000 },
  });
  printer.alignCenter();
  printer.setTextDoubleHeight();
  printer.println("Caf\u00e9 Aurora");
  printer.setTextNormal();
  printer.println(order);
  printer.drawLine();
  printer.tableCustom([
    { text: "Espresso", align: "LEFT", width: 0.6 },
    { text: "2,80 \u20ac", align: "RIGHT", width: 0.4 },
  ]);
  printer.printQR("https://example.com/7701");
  printer.openCashDrawer();
  printer.cut();
  return printer;
}

async function thermal(type: PrinterTypes, port: number, waitForResponse: boolean): Promise<string> {
  const printer = thermalReceipt(type, port);
  // Its types lack getStatus(), which adds the same.
  if (waitForResponse) printer.append(Buffer.of(0x1d, 0x72, 1));
  const answer: unknown = await printer.execute({ waitForResponse });
  return answer === undefined ? "sent" : `answered ${Buffer.from(answer as Uint8Array).toString("hex")}`;
}

/** A program of CUPS, as its scheduler starts it. */
function cupsBackend(backend: string, address: (ports: Ports) => string): PosClient["print"] {
  return async (ports) => {
    const folder = temporaryFolder();
    const path = join(folder, "receipt.bin");
    await Bun.write(path, FILE);
    const child = Bun.spawn([join(CUPS_BACKENDS, backend), "17", "anna", "Order", "1", "", path], {
      env: {
        DEVICE_URI: address(ports),
        PRINTER: "receipt",
        CONTENT_TYPE: "application/vnd.cups-raw",
        FINAL_CONTENT_TYPE: "application/vnd.cups-raw",
        PATH: "/usr/bin:/bin",
      },
      // The last two are the back channel and the side channel: without them the one for sockets waits for ever.
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    });
    const [said, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
    rmSync(folder, { recursive: true, force: true });
    return exitCode === 0 ? "exit code 0" : `exit code ${exitCode}: ${said}`;
  };
}

/** What a page sends by XMLHttpRequest. test/web prints from pages in Chromium. */
function epos(contentType: string): PosClient["print"] {
  const elements = `<text>Caf\u00e9 Aurora&#10;${ORDER}&#10;</text><cut type="feed"/><pulse drawer="drawer_1" time="pulse_100"/>`;
  return async ({ http }) => {
    const answer = await fetch(`http://127.0.0.1:${http}${EPOS_PATH}?devid=local_printer&timeout=10000`, {
      method: "POST",
      headers: { "Content-Type": contentType },
      body: sdkRequest(elements),
    });
    return /success="\w+" code="\w*"/.exec(await answer.text())?.[0] ?? `status ${answer.status}`;
  };
}

/** Libraries in other languages, which no package of npm or Debian brings: used where somebody has installed them. */
export const LIBRARIES = {
  "python-escpos": ["python3", join(HERE, "print-escpos.py")],
  "escpos-php": ["php", join(HERE, "print-escpos.php")],
} as const;

export type Library = keyof typeof LIBRARIES;

const INSTALL = {
  "python-escpos": "pip install python-escpos",
  "escpos-php": "composer global require mike42/escpos-php",
} as const;

export function whyWithoutLibrary(library: Library): string | null {
  const [program, script] = LIBRARIES[library];
  const isThere =
    Bun.which(program) !== null &&
    Bun.spawnSync([program, script, "--find"], { stdio: ["ignore", "ignore", "ignore"] }).exitCode === 0;
  return isThere ? null : `${library} is not installed (${INSTALL[library]})`;
}

/** Prints receipts with a library by one connection, with a rest between. */
export function printWithLibrary(
  library: Library,
  port: number,
  ...orders: readonly string[]
): Promise<string> {
  return outcomeOf([...LIBRARIES[library], String(port), ...orders]);
}

const libraries = (Object.keys(LIBRARIES) as Library[]).map((library): PosClient => ({
  name: library,
  without: whyWithoutLibrary(library),
  protocol: "raw",
  success: "printed",
  print: ({ raw }) => printWithLibrary(library, raw, ORDER),
}));

const backends = (
  [
    ["socket", "raw", ({ raw }: Ports) => `socket://127.0.0.1:${raw}`],
    ["lpd", "lpd", ({ lpd }: Ports) => `lpd://127.0.0.1:${lpd}/receipt`],
    ["ipp", "ipp", ({ http }: Ports) => `ipp://127.0.0.1:${http}/ipp/print/receipt`],
  ] as const
).map(([backend, protocol, address]): PosClient => ({
  name: `CUPS' backend ${backend}`,
  without: whyWithoutBackend(backend),
  protocol,
  success: "exit code 0",
  print: cupsBackend(backend, address),
}));

/** All of them. */
export const CLIENTS: readonly PosClient[] = [
  {
    name: "receiptio, which finds out what the printer is",
    without: null,
    protocol: "raw",
    success: "success",
    print: receiptio("", "\\x1bp\\x00\\x19\\xfa"),
  },
  {
    name: "receiptio for Epson",
    without: null,
    protocol: "raw",
    success: "success",
    print: receiptio("epson", "\\x1bp\\x00\\x19\\xfa"),
  },
  {
    name: "receiptio for Star",
    without: null,
    protocol: "raw",
    isStar: true,
    success: "success",
    print: receiptio("starline", "\\x07"),
  },
  {
    name: "node-thermal-printer",
    without: null,
    protocol: "raw",
    success: "sent",
    print: ({ raw }) => thermal(PrinterTypes.EPSON, raw, false),
  },
  {
    name: "node-thermal-printer, which waits for the answer",
    without: null,
    protocol: "raw",
    success: "answered 00",
    print: ({ raw }) => thermal(PrinterTypes.EPSON, raw, true),
  },
  {
    name: "node-thermal-printer for Star",
    without: null,
    protocol: "raw",
    isStar: true,
    success: "sent",
    print: ({ raw }) => thermal(PrinterTypes.STAR, raw, false),
  },
  ...libraries,
  ...backends,
  {
    name: "a page like Epson's SDK",
    without: null,
    protocol: "epos",
    success: 'success="true" code=""',
    print: epos("text/xml; charset=utf-8"),
  },
  {
    name: "a page like Odoo's",
    without: null,
    protocol: "epos",
    success: 'success="true" code=""',
    print: epos("text/plain"),
  },
];
