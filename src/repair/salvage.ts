import type { Database, SQLQueryBindings } from "bun:sqlite";
import { migrate } from "../storage/migrate.ts";
import { MIGRATIONS } from "../storage/migrations/migrations.ts";
import type { DamagedDatabase } from "./damaged-database.ts";
import type { StoredValue } from "./page-format.ts";
import { type KnownSchema, readSchema } from "./schema-roots.ts";
import { PageOwners } from "./table-pages.ts";
import { type FoundRow, TableRows } from "./table-rows.ts";
import { SEQUENCES, type TableShape } from "./table-shapes.ts";
import type { PrintRecord } from "./twin-rows.ts";
import { isDerived, isUnderWay } from "./table-treatment.ts";

/** What was found of a table. */
export interface SalvagedTable {
  readonly name: string;
  readonly rows: number;
  /** Rows that are there and cannot be read. */
  readonly damagedRows: number;
  /** Pages that should have rows of it, and cannot be read. */
  readonly lostPages: number;
  /** Whether all rows were found, as far as the pages tell. */
  readonly isComplete: boolean;
}

/** What was found in a damaged database. */
export interface Salvage {
  readonly schema: KnownSchema;
  readonly tables: ReadonlyMap<string, SalvagedTable>;
  /** Pages that hold nothing that can be read. */
  readonly unreadablePages: number;
  /** The highest numbers given, by table, as far as SQLite's own table of them can be read. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Ids of prints whose row comes from an older version of its page: it may have changed since, or been removed. */
  readonly olderRows: ReadonlySet<number>;
  /** Those whose bytes do. */
  readonly olderContents: ReadonlySet<number>;
  /** Rows of prints under an id that another has; see `settleTwins`. */
  readonly twins: readonly PrintRecord[];
  /** Entries of indexes of prints, from which lost rows are known. */
  readonly indexEntries: (index: string) => Generator<FoundRow>;
}

/** Rows that are written in one transaction. */
const BATCH_ROWS = 20_000;

export interface SalvageOptions {
  /** Told between tables how many of how many are read. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Reads every row that can be read, of every table, and writes it to a new database, which is then brought up to date.
 * @param target new and empty; for writing, with foreign keys off
 * @throws TillrollError STORAGE_UNAVAILABLE when a newer Tillroll made the damaged one
 */
export function salvage(damaged: DamagedDatabase, target: Database, options: SalvageOptions = {}): Salvage {
  const schema = readSchema(damaged);
  migrate(target, MIGRATIONS.slice(0, schema.shapes.version));
  const shapes = schema.shapes.shapes.filter(({ table }) => !table.startsWith("sqlite_"));
  const owners = new PageOwners(damaged, shapes);
  for (const shape of schema.shapes.shapes) {
    const root = schema.roots.get(shape.name);
    if (root !== undefined) owners.follow(shape, root);
  }
  owners.findOrphans();
  const rows = new TableRows(damaged, owners);
  const wanted = shapes.filter(({ isIndex, table }) => !isIndex && !isDerived(table));
  const writer = new RowWriter(target);
  for (const [index, shape] of wanted.entries()) {
    options.onProgress?.({ done: index, total: wanted.length });
    for (const row of rows.present(shape)) writer.write(shape, row);
    for (const row of rows.misplacedPrints.splice(0)) writer.keepTwin(shape, row);
  }
  const older = { print: new Set<number>(), print_data: new Set<number>() };
  for (const [shape, row] of rows.older()) {
    if (!wanted.includes(shape) || isUnderWay(shape.table) || !writer.writeMissing(shape, row)) continue;
    const id = row[0];
    if ((shape.table === "print" || shape.table === "print_data") && typeof id === "number")
      older[shape.table].add(id);
  }
  writer.end();
  options.onProgress?.({ done: wanted.length, total: wanted.length });
  migrate(target);
  const tables = wanted.map((shape) => foundOf(shape, owners, rows, writer));
  return {
    schema,
    tables: new Map(tables.map((table) => [table.name, table])),
    unreadablePages: owners.lostPages().size,
    numbers: numbersIn(schema, owners, rows),
    olderRows: older.print,
    olderContents: older.print_data,
    twins: writer.twins,
    *indexEntries(index) {
      const shape = schema.shapes.shapes.find(({ name }) => name === index);
      if (shape !== undefined) yield* rows.present(shape);
    },
  };
}

function foundOf(shape: TableShape, owners: PageOwners, rows: TableRows, writer: RowWriter): SalvagedTable {
  const { lost, hasRoot } = owners.pagesOf(shape);
  const { written, refused } = writer.countsOf(shape.table);
  const damagedRows = rows.damaged.filter(({ table }) => table === shape.table).length + refused;
  return {
    name: shape.table,
    rows: written,
    damagedRows,
    lostPages: lost.length,
    isComplete: hasRoot && lost.length === 0 && damagedRows === 0,
  };
}

/** The highest numbers that SQLite has given, by table. */
function numbersIn(
  { shapes }: KnownSchema,
  owners: PageOwners,
  rows: TableRows,
): ReadonlyMap<string, number> {
  const shape = shapes.shapes.find(({ name }) => name === SEQUENCES);
  const found = new Map<string, number>();
  if (shape === undefined || owners.pagesOf(shape).lost.length > 0) return found;
  for (const [name, number] of rows.present(shape))
    if (typeof name === "string" && typeof number === "number") found.set(name, number);
  return found;
}

/** Writes rows to the new database, so many in a transaction. */
class RowWriter {
  private readonly counts = new Map<string, { written: number; refused: number }>();
  private inBatch = 0;
  /** Rows of prints whose id was there already, or cannot be theirs. */
  readonly twins: PrintRecord[] = [];

  constructor(private readonly target: Database) {}

  countsOf(table: string): { written: number; refused: number } {
    return this.counts.getOrInsertComputed(table, () => ({ written: 0, refused: 0 }));
  }

  /**
   * Writes a row; of two with the same key the one stays that was changed last, else the first. Of prints all are kept: which is
   * the right one their checksums say.
   */
  write(shape: TableShape, row: FoundRow): void {
    const columns = shape.columns.slice(0, row.length).map(({ name }) => name);
    if (shape.table === "print") {
      if (this.run(shape, columns, row, "ON CONFLICT DO NOTHING") > 0) return;
      return this.keepTwin(shape, row);
    }
    const key = shape.columns.find(({ isRowid }) => isRowid)?.name;
    const isDated = key !== undefined && columns.includes("updated_at");
    const others = columns.filter((name) => name !== key).map((name) => `"${name}" = excluded."${name}"`);
    const newer = `ON CONFLICT ("${key}") DO UPDATE SET ${others.join(", ")} WHERE excluded.updated_at > "${shape.table}".updated_at`;
    this.run(shape, columns, row, isDated ? newer : "ON CONFLICT DO NOTHING");
  }

  /** Keeps a row of a print, to be settled when all others are there. */
  keepTwin({ columns }: TableShape, row: FoundRow): void {
    this.twins.push(
      Object.fromEntries(row.map((value, index) => [columns[index]?.name ?? "", bindingOf(value)])),
    );
  }

  /** Writes a row whose key is not there yet. @returns whether it was not */
  writeMissing(shape: TableShape, row: FoundRow): boolean {
    const columns = shape.columns.slice(0, row.length).map(({ name }) => name);
    return this.run(shape, columns, row, "ON CONFLICT DO NOTHING") > 0;
  }

  end(): void {
    if (this.inBatch > 0) this.target.run("COMMIT");
    this.inBatch = 0;
  }

  private run({ table }: TableShape, columns: readonly string[], row: FoundRow, conflict: string): number {
    if (this.inBatch === 0) this.target.run("BEGIN");
    const names = columns.map((name) => `"${name}"`).join(", ");
    const places = columns.map(() => "?").join(", ");
    const statement = `INSERT INTO "${table}" (${names}) VALUES (${places}) ${conflict}`;
    const counts = this.countsOf(table);
    let changes = 0;
    try {
      ({ changes } = this.target.query<unknown, SQLQueryBindings[]>(statement).run(...row.map(bindingOf)));
      counts.written += changes;
    } catch {
      // A check of its table refuses it, or another row has what only one may have: it is not what was stored.
      counts.refused++;
    }
    this.inBatch++;
    if (this.inBatch >= BATCH_ROWS) this.end();
    return changes;
  }
}

function bindingOf(value: StoredValue): SQLQueryBindings {
  return value as SQLQueryBindings;
}
