import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Where Debian and its kin keep each version's programs; elsewhere they are on the PATH. */
const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** The account that PostgreSQL's packages make; the server refuses to run as root. */
const SERVER_ACCOUNT = "postgres";

const START_TIMEOUT_SECONDS = 60;

/** Where to connect: `new Bun.SQL({ ...options })`. */
export interface PostgresqlConnection {
  readonly adapter: "postgres";
  readonly hostname: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

/** Settings of the server, such as `{ shared_buffers: "1GB" }`. */
export type PostgresqlSettings = Readonly<Record<string, string>>;

/** A PostgreSQL server of our own, in a folder of its own, gone when it is stopped. */
export class PostgresqlServer {
  private constructor(
    readonly connection: PostgresqlConnection,
    /** What the server says it is, such as `postgres (PostgreSQL) 15.7`. */
    readonly version: string,
    /** The folder of its database cluster. */
    readonly dataFolder: string,
    private readonly folder: string,
    private readonly programs: string,
  ) {}

  /**
   * Starts a server with an empty database on a free port of this machine.
   * @returns `null` where PostgreSQL is not installed, or only for root, as whom it does not run
   * @throws Error with what its programs said when it is installed and does not start
   */
  static async start(settings: PostgresqlSettings = {}): Promise<PostgresqlServer | null> {
    const programs = findPrograms();
    if (programs === null || (isRoot() && accountIds() === null)) return null;
    const folder = mkdtempSync(join(tmpdir(), "tillroll-postgresql-"));
    try {
      const dataFolder = join(folder, "data");
      mkdirSync(dataFolder, { mode: 0o700 });
      giveAway(folder);
      giveAway(dataFolder);
      // C, because no text is sorted by a language's rules here, and theirs are slower.
      const locale = ["--locale=C", "--encoding=UTF8"];
      await run([join(programs, "initdb"), "-D", dataFolder, "-U", "tillroll", "-A", "trust", ...locale]);
      const port = freePort();
      const all: PostgresqlSettings = {
        port: String(port),
        listen_addresses: "127.0.0.1",
        unix_socket_directories: folder,
        ...settings,
      };
      const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
      const wait = ["-w", "-t", String(START_TIMEOUT_SECONDS), "-l", join(folder, "log")];
      await run([join(programs, "pg_ctl"), "start", "-D", dataFolder, ...wait, "-o", options.join(" ")]);
      const version = await run([join(programs, "postgres"), "--version"]);
      const connection = { hostname: "127.0.0.1", port, username: "tillroll", password: "" };
      return new PostgresqlServer(
        { adapter: "postgres", database: "postgres", ...connection },
        ...([version.trim(), dataFolder, folder, programs] as const),
      );
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Stops it without finishing what clients do, and removes its folder. */
  async stop(): Promise<void> {
    await run([join(this.programs, "pg_ctl"), "stop", "-D", this.dataFolder, "-m", "immediate", "-w"]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The folder of the newest version's programs; `null` where there is none. */
function findPrograms(): string | null {
  if (existsSync(DEBIAN_FOLDER)) {
    const versions = readdirSync(DEBIAN_FOLDER).toSorted((left, right) => Number(right) - Number(left));
    for (const version of versions) {
      const programs = join(DEBIAN_FOLDER, version, "bin");
      if (existsSync(join(programs, "initdb"))) return programs;
    }
  }
  const initdb = Bun.which("initdb");
  return initdb === null ? null : join(initdb, "..");
}

/** Runs one of PostgreSQL's programs, as its own account when we are root. */
async function run(words: readonly string[]): Promise<string> {
  const prefix = isRoot() ? ["runuser", "-u", SERVER_ACCOUNT, "--"] : [];
  // The server inherits what pg_ctl has for output, so it must not be a pipe that is read to its end.
  const isStart = words.includes("start");
  const child = Bun.spawn([...prefix, ...words], {
    cwd: tmpdir(),
    stdin: "ignore",
    stdout: isStart ? "ignore" : "pipe",
    stderr: isStart ? "ignore" : "pipe",
  });
  const [output, errors] = await Promise.all(
    [child.stdout, child.stderr].map((stream) =>
      stream === undefined || stream === null ? "" : new Response(stream).text(),
    ),
  );
  if ((await child.exited) !== 0) throw new Error(`${words[0]} failed: ${output}${errors}`);
  return output ?? "";
}

function isRoot(): boolean {
  return userInfo().uid === 0;
}

/** The ids of PostgreSQL's account; `null` where there is no such account or no `runuser` to become it. */
function accountIds(): { user: number; group: number } | null {
  if (Bun.which("runuser") === null) return null;
  const [user, group] = ["-u", "-g"].map((option) => {
    const { exitCode, stdout } = Bun.spawnSync(["id", option, SERVER_ACCOUNT]);
    return exitCode === 0 ? Number(stdout.toString()) : null;
  });
  return user === null || user === undefined || group === null || group === undefined
    ? null
    : { user, group };
}

function giveAway(folder: string): void {
  const ids = isRoot() ? accountIds() : null;
  if (ids !== null) chownSync(folder, ids.user, ids.group);
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
