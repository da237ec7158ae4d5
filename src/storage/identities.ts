import type { Database } from "bun:sqlite";
import { DatabaseVersion } from "./database-version.ts";
import { PersonStore } from "./person-store.ts";
import { ReadCaches } from "./read-caches.ts";
import { SessionStore } from "./session-store.ts";
import { TokenStore } from "./token-store.ts";
import { WorkspaceStore } from "./workspace-store.ts";

/** Who asks, as a database of SQLite knows it: the port `Identities`. @param database a reading connection */
export function openIdentities(database: Database) {
  const version = new DatabaseVersion(database);
  return {
    tokens: new TokenStore(database),
    sessions: new SessionStore(database),
    people: new PersonStore(database),
    workspaces: new WorkspaceStore(database),
    memory: new ReadCaches(() => version.read()),
  };
}
