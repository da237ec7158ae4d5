import { findService } from "../../src/platform/running-service.ts";
import { NO_PRINTER_PORTS } from "../../test/service.ts";
import { until } from "../../test/until.ts";

/** A search, and what it answers. */
interface Found {
  readonly items: readonly { readonly id: number }[];
  readonly textPending?: number;
}

/** A release's own service, asked as any client would. */
export class ReleaseService {
  private child: Bun.Subprocess;

  private constructor(
    private readonly executable: string,
    private readonly folder: string,
    private readonly rawPort: number,
  ) {
    this.child = this.spawn();
  }

  static async start(executable: string, folder: string, rawPort: number): Promise<ReleaseService> {
    const service = new ReleaseService(executable, folder, rawPort);
    await service.answering();
    return service;
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.child.exited;
  }

  async restart(): Promise<void> {
    this.child = this.spawn();
    await this.answering();
  }

  /** Runs a command on its data. @param words separated by blanks @returns its output @throws Error when it fails */
  async command(words: string, ...more: readonly string[]): Promise<string> {
    const all = [this.executable, ...words.split(" "), ...more, "--data", this.folder];
    const child = Bun.spawn(all, { stdout: "pipe", stderr: "pipe" });
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0) throw new Error(`${words}: ${stderr}`);
    return stdout;
  }

  /** A request below `/api/workspace/`. @throws Error when it is refused */
  async ask(method: string, path: string, json?: object): Promise<unknown> {
    const response = await this.request(method, path, json && JSON.stringify(json), "application/json");
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  }

  /** Stores a print. */
  async create(workspace: string, raw: Uint8Array, metadata: object, headers = {}): Promise<void> {
    const body = JSON.stringify({ ...metadata, raw: raw.toBase64() });
    const path = `${workspace}/prints/json`;
    const response = await this.request("POST", path, body, "application/json", headers);
    if (!response.ok) throw new Error(await response.text());
  }

  /** The ids of the prints that a search finds. */
  async search(workspace: string, query: object): Promise<number[]> {
    const { items } = (await this.ask("POST", `${workspace}/prints/search`, query)) as Found;
    return items.map(({ id }) => id);
  }

  /** How many prints cannot be searched by their text yet. */
  async pendingText(): Promise<number> {
    const found = (await this.ask("POST", "default/prints/search", { text: "total" })) as Found;
    return found.textPending ?? 0;
  }

  private request(
    method: string,
    path: string,
    body: string | undefined,
    type: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const noted = findService(this.folder);
    return fetch(`${noted?.address}/api/workspace/${path}`, {
      method,
      ...(body !== undefined && { body }),
      headers: { Authorization: `Bearer ${noted?.localToken}`, "Content-Type": type, ...headers },
    });
  }

  private spawn(): Bun.Subprocess {
    const words = ["serve", "--data", this.folder, "--host", "127.0.0.1", "--port", "0"];
    return Bun.spawn([this.executable, ...words, "--raw-port", String(this.rawPort)], {
      env: { ...NO_PRINTER_PORTS, PATH: process.env["PATH"] ?? "" },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
  }

  private async answering(): Promise<void> {
    await until(() => findService(this.folder)?.processId === this.child.pid, "the start of the service");
  }
}
