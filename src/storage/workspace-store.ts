import type { Database } from "bun:sqlite";
import { eq, getTableColumns } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import {
  WORKSPACE_DEFAULTS,
  WORKSPACE_SETTINGS,
  type WorkspaceSettings,
} from "../contract/workspace-settings.ts";
import { slugKey, type Workspace, workspaceNotFound, workspaceTaken } from "../domain/workspace.ts";
import { selectList } from "./column-name.ts";
import { workspaces } from "./schema.ts";

const {
  slugKey: _,
  defaultRules: __,
  recognitionLanguages: ___,
  fiscalCodes: ____,
  ...COLUMNS
} = getTableColumns(workspaces);

const SELECT = `SELECT ${selectList(Object.keys(COLUMNS))} FROM workspace`;

/** A change of the workspaces, as data: it goes to the writer's Worker. */
export type WorkspaceChange =
  | { readonly do: "create"; readonly slug: string; readonly settings: Partial<WorkspaceSettings> }
  | { readonly do: "update"; readonly slug: string; readonly settings: Partial<WorkspaceSettings> };

/** A workspace as Bun reads it. */
type WorkspaceRow = Omit<Workspace, "maskCardNumbers"> & { readonly maskCardNumbers: 0 | 1 };

function workspaceOf(row: WorkspaceRow): Workspace {
  return { ...row, maskCardNumbers: row.maskCardNumbers !== 0 };
}

/** Reads and changes workspaces. */
export class WorkspaceStore {
  private readonly drizzle;
  /** Asked with every request, so it is compiled once; and by Bun, whose statements end with their connection. */
  private readonly bySlug;
  private readonly byId;

  constructor(private readonly database: Database) {
    this.drizzle = drizzle({ client: database });
    this.bySlug = database.query<WorkspaceRow, [string]>(`${SELECT} WHERE slug_key = ?`);
    this.byId = database.query<WorkspaceRow, [number]>(`${SELECT} WHERE id = ?`);
  }

  /** The workspace with this slug, whatever its case; `null` when there is none. */
  find(slug: string): Workspace | null {
    const row = this.bySlug.get(slugKey(slug));
    return row === null ? null : workspaceOf(row);
  }

  /** The workspace with this id; `null` when there is none. */
  findById(id: number): Workspace | null {
    const row = this.byId.get(id);
    return row === null ? null : workspaceOf(row);
  }

  /** As {@link find}. @throws TillrollError NOT_FOUND, naming the slug */
  get(slug: string): Workspace {
    const workspace = this.find(slug);
    if (workspace === null) throw workspaceNotFound(slug);
    return workspace;
  }

  /** All workspaces, the oldest first. */
  list(): Workspace[] {
    return this.database.query<WorkspaceRow, []>(`${SELECT} ORDER BY id`).all().map(workspaceOf);
  }

  /** What of a workspace is set. @throws TillrollError NOT_FOUND */
  settings(slug: string): WorkspaceSettings {
    const { id } = this.get(slug);
    const row = this.drizzle.select().from(workspaces).where(eq(workspaces.id, id)).get();
    const names = Object.keys(WORKSPACE_SETTINGS) as (keyof WorkspaceSettings)[];
    return Object.fromEntries(names.map((name) => [name, row?.[name]])) as unknown as WorkspaceSettings;
  }

  /** Makes a change. @returns the workspace's id @throws TillrollError CONFLICT, NOT_FOUND */
  apply({ do: what, slug, settings }: WorkspaceChange, now: number): number {
    if (what === "update") return this.update(slug, settings).id;
    return this.create(slug, settings.width ?? null, now, settings).id;
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
    if (created === undefined) throw workspaceTaken(slug);
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
