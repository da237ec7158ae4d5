import { Database } from "bun:sqlite";
import { migrate } from "../storage/migrate.ts";
import { MIGRATIONS } from "../storage/migrations/migrations.ts";
import { TillrollError } from "../domain/errors.ts";
import type { DamagedDatabase } from "./damaged-database.ts";
import { isTableKind, readTreePage } from "./page-format.ts";
import { isOf, PageOwners } from "./table-pages.ts";
import { TableRows } from "./table-rows.ts";
import { SCHEMA_TABLE, type SchemaShapes, shapesOf, type TableShape } from "./table-shapes.ts";

/** What is known of a database's tables. */
export interface KnownSchema {
  readonly shapes: SchemaShapes;
  /** The first pages of tables and indexes, by name. */
  readonly roots: ReadonlyMap<string, number>;
  /** Names of those whose entry in the schema is lost; where they begin was worked out. */
  readonly lostEntries: readonly string[];
}

/** Entries of the schema that can be read. */
interface FoundEntry {
  readonly name: string;
  readonly root: number;
  readonly sql: string | null;
}

/**
 * Finds out which version of the schema a database has, and where its tables begin.
 * @throws TillrollError STORAGE_UNAVAILABLE when a newer Tillroll made it
 */
export function readSchema(database: DamagedDatabase): KnownSchema {
  const newest = MIGRATIONS.length;
  const said = database.schemaVersion;
  if (said !== null && said > newest && isNewer(database)) throw madeByNewer(said, newest);
  const isSaid = said !== null && said >= 1 && said <= newest;
  let found = readEntries(database, false);
  let shapes = isSaid ? shapesOf(said) : likelyShapes((found = readEntries(database, true)));
  if (found.length < shapes.statements.size) found = readEntries(database, true);
  // One bit of the number may be damaged: the tables that are there say more.
  if (isSaid && matches(found, shapes) * 2 < found.length) shapes = likelyShapes(found);
  const roots = new Map<string, number>();
  for (const { name, root } of found) if (root > 0) roots.set(name, root);
  const lostEntries = shapes.shapes.map(({ name }) => name).filter((name) => !roots.has(name));
  if (lostEntries.length > 0) {
    const layout = likelyLayout(database, shapes, roots);
    for (const name of lostEntries) {
      const root = layout.get(name);
      if (root !== undefined) roots.set(name, root);
    }
  }
  return { shapes, roots, lostEntries };
}

/** Entries of the schema, from the first page down; and where that is damaged from all pages that have some. */
function readEntries(database: DamagedDatabase, isEverywhere: boolean): FoundEntry[] {
  const owners = new PageOwners(database, [SCHEMA_TABLE]);
  owners.follow(SCHEMA_TABLE, 1);
  if (isEverywhere) owners.findOrphans();
  const entries = new Map<string, FoundEntry>();
  for (const [type, name, , root, sql] of new TableRows(database, owners).present(SCHEMA_TABLE)) {
    if (type !== "table" && type !== "index" && type !== "trigger") continue;
    if (typeof name !== "string" || entries.has(name)) continue;
    const text = typeof sql === "string" ? sql : null;
    entries.set(name, { name, root: typeof root === "number" ? root : 0, sql: text });
  }
  return [...entries.values()];
}

/** Whether a number that is too high is true: a newer one has tables that this Tillroll does not know. */
function isNewer(database: DamagedDatabase): boolean {
  const found = readEntries(database, false);
  return found.length > 0 && matches(found, shapesOf(MIGRATIONS.length)) < found.length;
}

/** The version to which the most entries belong; of several the newest. */
function likelyShapes(found: readonly FoundEntry[]): SchemaShapes {
  let best = shapesOf(MIGRATIONS.length);
  let most = matches(found, best);
  for (let version = MIGRATIONS.length - 1; version >= 1 && most < found.length; version--) {
    const shapes = shapesOf(version);
    const count = matches(found, shapes);
    if (count > most) [best, most] = [shapes, count];
  }
  return best;
}

function matches(found: readonly FoundEntry[], { statements }: SchemaShapes): number {
  return found.filter(({ name, sql }) => sql === null || statements.get(name) === sql).length;
}

/**
 * Where tables begin whose entries are lost. The first pages are given in the order in which tables are made, so a database that
 * was made in the same way has the same: never compacted, or compacted with the schema of some version.
 */
function likelyLayout(
  database: DamagedDatabase,
  { version, shapes }: SchemaShapes,
  roots: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const lost = shapes.filter(({ name }) => !roots.has(name));
  let best: ReadonlyMap<string, number> = new Map();
  let least = Infinity;
  for (let compactedAt = 0; compactedAt <= version && least > 0; compactedAt++) {
    const layout = layoutOf(version, compactedAt);
    const disagreeing = [...roots].filter(([name, root]) => layout.get(name) !== root).length;
    const unfit = lost.filter((shape) => !canBeginAt(database, shape, layout.get(shape.name) ?? 0)).length;
    if (disagreeing + unfit >= least) continue;
    [best, least] = [layout, disagreeing + unfit];
  }
  return best;
}

/** Whether a page can be the first one of a table; one that cannot be read says nothing against it. */
function canBeginAt(database: DamagedDatabase, shape: TableShape, number: number): boolean {
  const bytes = database.page(number);
  const page = bytes === null ? null : readTreePage(bytes, number, database.layout);
  if (page === null || page.cells.length === 0) return true;
  return isTableKind(page.kind) === shape.hasRowid && isOf(shape, page);
}

function layoutOf(version: number, compactedAt: number): ReadonlyMap<string, number> {
  using database = new Database(":memory:", { strict: true });
  database.run("PRAGMA auto_vacuum = INCREMENTAL");
  migrate(database, MIGRATIONS.slice(0, compactedAt));
  database.run("VACUUM");
  migrate(database, MIGRATIONS.slice(0, version));
  const rows = database
    .query<{ name: string; root: number }, []>(
      "SELECT name, rootpage AS root FROM sqlite_schema WHERE rootpage > 0",
    )
    .all();
  return new Map(rows.map(({ name, root }) => [name, root]));
}

function madeByNewer(version: number, known: number): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `The database has schema version ${version}, but this Tillroll knows only up to ${known}: repair it with the Tillroll that ` +
      "made it, or a newer one. Nothing was changed.",
  );
}
