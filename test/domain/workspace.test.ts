import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { rememberedSlugs } from "../../src/domain/workspace.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("a slug is asked for once, and again only while there is no such workspace", () => {
  const folder = temporaryFolder();
  using database = openForWriting(join(folder, "test.db"));
  migrate(database);
  const store = new WorkspaceStore(database);
  const asked: number[] = [];
  const slugOf = rememberedSlugs((id) => {
    asked.push(id);
    return store.findById(id);
  });
  const workspaceId = store.create("first", null, 1).id;
  expect([1, 2, 3].map(() => slugOf({ workspaceId }))).toEqual(["first", "first", "first"]);
  expect(slugOf({ workspaceId: workspaceId + 1 })).toBeNull();
  store.apply({ do: "create", slug: "Bar", settings: {} }, 1);
  expect([1, 2].map(() => slugOf({ workspaceId: workspaceId + 1 }))).toEqual(["Bar", "Bar"]);
  expect(asked).toEqual([workspaceId, workspaceId + 1, workspaceId + 1]);
  rmSync(folder, { recursive: true });
});
