import first from "./0001-first.sql" with { type: "text" };
import printerSettings from "./0002-printer-settings.sql" with { type: "text" };
import searchIndex from "./0003-search-index.sql" with { type: "text" };
import printers from "./0004-printers.sql" with { type: "text" };
import ruleApplication from "./0005-rule-application.sql" with { type: "text" };
import printerFirstOrdinal from "./0006-printer-first-ordinal.sql" with { type: "text" };
import printerOrigins from "./0007-printer-origins.sql" with { type: "text" };
import clock from "./0008-clock.sql" with { type: "text" };
import boundedQueries from "./0009-bounded-queries.sql" with { type: "text" };
import sessions from "./0010-sessions.sql" with { type: "text" };

/** A step of the schema; `version` becomes SQLite's `user_version`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: string;
}

/** All steps, embedded in the binary: Drizzle's own `migrate()` reads them from the disk, which a binary has not. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: "first", statements: first },
  { version: 2, name: "printer settings", statements: printerSettings },
  { version: 3, name: "search index", statements: searchIndex },
  { version: 4, name: "printers", statements: printers },
  { version: 5, name: "rule application", statements: ruleApplication },
  { version: 6, name: "printer first ordinal", statements: printerFirstOrdinal },
  { version: 7, name: "printer origins", statements: printerOrigins },
  { version: 8, name: "clock", statements: clock },
  { version: 9, name: "bounded queries", statements: boundedQueries },
  { version: 10, name: "sessions", statements: sessions },
];
