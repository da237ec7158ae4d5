import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";

/** SQLite before 3.51.3 can, rarely, lose committed frames when a WAL is reset while another connection writes. */
const MINIMUM_VERSION = "3.51.3";

/** Where Homebrew keeps a newer SQLite than macOS's own. On other systems SQLite is part of the binary. */
const HOMEBREW_LIBRARIES = [
  "/opt/homebrew/opt/sqlite/lib/libsqlite3.dylib",
  "/usr/local/opt/sqlite/lib/libsqlite3.dylib",
];

// Bun takes a library only before the first database is opened, and in every Worker again.
if (process.platform === "darwin") {
  const library = HOMEBREW_LIBRARIES.find((path) => existsSync(path));
  if (library !== undefined) Database.setCustomSQLite(library);
}

/** What is wrong with the SQLite in use, in a sentence with its remedy; `null` when it is new enough. */
export function outdatedSqlite(database: Database): string | null {
  const row = database.query<{ version: string }, []>("SELECT sqlite_version() AS version").get();
  const version = row?.version ?? "0";
  if (Bun.semver.order(version, MINIMUM_VERSION) >= 0) return null;
  const remedy = process.platform === "darwin" ? ' Install a newer one with "brew install sqlite".' : "";
  return `SQLite ${version} has a known fault in its write-ahead log; ${MINIMUM_VERSION} or newer is needed.${remedy}`;
}
