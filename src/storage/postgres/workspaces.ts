import { sql } from "drizzle-orm";
import { WORKSPACE_DEFAULTS, type WorkspaceSettings } from "../../contract/workspace-settings.ts";
import { slugKey, type Workspace, workspaceNotFound, workspaceTaken } from "../../domain/workspace.ts";
import type { Workspaces } from "../ports/identities.ts";
import type { WorkspaceChange } from "../workspace-store.ts";
import { columnsFor } from "./columns.ts";
import type { Statements } from "./connection.ts";

/** A row of `workspace`: what is set is JSON. */
interface WorkspaceRow {
  readonly id: number;
  readonly slug: string;
  readonly settings: string;
  readonly shopGroup: string;
  readonly createdAt: number;
}

const SELECT = sql`SELECT ${columnsFor(["id", "slug", "settings", "shopGroup", "createdAt"])} FROM workspace`;

/** Reads the workspaces of an archive. */
export class PostgresWorkspaces implements Workspaces {
  constructor(private readonly database: Statements) {}

  async find(slug: string): Promise<Workspace | null> {
    const row = await this.row(slug);
    return row === null ? null : workspaceOf(row);
  }

  async findById(id: number): Promise<Workspace | null> {
    const row = await this.database.first<WorkspaceRow>(sql`${SELECT} WHERE id = ${id}`);
    return row === null ? null : workspaceOf(row);
  }

  async get(slug: string): Promise<Workspace> {
    const workspace = await this.find(slug);
    if (workspace === null) throw workspaceNotFound(slug);
    return workspace;
  }

  async list(): Promise<Workspace[]> {
    return (await this.database.all<WorkspaceRow>(sql`${SELECT} ORDER BY id`)).map(workspaceOf);
  }

  async settings(slug: string): Promise<WorkspaceSettings> {
    const row = await this.row(slug);
    if (row === null) throw workspaceNotFound(slug);
    return settingsOf(row);
  }

  private row(slug: string): Promise<WorkspaceRow | null> {
    return this.database.first<WorkspaceRow>(sql`${SELECT} WHERE slug_key = ${slugKey(slug)}`);
  }
}

/** Makes a change of the workspaces. @returns the workspace's id @throws TillrollError CONFLICT, NOT_FOUND */
export function changeWorkspaces(
  transaction: Statements,
  { do: what, slug, settings }: WorkspaceChange,
  now: number,
): Promise<number> {
  return what === "create"
    ? addWorkspace(transaction, slug, now, settings)
    : updateWorkspace(transaction, slug, settings);
}

/**
 * Makes a workspace.
 * @param shopGroup of a chain's shops; `null` for none
 * @returns its id
 * @throws TillrollError CONFLICT when the slug is taken, in whatever case
 */
export async function addWorkspace(
  transaction: Statements,
  slug: string,
  now: number,
  settings: Partial<WorkspaceSettings> = {},
  shopGroup: string | null = null,
): Promise<number> {
  const text = JSON.stringify({ ...WORKSPACE_DEFAULTS, ...settings });
  for (;;) {
    if ((await new PostgresWorkspaces(transaction).find(slug)) !== null) throw workspaceTaken(slug);
    // Somebody else may have made one of that id, or of that slug, this moment.
    const made = await transaction.first<{ id: number }>(
      sql`INSERT INTO workspace (id, slug, slug_key, settings, shop_group, created_at)
        SELECT coalesce(max(id), 0) + 1, ${slug}::text, ${slugKey(slug)}::text, ${text}::text, ${shopGroup ?? ""}::text,
          ${now}::bigint FROM workspace ON CONFLICT DO NOTHING RETURNING id`,
    );
    if (made !== null) return made.id;
  }
}

async function updateWorkspace(
  transaction: Statements,
  slug: string,
  settings: Partial<WorkspaceSettings>,
): Promise<number> {
  const row = await transaction.first<WorkspaceRow>(
    sql`${SELECT} WHERE slug_key = ${slugKey(slug)} FOR UPDATE`,
  );
  if (row === null) throw workspaceNotFound(slug);
  const text = JSON.stringify({ ...settingsOf(row), ...settings });
  await transaction.run(sql`UPDATE workspace SET settings = ${text} WHERE id = ${row.id}`);
  return row.id;
}

/** What is set; what was not known yet when it was stored is as it is in a new workspace. */
function settingsOf({ settings }: WorkspaceRow): WorkspaceSettings {
  return { ...WORKSPACE_DEFAULTS, ...(JSON.parse(settings) as Partial<WorkspaceSettings>) };
}

function workspaceOf(row: WorkspaceRow): Workspace {
  const { id, slug, createdAt, shopGroup } = row;
  const { defaultRules: _, fiscalCodes: __, recognitionLanguages: ___, ...settings } = settingsOf(row);
  return { id, slug, createdAt, ...settings, ...(shopGroup !== "" && { shopGroup }) };
}
