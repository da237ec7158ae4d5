import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { archiveWords, IS_ARCHIVE, removeDatabase, startedArchive } from "./archive-service.ts";
import { referenceAt } from "./api-reference.ts";
import { binary } from "./binary.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

export { freePort } from "../scripts/faults/printer-place.ts";
export { binary } from "./binary.ts";
export { temporaryFolder } from "./temporary-folder.ts";

/*
 * The real thing for tests: the compiled binary, started as a shop would start it, on a folder of its own.
 */

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the binary, from another folder and with nothing in the environment but what is given. */
export async function run(words: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const child = Bun.spawn([binary(), ...(IS_ARCHIVE ? archiveWords(words) : words)], {
    cwd: tmpdir(),
    env: options.environment ?? {},
    stdin: options.input ?? "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

export interface RunOptions {
  readonly environment?: Record<string, string>;
  readonly input?: Uint8Array<ArrayBuffer>;
}

/** A service of the compiled binary. */
export class Service {
  private constructor(
    readonly folder: string,
    readonly address: string,
    /** A token with read and write for the workspace `default`. */
    readonly token: string,
    /** What it wrote to standard output. */
    readonly greeting: string,
    private readonly child: Bun.Subprocess<"ignore", "pipe", "pipe">,
    private readonly log: { text: string },
  ) {}

  /** Starts a service, on a new folder unless one is given (then `token` must be known already). */
  static async start(options: StartOptions = {}): Promise<Service> {
    const folder = options.folder ?? temporaryFolder();
    const serving = IS_ARCHIVE ? await startedArchive(folder) : ["serve"];
    const child = Bun.spawn(
      [
        binary(),
        ...serving,
        "--data",
        folder,
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        ...(options.flags ?? []),
      ],
      {
        cwd: tmpdir(),
        env: { ...NO_PRINTER_PORTS, ...options.environment },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const log = { text: "" };
    void collect(child.stderr, (text) => (log.text += text));
    // The first start ends its greeting with a curl, any other with the data folder.
    const end = IS_ARCHIVE ? /Folder .*\n/ : options.token === undefined ? /prints\/json\n/ : /Data .*\n/;
    const greeting = await readUntil(child.stdout, end);
    const address = /Dashboard +(http:\S+)\//.exec(greeting)?.[1];
    if (address === undefined) throw new Error(`the service did not start: ${greeting} ${log.text}`);
    const made = IS_ARCHIVE && options.token === undefined ? await run(FIRST_TOKEN(folder)) : null;
    const token = options.token ?? /at_\S+/.exec(made?.stdout ?? greeting)?.[0] ?? "";
    return new Service(folder, address, token, greeting, child, log);
  }

  /** A new one-time link. */
  async signInLink(): Promise<string> {
    const where = IS_ARCHIVE ? ["--address", this.address] : [];
    const { stdout, stderr } = await run(["sign-in", ...where, "--data", this.folder]);
    if (stdout === "") throw new Error(stderr);
    return stdout.trim();
  }

  /** What the service has logged so far. */
  get logged(): string {
    return this.log.text;
  }

  /** Waits until the service has logged something: its lines come by a pipe, and later than its answers. */
  async hasLogged(text: string): Promise<void> {
    await until(() => this.logged.includes(text), `the log line "${text}"`);
  }

  get processId(): number {
    return this.child.pid;
  }

  /**
   * A request to a path such as `/api/me`, with the service's token unless `token` says otherwise (`null`: none). Whatever
   * is answered must be as the API reference says.
   */
  async fetch(path: string, options: RequestOptions = {}): Promise<Response> {
    const headers = new Headers(options.headers);
    const token = options.token === undefined ? this.token : options.token;
    if (token !== null && !headers.has("authorization")) headers.set("Authorization", `Bearer ${token}`);
    let body = options.body ?? null;
    if (options.json !== undefined) {
      body = JSON.stringify(options.json);
      if (!headers.has("content-type")) headers.set("Content-Type", "application/json");
    }
    const method = options.method ?? (body === null ? "GET" : "POST");
    const response = await fetch(this.address + path, { method, headers, body, redirect: "manual" });
    const reference = await referenceAt(this.address);
    // A copy of a stream that nobody reads would hold up the stream itself.
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    await reference.check(method, path, isJson ? response.clone() : response);
    return response;
  }

  /** As {@link fetch}, under the workspace `default`'s prints: `""`, `/json`, `/12/raw`. */
  prints(path: string, options: RequestOptions = {}): Promise<Response> {
    return this.fetch(`/api/workspace/default/prints${path}`, options);
  }

  /** Stores a small print and gives its answer. */
  async store(metadata: Record<string, unknown> = {}, raw = "hello\n"): Promise<PrintAnswer> {
    const response = await this.prints("/json", { json: { raw: btoa(raw), ...metadata } });
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as PrintAnswer;
  }

  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<number | null> {
    this.child.kill(signal);
    await this.child.exited;
    return this.child.exitCode;
  }

  /** Stops it and removes its folder. */
  async end(): Promise<void> {
    await this.stop();
    if (IS_ARCHIVE) await removeDatabase(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** An archive's own first token is for all workspaces; that of a shop is for the first. */
const FIRST_TOKEN = (folder: string) => ["token", "create", "--scopes", "read,write", "--data", folder];

/** Services run beside each other in tests, and a printer has ports that all of them would want. */
export const NO_PRINTER_PORTS = {
  TILLROLL_RAW_PORT: "0",
  TILLROLL_LPD_PORT: "0",
  TILLROLL_IPP_PORT: "0",
  TILLROLL_HTTPS_PORT: "0",
  TILLROLL_EPOS_HTTPS_PORT: "0",
  TILLROLL_EPOS_HTTP_PORT: "0",
  TILLROLL_ANNOUNCE: "false",
} as const;

export interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly token?: string;
  readonly flags?: readonly string[];
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly token?: string | null;
  readonly json?: unknown;
  readonly body?: BodyInit | null;
}

/** A Print, as the contract has it. */
export interface PrintAnswer {
  readonly id: number;
  readonly printKey: string;
  readonly workspaceId: number;
  readonly userId: number;
  readonly deviceId: string | null;
  readonly label: string | null;
  readonly tag: Record<string, string>;
  readonly quantity: number | null;
  readonly width: number;
  readonly testPrint: boolean;
  readonly deleted: boolean;
  readonly deletedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ErrorAnswer {
  readonly code: string;
  readonly message: string;
  readonly data: { issues?: { path: string; message: string }[] } & Record<string, unknown>;
}

async function collect(stream: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) take(decoder.decode(chunk, { stream: true }));
}

/** Reads a stream until what came fits, or it ends. The rest is read on, so that the writer never blocks. */
function readUntil(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  let text = "";
  const { promise, resolve: found } = Promise.withResolvers<string>();
  void collect(stream, (part) => {
    text += part;
    if (pattern.test(text)) found(text);
  }).then(() => found(text));
  return promise;
}
