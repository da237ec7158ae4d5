import type { Database } from "bun:sqlite";
import { asc, eq, getTableColumns } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { WORKSPACE_DEFAULTS, type WorkspaceSettings } from "../contract/workspace-settings.ts";
import { TillrollError } from "../domain/errors.ts";
import { slugKey, type Workspace } from "../domain/workspace.ts";
import { selectList } from "./column-name.ts";
import { workspaces } from "./schema.ts";

const { slugKey: _, defaultRules: __, recognitionLanguages: ___, ...COLUMNS } = getTableColumns(workspaces);

/** Reads and changes workspaces. */
export class WorkspaceStore {
  private readonly drizzle;
  /** Asked with every request, so it is compiled once; and by Bun, whose statements end with their connection. */
  private readonly bySlug;
  private readonly byId;

  constructor(database: Database) {
    this.drizzle = drizzle({ client: database });
    const select = `SELECT ${selectList(Object.keys(COLUMNS))} FROM workspace WHERE `;
    this.bySlug = database.query<Workspace, [string]>(`${select}slug_key = ?`);
    this.byId = database.query<Workspace, [number]>(`${select}id = ?`);
  }

  /** The workspace with this slug, whatever its case; `null` when there is none. */
  find(slug: string): Workspace | null {
    return this.bySlug.get(slugKey(slug));
  }

  /** The workspace with this id; `null` when there is none. */
  findById(id: number): Workspace | null {
    return this.byId.get(id);
  }

  /** As {@link find}. @throws TillrollError NOT_FOUND, naming the slug */
  get(slug: string): Workspace {
    const workspace = this.find(slug);
    if (workspace === null) {
      throw new TillrollError("NOT_FOUND", `There is no workspace "${slug}"; see "tillroll workspace list".`);
    }
    return workspace;
  }

  /** All workspaces, the oldest first. */
  list(): Workspace[] {
    return this.drizzle.select(COLUMNS).from(workspaces).orderBy(asc(workspaces.id)).all();
  }

  /** Makes a workspace. @param width `null` for that of its model @throws TillrollError CONFLICT when the slug is taken, in whatever case */
  create(
    slug: string,
    width: number | null,
    createdAt: number,
    settings: Partial<WorkspaceSettings> = {},
  ): Workspace {
    const values = { ...WORKSPACE_DEFAULTS, ...settings, slug, slugKey: slugKey(slug), width, createdAt };
    const created = this.drizzle
      .insert(workspaces)
      .values(values)
      .onConflictDoNothing()
      .returning(COLUMNS)
      .get();
    if (created === undefined) {
      throw new TillrollError("CONFLICT", `There is a workspace "${slug}" already; choose another slug.`);
    }
    return created;
  }

  /** Changes a workspace's settings. @throws TillrollError NOT_FOUND */
  update(slug: string, settings: Partial<WorkspaceSettings>): Workspace {
    const { id } = this.get(slug);
    return this.drizzle
      .update(workspaces)
      .set(settings)
      .where(eq(workspaces.id, id))
      .returning(COLUMNS)
      .get();
  }
}
