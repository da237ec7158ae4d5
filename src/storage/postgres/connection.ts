import { SQL as Connection, type TransactionSQL } from "bun";
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { readDatabaseAddress } from "./database-address.ts";
import { connectionError } from "./database-error.ts";
import { isLost, isPassing, retrying, stateOf } from "./retry.ts";
import { escapeText, unescapeText } from "./text-escape.ts";

/** Runs statements. Values are bound; texts may have any character, U+0000 too. */
export interface Statements {
  /** All rows. `bigint` is a number, `bytea` a Buffer. */
  all<Row>(statement: SQL): Promise<Row[]>;
  /** The first row; `null` where there is none. */
  first<Row>(statement: SQL): Promise<Row | null>;
  /** How many rows it wrote. */
  run(statement: SQL): Promise<number>;
}

/** How a database is reached. */
export interface PostgresOptions {
  /** As `postgres://user:password@host:5432/name`; over a network with `?sslmode=verify-full`. */
  readonly address: string;
  /** Takes whoever answers over a network, certificate or not. */
  readonly allowUnverified?: boolean;
  /** The most connections at once. */
  readonly connections?: number;
  /** How long a connection lives, seconds; what runs on it then is done again. */
  readonly lifetimeSeconds?: number;
  /** Told the text of each statement: for tests. */
  readonly onStatement?: (text: string) => void;
}

const DEFAULT_CONNECTIONS = 10;

/** How long a connection may take to be made, seconds. */
const CONNECTION_SECONDS = 10;

/** How long a connection lives, seconds: with it the server forgets the statements that it has prepared for it. */
const LIFETIME_SECONDS = 1800;

/** The type numbers of `bigint` and `bigint[]` (PostgreSQL, `pg_type`). */
const BIGINT = { one: 20, many: 1016 } as const;

/** What the server answers for a key that is there already. */
const UNIQUE_VIOLATION = "23505";

/** The same for what a schema is made of (PostgreSQL, duplicate_object and duplicate_table): IF NOT EXISTS sees what was there before. */
const DUPLICATES: ReadonlySet<string> = new Set([UNIQUE_VIOLATION, "42710", "42P07"]);

/** The same for a statement in a transaction in which one has failed before. */
const FAILED_TRANSACTION = "25P02";

const dialect = new PgDialect();

/**
 * A database that speaks PostgreSQL's wire. All that runs twice without harm is a function that is tried again after
 * serialization failures, deadlocks and lost connections; writes are made harmless by a row of their own.
 */
export class PostgresDatabase implements Statements {
  private readonly pool: Connection;
  private readonly onStatement: (text: string) => void;

  /** What its address is without the password. */
  readonly shownAddress: string;

  /** @throws TillrollError STORAGE_UNAVAILABLE when the address is none, or nothing would check who answers there */
  constructor({
    address,
    allowUnverified = false,
    connections = DEFAULT_CONNECTIONS,
    lifetimeSeconds = LIFETIME_SECONDS,
    onStatement = () => {},
  }: PostgresOptions) {
    const { connection, shown } = readDatabaseAddress(address, allowUnverified);
    this.pool = new Connection({
      ...connection,
      max: connections,
      connectionTimeout: CONNECTION_SECONDS,
      maxLifetime: lifetimeSeconds,
    });
    this.shownAddress = shown;
    this.onStatement = onStatement;
  }

  /** Whether it is there. @throws TillrollError STORAGE_UNAVAILABLE, saying what to do */
  async reach(): Promise<void> {
    try {
      await this.first(sql`SELECT 1 AS found`);
    } catch (error) {
      throw connectionError(error, this.shownAddress);
    }
  }

  /** Reads, again where the connection was lost. */
  all<Row>(statement: SQL): Promise<Row[]> {
    return retrying(() => this.over(this.pool).all<Row>(statement));
  }

  first<Row>(statement: SQL): Promise<Row | null> {
    return retrying(() => this.over(this.pool).first<Row>(statement));
  }

  /** For what may run twice: a DELETE, an UPDATE to a value. */
  run(statement: SQL): Promise<number> {
    return retrying(() => this.over(this.pool).run(statement));
  }

  /** Reads in one snapshot, so that what is read agrees. @param work may run more than once */
  read<Result>(work: (snapshot: Statements) => Promise<Result>): Promise<Result> {
    return retrying(() =>
      this.pool.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", (connection) =>
        work(this.over(connection)),
      ),
    );
  }

  /**
   * Writes in one transaction, once: where the connection goes during the COMMIT, a row of its own tells whether that came.
   * @param workspaceId whose prints it is about; 0 for none
   * @param work may run more than once; only what it did last counts
   * @throws what `work` does, with nothing written
   */
  async write<Result>(
    workspaceId: number,
    work: (transaction: Statements) => Promise<Result>,
  ): Promise<Result> {
    const key = Bun.randomUUIDv7();
    let mayBeThere: { readonly result: Result } | null = null;
    return retrying(async () => {
      if (mayBeThere !== null && (await this.isCommitted(workspaceId, key))) return mayBeThere.result;
      let done: { readonly result: Result } | null = null;
      try {
        return await this.pool.begin("ISOLATION LEVEL READ COMMITTED", async (connection) => {
          const transaction = this.over(connection);
          const result = await work(transaction);
          await transaction.run(
            sql`INSERT INTO committed (workspace_id, key, at) VALUES (${workspaceId}, ${key}, ${Date.now()})`,
          );
          done = { result };
          return result;
        });
      } catch (error) {
        // The COMMIT of one before may have come after all, and what failed has met what that wrote.
        if (mayBeThere !== null && !isPassing(error) && (await this.isCommitted(workspaceId, key)))
          return mayBeThere.result;
        // Its COMMIT may have come. Where it got as far as that, none before did: both would have the same key.
        if (isLost(error)) mayBeThere = done ?? mayBeThere;
        throw error;
      }
    });
  }

  /** Does something in one transaction, without a row of its own: for what fails where it came already. */
  inTransaction<Result>(work: (transaction: Statements) => Promise<Result>): Promise<Result> {
    return retrying(() => this.pool.begin((connection) => work(this.over(connection))));
  }

  /** Ends all connections, once what runs has ended. */
  async close(): Promise<void> {
    await this.pool.close();
  }

  private async isCommitted(workspaceId: number, key: string): Promise<boolean> {
    const found = sql`SELECT 1 AS found FROM committed WHERE workspace_id = ${workspaceId} AND key = ${key}`;
    return (await this.over(this.pool).first(found)) !== null;
  }

  private over(connection: Connection | TransactionSQL): Statements {
    let cause: { readonly error: unknown } | null = null;
    const ask = async (statement: SQL) => {
      const { sql: text, params } = dialect.sqlToQuery(statement);
      this.onStatement(text);
      try {
        return (await connection.unsafe(text, params.map(bound))) as Answer;
      } catch (error) {
        // Of statements that go together one fails, and those behind it by that: whoever hears of these first must know why.
        cause ??= { error };
        throw stateOf(error) === FAILED_TRANSACTION ? cause.error : error;
      }
    };
    const all = async <Row>(statement: SQL) => rowsOf<Row>(await ask(statement));
    return {
      all,
      first: async <Row>(statement: SQL) => (await all<Row>(statement))[0] ?? null,
      run: async (statement) => (await ask(statement)).count,
    };
  }
}

export { databaseError } from "./database-error.ts";

/** Whether an error says that a key is there already. */
export function isDoubled(error: unknown): boolean {
  return stateOf(error) === UNIQUE_VIOLATION;
}

/** Whether an error says that another instance has just made the same table, index or extension. */
export function isMadeAlready(error: unknown): boolean {
  return DUPLICATES.has(stateOf(error));
}

/** What Bun gives: rows, with the types of their columns. */
interface Answer extends Array<Record<string, unknown>> {
  readonly count: number;
  readonly columns?: readonly { readonly name: string; readonly type: number }[];
}

function bound(value: unknown): unknown {
  if (typeof value === "string") return escapeText(value);
  return typeof value === "boolean" ? Number(value) : value;
}

/** Bun gives `bigint` as texts; what we store is safe in a number. */
function rowsOf<Row>(answer: Answer): Row[] {
  const types = new Map(answer.columns?.map(({ name, type }) => [name, type]));
  const columns = Object.keys(answer[0] ?? {}).map((name) => [name, types.get(name)] as const);
  return Array.from(answer, (row) => {
    for (const [name, type] of columns) row[name] = valueOf(row[name], type);
    return row as Row;
  });
}

function valueOf(value: unknown, type: number | undefined): unknown {
  if (typeof value === "string") return type === BIGINT.one ? Number(value) : unescapeText(value);
  if (type === BIGINT.many && Array.isArray(value)) return value.map(Number);
  return value;
}
