import { sql } from "drizzle-orm";
import type { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { DatabaseContentStore } from "../../src/storage/postgres/content-store.ts";
import type { Print } from "../../src/domain/print.ts";
import { recount } from "../../src/storage/postgres/print-counts.ts";
import { printHandlers } from "../../src/storage/postgres/print-handlers.ts";
import { printFromRow, readPrintRows } from "../../src/storage/postgres/print-rows.ts";
import { PostgresWriter } from "../../src/storage/postgres/postgres-writer.ts";
import { testDatabase, type TestDatabase } from "./test-database.ts";

/** A database with workspaces, and a writer of prints. */
export class PrintDatabase implements AsyncDisposable {
  /** What the writer takes for the time. */
  now = 1_000_000;
  readonly contents: DatabaseContentStore;
  readonly writer: PostgresWriter;

  private constructor(private readonly tested: TestDatabase) {
    this.contents = new DatabaseContentStore(tested.database);
    this.writer = this.newWriter();
  }

  static async open(workspaceIds: readonly number[], engine?: Parameters<typeof testDatabase>[0]) {
    const opened = new PrintDatabase(await testDatabase(engine));
    for (const id of workspaceIds) await opened.addWorkspace(id);
    return opened;
  }

  get address(): string {
    return this.tested.address;
  }

  get database(): PostgresDatabase {
    return this.tested.database;
  }

  /** A writer as another instance has one. */
  newWriter(database: PostgresDatabase = this.database): PostgresWriter {
    const handlers = printHandlers(this.contents);
    return new PostgresWriter({ database, handlers, clock: () => this.now });
  }

  addWorkspace(id: number): Promise<number> {
    return this.database.run(
      sql`INSERT INTO workspace (id, slug, slug_key, settings, created_at) VALUES (${id}, ${`w${id}`}, ${`w${id}`}, '{}', 0)`,
    );
  }

  /** All prints of a workspace that were not removed, in the order in which they came. */
  async prints(workspaceId: number) {
    const rows = await readPrintRows(this.database, workspaceId, sql`removed_at IS NULL ORDER BY id`);
    return rows.map(printFromRow);
  }

  /** What is counted of a workspace. */
  async counts(workspaceId: number) {
    const of = async (table: string, key: string) => {
      const rows = await this.database.all<Counted & { readonly key: string }>(
        sql`SELECT ${sql.raw(key)} AS key, n, deleted_n FROM ${sql.raw(table)}
          WHERE workspace_id = ${workspaceId} AND (n <> 0 OR deleted_n <> 0)`,
      );
      return rows.toSorted(byKey);
    };
    const totals = await this.database.first(
      sql`SELECT print_count, deleted_count FROM workspace WHERE id = ${workspaceId}`,
    );
    return {
      totals,
      days: await of("day_count", "day::text"),
      values: await of("value_count", "source || chr(1) || value"),
    };
  }

  /** The same when all prints are counted anew; it stays so. */
  async countsAnew(workspaceId: number) {
    await recount(this.database, workspaceId);
    return this.counts(workspaceId);
  }

  /** All rows of all tables, as texts. */
  async everything(): Promise<string[]> {
    const tables = await this.database.all<{ name: string }>(
      sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const rows = await Promise.all(
      tables.map(({ name }) =>
        this.database.all<{ row: string }>(
          sql`SELECT ${name} || row_to_json(t)::text AS row FROM ${sql.raw(name)} AS t`,
        ),
      ),
    );
    return rows.flat().map(({ row }) => row);
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.tested[Symbol.asyncDispose]();
  }
}

/** What {@link PrintDatabase.counts} is to be for some prints of a workspace, counted one by one. */
export function countsOf(prints: readonly Print[]) {
  const deleted = prints.filter(({ deletedAt }) => deletedAt !== null);
  const days = new Map<string, Counted>();
  const values = new Map<string, Counted>();
  const add = (counted: Map<string, Counted>, key: string, isDeleted: boolean) => {
    const one = counted.get(key) ?? { n: 0, deleted_n: 0 };
    counted.set(key, one);
    one[isDeleted ? "deleted_n" : "n"]++;
  };
  for (const { createdAt, deletedAt, deviceId, label, tag } of prints) {
    const isDeleted = deletedAt !== null;
    add(days, String(Math.floor(createdAt / 86_400_000)), isDeleted);
    if (deviceId !== null) add(values, `deviceId\u0001${deviceId}`, isDeleted);
    if (label !== null) {
      const shape = label.toLowerCase().normalize("NFC").replaceAll("ς", "σ").replace(/\d+/g, "0");
      add(values, `labelShapes\u0001${shape}`, isDeleted);
    }
    for (const [key, value] of Object.entries(JSON.parse(tag) as Record<string, string>)) {
      add(values, `tagKeys\u0001${key}`, isDeleted);
      add(values, `tag:${key}\u0001${value}`, isDeleted);
    }
  }
  return {
    totals: { print_count: prints.length, deleted_count: deleted.length },
    days: sorted(days),
    values: sorted(values),
  };
}

interface Counted {
  n: number;
  deleted_n: number;
}

function sorted(counted: ReadonlyMap<string, Counted>) {
  return [...counted].map(([key, counts]) => ({ key, ...counts })).toSorted(byKey);
}

function byKey(one: { readonly key: string }, other: { readonly key: string }): number {
  return Buffer.compare(Buffer.from(one.key), Buffer.from(other.key));
}
