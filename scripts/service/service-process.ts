import { join } from "node:path";
import { DEFAULT_WORKSPACE } from "../../src/storage/first-start.ts";
import { findService, type RunningService } from "../../src/platform/running-service.ts";

/** How long a service may take until it can be reached, milliseconds: much, because machines that test are busy. */
const START_TIMEOUT_MILLISECONDS = 45_000;

const POLL_MILLISECONDS = 2;

/** The words that run Tillroll from its source. */
export const SOURCE_COMMAND: readonly string[] = [
  process.execPath,
  join(import.meta.dir, "..", "..", "src", "main.ts"),
];

/** What a service is started with. */
export interface ServiceStart {
  /** The words that run Tillroll, such as {@link SOURCE_COMMAND} or the path of a binary. */
  readonly command: readonly string[];
  readonly dataFolder: string;
  /** The working folder; by default this process's own. */
  readonly workingFolder?: string;
  /** The environment; by default this process's own without Tillroll's settings. */
  readonly environment?: Readonly<Record<string, string>>;
  /** By default any free one, which the service notes in its folder; on a full disk it cannot. */
  readonly port?: number;
}

/** A service in a process of its own, which can be killed as a power cut would. */
export class ServiceProcess {
  private constructor(
    private readonly child: Bun.Subprocess,
    private readonly running: RunningService,
    private readonly log: Promise<string>,
  ) {}

  /** Starts a service on a free port of this machine. @throws Error with its log when it cannot be reached in time */
  static async start(start: ServiceStart): Promise<ServiceProcess> {
    const { command, dataFolder, workingFolder, environment = ownEnvironment(), port = 0 } = start;
    const child = Bun.spawn(
      [...command, "serve", "--data", dataFolder, "--host", "127.0.0.1", "--port", String(port)],
      { cwd: workingFolder, env: { ...environment }, stdin: "ignore", stdout: "ignore", stderr: "pipe" },
    );
    const log = new Response(child.stderr).text();
    const deadline = performance.now() + START_TIMEOUT_MILLISECONDS;
    while (child.exitCode === null && performance.now() < deadline) {
      const running = findService(dataFolder);
      // A killed service leaves its note behind; only the one of this process counts.
      if (running?.processId === child.pid) return new ServiceProcess(child, running, log);
      const address = `http://127.0.0.1:${port}`;
      if (port > 0 && (await answers(address))) {
        return new ServiceProcess(child, { address, processId: child.pid, localToken: "" }, log);
      }
      await Bun.sleep(POLL_MILLISECONDS);
    }
    child.kill("SIGKILL");
    throw new Error(`the service did not start:\n${await log}`);
  }

  /** Base address of the default workspace's API. */
  get workspaceAddress(): string {
    return `${this.running.address}/api/workspace/${DEFAULT_WORKSPACE}`;
  }

  /** Base address, such as `http://127.0.0.1:9180`. */
  get address(): string {
    return this.running.address;
  }

  /** The token of commands on this machine, who may do everything. */
  get localToken(): string {
    return this.running.localToken;
  }

  /** The port it listens on. */
  get port(): number {
    return Number(new URL(this.running.address).port);
  }

  get processId(): number {
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it wrote to standard error; to be asked for after its end. */
  writtenLog(): Promise<string> {
    return this.log;
  }

  /** Freezes the process or lets it go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.child.kill(signal);
  }

  /** Ends it at once, with no chance to tidy up. */
  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.child.exited;
  }

  /** Asks it to stop and waits until it has. @returns its exit code */
  async stop(): Promise<number> {
    this.child.kill("SIGTERM");
    return await this.child.exited;
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    await fetch(`${address}/healthz`);
    return true;
  } catch {
    return false;
  }
}

/** Makes an API token of the default workspace on a data folder, and the folder when it is missing. */
export async function createToken(
  command: readonly string[],
  dataFolder: string,
  scopes: readonly string[] = ["read", "write"],
): Promise<string> {
  const words = ["token", "create", "--data", dataFolder, "--scopes", scopes.join(",")];
  const child = Bun.spawn([...command, ...words], {
    env: ownEnvironment(),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("no token could be made");
  return text.trim();
}

/**
 * Services run beside each other, and a printer has ports that all of them would want. All the clients of a measurement
 * have one address, whose rate is not to be what is measured.
 */
export const MEASURED_SERVICE = {
  TILLROLL_CLIENT_RATE: "0",
  TILLROLL_RAW_PORT: "0",
  TILLROLL_LPD_PORT: "0",
  TILLROLL_IPP_PORT: "0",
  TILLROLL_HTTPS_PORT: "0",
  TILLROLL_EPOS_HTTPS_PORT: "0",
  TILLROLL_EPOS_HTTP_PORT: "0",
  TILLROLL_ANNOUNCE: "false",
} as const;

/** This process's environment without Tillroll's settings, which would change what is measured and tested. */
export function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith("TILLROLL_"));
  return { ...Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""])), ...MEASURED_SERVICE };
}
