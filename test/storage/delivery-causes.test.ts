import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { DeliveryReader } from "../../src/delivery/delivery-reader.ts";
import { DeliveryStore } from "../../src/storage/delivery-store.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";

test("a database from before: what was held was interrupted, and printers have the defaults", () => {
  const database = new Database(":memory:");
  migrate(
    database,
    MIGRATIONS.filter(({ version }) => version < 14),
  );
  database.run("PRAGMA foreign_keys = OFF");
  database.run(
    "INSERT INTO printer (workspace_id, user_id, name, name_key, protocols, created_at, updated_at) " +
      "VALUES (1, 1, 'old', 'old', '[]', 0, 0)",
  );
  for (const state of ["held", "queued"])
    database.run(
      "INSERT INTO delivery (workspace_id, print_id, printer_id, state, created_at, updated_at) VALUES (1, 1, 1, ?, 0, 0)",
      [state],
    );
  migrate(database);
  const reader = new DeliveryReader(database);
  const other = { notes: [], isCopy: false, forPrinterId: null, releasedAt: null };
  expect(reader.read(1, 1)).toMatchObject({ state: "held", cause: "interrupted", ...other });
  expect(reader.read(1, 2)).toMatchObject({ state: "queued", cause: null, ...other });
  expect(new PrinterStore(database).get("old")).toMatchObject({
    kickLifetime: 10,
    marks: true,
    markLate: 300,
    holdAfter: 3600,
    expireAfter: null,
    repeats: "print",
    backup: null,
    backupAfter: 30,
    also: [],
  });
});

test.each([
  ["held, interrupted", { state: "held", cause: "interrupted", sentBytes: 0 }, true],
  ["held, restored", { state: "held", cause: "restored", sentBytes: 0 }, true],
  ["held, late", { state: "held", cause: "late", sentBytes: 0 }, false],
  ["held, repeated", { state: "held", cause: "repeated", sentBytes: 0 }, false],
  ["kept, expired before anything of it went", { state: "kept", cause: "expired", sentBytes: 0 }, false],
  ["kept, when some of it had gone", { state: "kept", cause: "reported", sentBytes: 12 }, true],
] as const)("one that is %s and is released may be on paper twice: %p", (_name, before, expected) => {
  const database = new Database(":memory:");
  migrate(database);
  database.run("PRAGMA foreign_keys = OFF");
  const store = new DeliveryStore(database);
  const reader = new DeliveryReader(database);
  const { state, cause, sentBytes } = before;
  for (const printId of [1, 2]) {
    const id = store.apply({ do: "queue", workspaceId: 1, printId, printerId: 1 }, 0);
    store.apply({ do: "setAside", id, state, cause, reason: "why" }, 0);
    database.run("UPDATE delivery SET sent_bytes = ? WHERE id = ?", [sentBytes, id]);
  }
  store.apply({ do: "release", workspaceId: 1, id: 1 }, 5);
  const released = { state: "queued", cause: null, reason: null, releasedAt: 5, possibleDuplicate: expected };
  expect(reader.read(1, 1)).toMatchObject(released);
  // Together with all others that are held, they come to the same.
  const count = store.apply({ do: "decideAll", decision: "release", printerId: 1, cause: null }, 5);
  expect(count).toBe(state === "held" ? 1 : 0);
  if (state === "held") expect(reader.read(1, 2)).toMatchObject(released);
});
