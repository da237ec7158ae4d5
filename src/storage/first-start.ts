import type { Database } from "bun:sqlite";
import { PRINTER_DEFAULTS } from "../contract/printer-settings.ts";
import { SCOPES } from "../domain/scope.ts";
import type { ChosenToken } from "../domain/token.ts";
import { PrinterStore } from "./printer-store.ts";
import { PersonStore } from "./person-store.ts";
import type { User } from "../domain/session.ts";
import { TokenStore } from "./token-store.ts";
import { WorkspaceStore } from "./workspace-store.ts";

/** The workspace that the first start makes. */
export const DEFAULT_WORKSPACE = "default";

/** Fills an empty database with an administrator and the workspace `default`. @returns the administrator */
export function ensureAdministrator(database: Database, now: number): User {
  const run = database.transaction(() => {
    const people = new PersonStore(database);
    const present = people.administrator();
    if (present !== null) return present;
    const workspaces = new WorkspaceStore(database);
    if (workspaces.list().length === 0) workspaces.create(DEFAULT_WORKSPACE, null, now);
    const first = { name: "administrator", role: "administrator", workspaceId: null } as const;
    return people.get(people.create(first, now, { passwordHash: null, link: null }));
  });
  return run.immediate();
}

/**
 * Makes a token for the workspace `default` when there is none at all.
 * @param chosen its text, where somebody chose it: it may then do all in that workspace, as tests want it
 * @returns its text, shown this once, or `null`
 */
export function ensureFirstToken(
  database: Database,
  userId: number,
  now: number,
  chosen: ChosenToken | null = null,
): string | null {
  const run = database.transaction(() => {
    const hasTokens = database.query("SELECT 1 FROM token LIMIT 1").get() !== null;
    const workspace = new WorkspaceStore(database).find(DEFAULT_WORKSPACE);
    if (hasTokens || workspace === null) return null;
    const token = {
      userId,
      workspaceId: workspace.id,
      name: "first token",
      scopes: chosen === null ? (["read", "write", "operate"] as const) : SCOPES,
      createdAt: now,
      expiresAt: null,
    };
    return new TokenStore(database).create(token, chosen);
  });
  return run.immediate();
}

/** The name of the printer that the first start makes. */
const FIRST_PRINTER = "receipt";

/**
 * Makes a printer in the workspace `default` when there never was one: somebody who removed it does not want it.
 * @param rawPort its port for raw printing; `null` for none
 */
export function ensureFirstPrinter(
  database: Database,
  rawPort: number | null,
  userId: number,
  now: number,
): void {
  const run = database.transaction(() => {
    const sequence = "SELECT seq FROM sqlite_sequence WHERE name = 'printer'";
    const workspace = new WorkspaceStore(database).find(DEFAULT_WORKSPACE);
    if (database.query(sequence).get() !== null || workspace === null) return;
    const settings = { ...PRINTER_DEFAULTS, name: FIRST_PRINTER, rawPort };
    new PrinterStore(database).create(settings, { workspaceId: workspace.id, userId }, now);
  });
  run.immediate();
}
