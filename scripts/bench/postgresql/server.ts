import { SQL } from "bun";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { totalmem, tmpdir } from "node:os";
import { join } from "node:path";
import { MEBIBYTE } from "../../../src/domain/limits.ts";
import type { Cleanup } from "../data/cleanup.ts";
import { commandAs, type Installation } from "./installation.ts";

/** Names the socket's file; the folder is this server's own, so no other server can have the port. */
const PORT = 5432;

const START_TIMEOUT_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 50;

const SHARED_BUFFERS_MAXIMUM = 2048 * MEBIBYTE;

const DATABASE_USER = "bench";

/**
 * What an administrator would set within an hour on a machine with a solid-state disk that has nothing else to do.
 * Custom plans, because one plan for all constants of a LIKE would be a bad one; no JIT, which costs more than these
 * queries take.
 */
function settings(): Record<string, string> {
  const memory = totalmem();
  const buffers = Math.min(memory / 4, SHARED_BUFFERS_MAXIMUM);
  const mebibytes = (bytes: number) => `${Math.floor(bytes / MEBIBYTE)}MB`;
  return {
    shared_buffers: mebibytes(buffers),
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
    const { programs, user } = installation;
    if (!existsSync(folder)) makeFolder(folder, installation);
    const data = join(folder, "cluster");
    if (!existsSync(data)) createCluster(installation, data);
    // Not in the data's folder, whose path may be too long for a socket.
    const socketFolder = mkdtempSync(join(tmpdir(), "tillroll-pg-"));
    cleanup.defer(() => rmSync(socketFolder, { recursive: true, force: true }));
    if (user !== null) chownSync(socketFolder, user.userId, user.groupId);
    const options = Object.entries(settings()).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const words = [
      join(programs, "postgres"),
      "-D",
      data,
      "-k",
      socketFolder,
      "-p",
      String(PORT),
      ...options,
    ];
    const child = Bun.spawn(commandAs(user, words), {
      cwd: folder,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
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

  /** The options with which PostgreSQL's own programs connect. */
  get connectionOptions(): string[] {
    return ["-h", this.socketFolder, "-p", String(PORT), "-U", DATABASE_USER, "-d", "postgres"];
  }
}

function makeFolder(folder: string, { user }: Installation): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user === null) return;
  chownSync(folder, user.userId, user.groupId);
  // The folder for temporary files is only ours; the other user must get through it.
  chmodSync(join(folder, ".."), 0o711);
}

/** C for order and UTF-8 for characters: comparing is fastest so, and every letter has its case. */
function createCluster({ programs, user }: Installation, data: string): void {
  const words = [
    join(programs, "initdb"),
    "-D",
    data,
    "-U",
    DATABASE_USER,
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-sync",
  ];
  const failures: string[] = [];
  for (const locale of ["C.UTF-8", "en_US.UTF-8"]) {
    const { exitCode, stderr } = Bun.spawnSync(
      commandAs(user, [...words, "--lc-collate=C", `--lc-ctype=${locale}`]),
      { cwd: join(data, "..") },
    );
    if (exitCode === 0) return;
    failures.push(stderr.toString());
  }
  throw new Error(`initdb failed:\n${failures.join("\n")}`);
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
