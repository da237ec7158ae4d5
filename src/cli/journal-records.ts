import type { Database } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import type { Workspace } from "../domain/workspace.ts";
import { databasePath } from "../platform/data-folder.ts";
import { openForReading } from "../storage/database.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { JournalReader } from "../storage/journal-reader.ts";
import { SealStore } from "../storage/seal-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { dataFolderOf, hasData } from "./data.ts";
import type { GivenOptions } from "./options.ts";

/** Opens the database of the data folder for reading, or another one. @throws TillrollError NOT_FOUND */
export function openDatabase(given: GivenOptions, path: string | null): Database {
  if (path !== null) return openForReading(path);
  const folder = dataFolderOf(given);
  if (!hasData(folder)) throw new TillrollError("NOT_FOUND", `There is no Tillroll data in ${folder}.`);
  return openForReading(databasePath(folder));
}

/** The journal of the workspace that options name, in the database of the data folder. */
export class OpenedJournal implements Disposable {
  readonly database: Database;
  readonly workspace: Workspace;
  readonly journal: JournalReader;
  readonly seals: SealStore;

  /** @throws TillrollError NOT_FOUND */
  constructor(given: GivenOptions) {
    this.database = openDatabase(given, null);
    this.workspace = new WorkspaceStore(this.database).get(given.text("workspace") ?? DEFAULT_WORKSPACE);
    this.journal = new JournalReader(this.database);
    this.seals = new SealStore(this.database);
  }

  [Symbol.dispose](): void {
    this.database.close();
  }
}
