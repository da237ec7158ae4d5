import { Database } from "bun:sqlite";
import { beforeEach, expect, test } from "bun:test";
import { PRINTER_DEFAULTS, type PrinterSettings } from "../../src/contract/printer-settings.ts";
import { TillrollError } from "../../src/domain/errors.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";

let store: PrinterStore;
let userId: number;
beforeEach(() => {
  const database = new Database(":memory:");
  migrate(database);
  store = new PrinterStore(database);
  userId = ensureAdministrator(database, 0).id;
  for (const name of ["kitchen", "bar", "grill"]) add(name, { target: `tcp://192.168.1.${name.length}` });
  add("shelf", {});
});

function add(name: string, settings: Partial<PrinterSettings>): void {
  store.create({ ...PRINTER_DEFAULTS, name, ...settings }, { workspaceId: 1, userId }, 0);
}

const set = (name: string, settings: Partial<PrinterSettings>) =>
  store.update(store.get(name).id, settings, 1);

/** What is wrong with a change. */
function faultsOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof TillrollError) return error.data["issues"];
    throw error;
  }
  return [];
}

test.each<[string, string, Partial<PrinterSettings>, unknown[]]>([
  ["one with a target", "kitchen", { backup: "BAR", also: ["bar", "grill"] }, []],
  [
    "itself",
    "kitchen",
    { backup: "Kitchen" },
    [{ path: "backup", message: "cannot be the printer itself." }],
  ],
  [
    "itself for a copy",
    "kitchen",
    { also: ["kitchen"] },
    [{ path: "also", message: "cannot be the printer itself." }],
  ],
  [
    "one that is not there",
    "kitchen",
    { backup: "cellar" },
    [{ path: "backup", message: 'names no printer of the workspace: "cellar".' }],
  ],
  [
    "one without a target",
    "kitchen",
    { also: ["shelf"] },
    [{ path: "also", message: 'cannot be "shelf", which has no target.' }],
  ],
])("a backup, or a printer of copies, may be %s", (_name, printer, settings, issues) => {
  expect(faultsOf(() => set(printer, settings))).toEqual(issues);
});

test("a new printer's names are checked as well", () => {
  expect(faultsOf(() => add("new", { also: ["bar", "NEW"] }))).toEqual([
    { path: "also", message: "cannot be the printer itself." },
  ]);
});

test("backups make no chain and no circle", () => {
  set("kitchen", { backup: "bar" });
  expect(faultsOf(() => set("bar", { backup: "kitchen" }))).toEqual([
    { path: "backup", message: 'cannot be "kitchen", which has a backup itself: "bar".' },
  ]);
  expect(faultsOf(() => set("grill", { backup: "kitchen" }))).toHaveLength(1);
  expect(faultsOf(() => set("bar", { backup: "grill" }))).toEqual([
    { path: "backup", message: 'cannot be set: "bar" is the backup of "kitchen".' },
  ]);
  // Two may share one.
  expect(faultsOf(() => set("grill", { backup: "bar" }))).toEqual([]);
});

test("a printer that is renamed is meant by its new name, and one that is removed by none", () => {
  set("kitchen", { backup: "bar", also: ["grill", "Bar"] });
  set("bar", { name: "counter" });
  expect(store.get("kitchen")).toMatchObject({ backup: "counter", also: ["grill", "counter"] });
  store.remove(store.get("counter").id, 2);
  expect(store.get("kitchen")).toMatchObject({ backup: null, also: ["grill"] });
});

test("a name that leads back to a printer's own port is refused", () => {
  set("kitchen", { rawPort: 9101 });
  set("bar", { target: "tcp://localhost:9101" });
  expect(() => set("kitchen", { also: ["bar"] })).toThrow("leads back to this printer");
});
