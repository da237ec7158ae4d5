import { SQL } from "bun";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { totalmem, tmpdir } from "node:os";
import { join } from "node:path";
import { MEBIBYTE } from "../../../src/domain/limits.ts";
import type { Cleanup } from "../data/cleanup.ts";
import { createCluster, makeFolder, spawnServer } from "../../postgresql/cluster.ts";
import type { Installation } from "../../postgresql/installation.ts";

/** Names the socket's file; the folder is this server's own, so no other server can have the port. */
const PORT = 5432;

const START_TIMEOUT_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 50;

const DATABASE_USER = "bench";

/**
 * What an administrator would set within an hour on a machine with a solid-state disk that has nothing else to do.
 * Custom plans, because one plan for all constants of a LIKE would be a bad one; no JIT, which costs more than these
 * queries take.
 */
function settings(): Record<string, string> {
  const memory = totalmem();
  const mebibytes = (bytes: number) => `${Math.floor(bytes / MEBIBYTE)}MB`;
  return {
    shared_buffers: mebibytes(memory / 4),
    effective_cache_size: mebibytes(memory * 0.6),
    work_mem: "64MB",
    maintenance_work_mem: mebibytes(Math.min(memory / 8, 1024 * MEBIBYTE)),
    max_wal_size: "4GB",
    wal_compression: "on",
    synchronous_commit: "on",
    random_page_cost: "1.1",
    effective_io_concurrency: process.platform === "linux" ? "200" : "0",
    jit: "off",
    plan_cache_mode: "force_custom_plan",
    listen_addresses: "",
  };
}

/** Where to connect, for `new SQL(…)`, also of another process. */
export interface PostgresqlConnection {
  readonly adapter: "postgres";
  /** The folder of the server's socket. */
  readonly path: string;
  readonly port: number;
  readonly username: string;
  readonly database: string;
}

/** A PostgreSQL server of our own, and one connection to it. */
export class PostgresqlServer {
  private constructor(
    readonly sql: SQL,
    /** The folder of the server's socket, for `psql`. */
    readonly socketFolder: string,
    private readonly child: Bun.Subprocess,
  ) {}

  /**
   * Starts a server on its data in a folder; makes the data when there are none.
   * @throws Error with what it wrote when it does not start
   */
  static async start(
    installation: Installation,
    folder: string,
    cleanup: Cleanup,
  ): Promise<PostgresqlServer> {
    const { user } = installation;
    if (!existsSync(folder)) makeFolder(folder, installation);
    const data = join(folder, "cluster");
    if (!existsSync(data)) createCluster(installation, data, { user: DATABASE_USER });
    // Not in the data's folder, whose path may be too long for a socket.
    const socketFolder = mkdtempSync(join(tmpdir(), "tillroll-pg-"));
    cleanup.defer(() => rmSync(socketFolder, { recursive: true, force: true }));
    if (user !== null) chownSync(socketFolder, user.userId, user.groupId);
    const child = spawnServer(installation, data, { socketFolder, port: PORT, settings: settings() });
    // SIGINT is PostgreSQL's fast shutdown, which ends its connections and leaves the data whole.
    cleanup.defer(() => {
      child.kill("SIGINT");
      return child.exited;
    });
    const log = new Response(child.stderr).text();
    const sql = await connect(socketFolder, child).catch(async (error: unknown) => {
      child.kill("SIGINT");
      throw new Error(`${String(error)}\n${await log}`, { cause: error });
    });
    return new PostgresqlServer(sql, socketFolder, child);
  }

  async stop(): Promise<void> {
    await this.sql.close();
    this.child.kill("SIGINT");
    await this.child.exited;
  }

  get connection(): PostgresqlConnection {
    return connectionOf(this.socketFolder);
  }

  /** Where a database of it is, as the product takes it. */
  addressOf(database: string): string {
    return `postgres://${DATABASE_USER}@localhost:${PORT}/${database}?path=${this.socketFolder}/.s.PGSQL.${PORT}`;
  }

  /** The options with which PostgreSQL's own programs connect. */
  get connectionOptions(): string[] {
    return ["-h", this.socketFolder, "-p", String(PORT), "-U", DATABASE_USER, "-d", "postgres"];
  }
}

function connectionOf(socketFolder: string): PostgresqlConnection {
  return {
    adapter: "postgres",
    path: socketFolder,
    port: PORT,
    username: DATABASE_USER,
    database: "postgres",
  };
}

async function connect(socketFolder: string, child: Bun.Subprocess): Promise<SQL> {
  const deadline = performance.now() + START_TIMEOUT_MILLISECONDS;
  let failure: unknown = new Error("PostgreSQL ended");
  while (child.exitCode === null && performance.now() < deadline) {
    const sql = new SQL({ ...connectionOf(socketFolder), max: 1 });
    try {
      await sql.connect();
      return sql;
    } catch (error) {
      failure = error;
      await sql.close();
      await Bun.sleep(POLL_MILLISECONDS);
    }
  }
  throw new Error("PostgreSQL could not be reached", { cause: failure });
}
