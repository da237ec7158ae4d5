import { afterEach, beforeEach, expect, test } from "bun:test";
import { PRINTER_DEFAULTS, type PrinterSettings } from "../../src/contract/printer-settings.ts";
import { Printers } from "../../src/printers/printers.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";
import { RealParts } from "../delivery/real-parts.ts";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";

const silent = { write() {} };
let parts: RealParts;
let real: ScriptedPrinter;
/** Prints that come in while a port opens. */
let meanwhile: number[] = [];

beforeEach(async () => {
  parts = await RealParts.start();
  real = ScriptedPrinter.start();
  meanwhile = [];
});
afterEach(async () => {
  await parts.end();
  real.goAway();
});

/** The printers of a service whose tills print as soon as there is a port, before all ports are open. */
function printersWithTills(): Printers {
  const store = new PrinterStore(parts.database);
  const options = {
    deliveries: parts.deliveries,
    list: () => store.list(),
    log: silent,
    servicePorts: () => ({ host: "127.0.0.1", http: 0, https: 0, web: [], lpd: 0, ipp: 0 }),
    openPort: async (...[, printer, , port]: Parameters<Options["openPort"]>) => {
      if (printer !== null) meanwhile.push(await parts.print(printer.printer, `${port}\n\x1dVA\0`));
      return { port, stop: async () => {} };
    },
    webPorts: [],
    clock: Date.now,
    storageTrouble: () => null,
    onChange: () => {},
  };
  return new Printers(options as unknown as Options);
}

type Options = ConstructorParameters<typeof Printers>[0];

const store = (settings: Partial<PrinterSettings> & { name: string }) =>
  parts.writer.submit({
    kind: "printer",
    change: {
      do: "create",
      settings: { ...PRINTER_DEFAULTS, ...settings },
      owner: { workspaceId: 1, userId: 1 },
    },
  });

test("what a till prints the moment a port opens is passed on: at the start, and to a new printer", async () => {
  await store({ name: "bar", rawPort: 9101, target: real.target });
  const printers = printersWithTills();
  await printers.reload();
  await store({ name: "kitchen", rawPort: 9102, target: real.target });
  await printers.reload();
  await parts.settled();
  expect(meanwhile).toHaveLength(2);
  expect(parts.states()).toEqual(["done", "done"]);
  expect(real.paper).toBe("9101\n|9102\n|");
  await printers.close();
});
