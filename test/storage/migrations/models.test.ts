import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "../../../src/storage/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/migrations/migrations.ts";
import { PrinterStore } from "../../../src/storage/printer-store.ts";
import { WorkspaceStore } from "../../../src/storage/workspace-store.ts";

/** The first version that has models. */
const MODELS = 12;

test("printers and workspaces of a database from before keep what was set, and leave the rest to their model", () => {
  const database = new Database(":memory:");
  migrate(
    database,
    MIGRATIONS.filter(({ version }) => version < MODELS),
  );
  database.run("INSERT INTO user (id, name, created_at) VALUES (1, 'a', 0)");
  database.run(
    "INSERT INTO workspace (id, slug, slug_key, width, charset, profile, created_at) " +
      "VALUES (1, 'as-made', 'as-made', 48, 'auto', 'epson', 0), (2, 'other', 'other', 42, 'thai', 'star', 0)",
  );
  for (const [name, model] of [
    ["as-made", "TM-T88V"],
    ["till", "TM-T20II"],
  ] as const) {
    database.run(
      "INSERT INTO printer (workspace_id, user_id, name, name_key, model, width, protocols, created_at, updated_at) " +
        "VALUES (1, 1, ?1, ?1, ?2, 32, '[]', 0, 0)",
      [name, model],
    );
  }
  migrate(database);
  const workspaces = new WorkspaceStore(database);
  expect(workspaces.get("as-made")).toMatchObject({ model: null, width: null, charset: null, profile: null });
  expect(workspaces.get("other")).toMatchObject({ model: null, width: 42, charset: "thai", profile: "star" });
  const printers = new PrinterStore(database);
  expect(printers.get("as-made")).toMatchObject({ model: null, reportedModel: null, width: 32 });
  expect(printers.get("till")).toMatchObject({ model: null, reportedModel: "TM-T20II", width: 32 });
});
