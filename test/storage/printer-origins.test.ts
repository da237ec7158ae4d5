import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { TillrollError } from "../../src/domain/errors.ts";
import { PRINTER_DEFAULTS } from "../../src/contract/printer-settings.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";

const HOUR = 3_600_000;
const POS = "https://pos.example";

function newStore(): { store: PrinterStore; userId: number } {
  const database = new Database(":memory:");
  migrate(database);
  return { store: new PrinterStore(database), userId: ensureAdministrator(database, 0).id };
}

test("printers of a database from before are paired for an hour when it is brought up to date", () => {
  const database = new Database(":memory:");
  migrate(
    database,
    MIGRATIONS.filter(({ version }) => version < 7),
  );
  database.run("INSERT INTO user (id, name, created_at) VALUES (1, 'a', 0)");
  database.run("INSERT INTO workspace (id, slug, slug_key, width, created_at) VALUES (1, 'w', 'w', 48, 0)");
  database.run(
    "INSERT INTO printer (workspace_id, user_id, name, name_key, model, protocols, created_at, updated_at) " +
      "VALUES (1, 1, 'old', 'old', 'TM-T88V', '[]', 1000, 1000)",
  );
  const before = Date.now();
  migrate(database);
  const { allowOrigins, pairingUntil } = new PrinterStore(database).get("old");
  expect(allowOrigins).toEqual([]);
  // To the second.
  expect(pairingUntil).toBeGreaterThan(before + HOUR - 1000);
  expect(pairingUntil).toBeLessThanOrEqual(Date.now() + HOUR);
});

test("an origin is taken once, while the hour lasts", () => {
  const { store, userId } = newStore();
  const { id, pairingUntil } = store.create(
    { ...PRINTER_DEFAULTS, name: "p" },
    { workspaceId: 1, userId },
    1000,
  );
  expect(pairingUntil).toBe(1000 + HOUR);
  expect(() => store.learnOrigin(id, POS, 1000 + HOUR)).toThrow(TillrollError);
  expect(store.learnOrigin(id, POS, 1000 + HOUR - 1)).toMatchObject({
    allowOrigins: [POS],
    pairingUntil: null,
  });
  // A print that came at the same time.
  expect(store.learnOrigin(id, POS, 1000 + HOUR - 1).allowOrigins).toEqual([POS]);
  expect(() => store.learnOrigin(id, "https://evil.example", 2000)).toThrow("may not print");
  expect(() => store.pair(id, 2000)).toThrow("--allow-origin none");
});

test("setting the origins, to none as well, ends the pairing; other settings do not", () => {
  const { store, userId } = newStore();
  const owner = { workspaceId: 1, userId };
  const { id } = store.create({ ...PRINTER_DEFAULTS, name: "p" }, owner, 1000);
  expect(store.update(id, { width: 32 }, 2000).pairingUntil).toBe(1000 + HOUR);
  expect(store.update(id, { allowOrigins: [] }, 2000).pairingUntil).toBeNull();
  expect(store.pair(id, 5000).pairingUntil).toBe(5000 + HOUR);
  const listing = store.create({ ...PRINTER_DEFAULTS, name: "q", allowOrigins: [POS] }, owner, 1000);
  expect(listing.pairingUntil).toBeNull();
});
