import { SQL as Connection } from "bun";
import { chmodSync, chownSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { createCluster, makeFolder, spawnServer } from "../../scripts/postgresql/cluster.ts";
import type { Installation } from "../../scripts/postgresql/installation.ts";
import { freePort } from "../../scripts/faults/printer-place.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";

const USER = "tillroll";

/** How often a port is chosen anew, when another process was quicker. */
const PORT_TRIES = 5;

/** Tests lose no data to a power cut: what they kill is a process. */
const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  shared_buffers: "64MB",
  max_connections: "200",
  jit: "off",
  listen_addresses: "127.0.0.1",
} as const;

/**
 * Waits for the end of its input, which comes with that of the process whose tests these are, however it ends: no handler of
 * ours would run. Then no server stays, and nothing of its folder.
 */
const REAPER = `
  trap '' INT TERM HUP
  cat >/dev/null
  server=$(head -n 1 "$1/server/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$server" 2>/dev/null
  until rm -rf "$1" 2>/dev/null; do sleep 0.1; done
`;

/** What a server is started with. */
export interface TestServerOptions {
  /** The certificate and the key of connections, files in PEM; without them there is no TLS. */
  readonly tls?: { readonly certificate: string; readonly key: string };
}

/** A PostgreSQL server of a test's own. It ends with the process, whatever happens. */
export class TestServer implements AsyncDisposable {
  private child: ReturnType<typeof spawnServer> | null = null;
  private log: Promise<string> = Promise.resolve("");
  private port = 0;
  private readonly password = Bun.randomUUIDv7();
  private readonly reaper: Bun.Subprocess<"pipe", "ignore", "ignore">;

  private constructor(
    private readonly installation: Installation,
    private readonly folder: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    this.reaper = Bun.spawn(["sh", "-c", REAPER, "sh", folder], {
      stdin: "pipe",
      stdout: "ignore",
      stderr: "ignore",
    });
    this.reaper.unref();
  }

  /**
   * Makes a server and starts it.
   * @param install finds or makes the installation, in a folder that goes with the server
   * @throws Error with what it wrote when it does not start
   */
  static async start(
    install: (folder: string) => Installation,
    { tls }: TestServerOptions = {},
  ): Promise<TestServer> {
    const folder = temporaryFolder();
    const installation = install(join(folder, "programs"));
    const inside = join(folder, "server");
    makeFolder(inside, installation);
    const server = new TestServer(installation, folder, {
      ...SETTINGS,
      ...(tls === undefined ? {} : tlsSettings(inside, installation, tls)),
    });
    createCluster(installation, join(inside, "data"), { user: USER, password: server.password });
    await server.runAnywhere();
    return server;
  }

  /** The folder of its socket. */
  get socketFolder(): string {
    return join(this.folder, "server");
  }

  /** Where its databases are made. */
  get address(): string {
    return `postgres://${USER}:${this.password}@127.0.0.1:${this.port}/postgres`;
  }

  /** Whether it runs: Bun ends all that a test has started when that takes too long, a server of all tests too. */
  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Runs it, and waits until it answers. */
  async run(): Promise<void> {
    const child = spawnServer(this.installation, join(this.folder, "server", "data"), {
      socketFolder: this.socketFolder,
      port: this.port,
      settings: this.settings,
    });
    this.child = child;
    this.log = new Response(child.stderr).text();
    await until(async () => child.exitCode !== null || (await this.answers()), "the start of PostgreSQL");
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended:\n${await this.log}`);
  }

  /** Ends it, as by a crash or in order; its data stay. @returns once it is gone */
  async halt(how: "crash" | "orderly"): Promise<void> {
    this.child?.kill(how === "crash" ? "SIGQUIT" : "SIGINT");
    await this.child?.exited;
    this.child = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.halt("crash");
    this.reaper.stdin.end();
    await this.reaper.exited;
  }

  /** Runs it on a port that is free; on another where somebody was quicker. */
  private async runAnywhere(): Promise<void> {
    for (let tries = 1; ; tries++) {
      this.port = await freePort();
      try {
        return await this.run();
      } catch (error) {
        if (tries === PORT_TRIES || !String(error).includes("could not bind")) throw error;
      }
    }
  }

  private async answers(): Promise<boolean> {
    const connection = new Connection(this.address, { max: 1 });
    try {
      await connection.unsafe("SELECT 1");
      return true;
    } catch {
      return false;
    } finally {
      await connection.close();
    }
  }
}

/** Copies a certificate and its key to where the server may read them: it takes no key that others may read. */
function tlsSettings(
  folder: string,
  { user }: Installation,
  { certificate, key }: { readonly certificate: string; readonly key: string },
): Record<string, string> {
  const files = { ssl_cert_file: join(folder, "server.crt"), ssl_key_file: join(folder, "server.key") };
  copyFileSync(certificate, files.ssl_cert_file);
  copyFileSync(key, files.ssl_key_file);
  for (const file of Object.values(files)) {
    chmodSync(file, 0o600);
    if (user !== null) chownSync(file, user.userId, user.groupId);
  }
  return { ssl: "on", ...files };
}
