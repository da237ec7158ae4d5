import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { findService } from "../../src/platform/running-service.ts";
import { readJournal } from "../../src/update/update-folder.ts";
import { binary } from "../binary.ts";
import { NO_PRINTER_PORTS } from "../service.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";
import { PUBLIC_KEY, sign } from "./release-key.ts";

/** A print as a test remembers it. */
export interface StoredPrint {
  readonly id: number;
  readonly label: string;
  readonly raw: string;
}

/** An executable and a data folder of their own, and releases to update them by. */
export class Installation implements Disposable {
  readonly root = temporaryFolder();
  readonly executable = join(this.root, "bin", "tillroll");
  readonly data = join(this.root, "data");
  readonly environment = {
    ...NO_PRINTER_PORTS,
    TILLROLL_PORT: "0",
    TILLROLL_HOST: "127.0.0.1",
    PATH: "/usr/bin:/bin",
  };

  constructor() {
    mkdirSync(join(this.root, "bin"));
    place(binary(), this.executable);
  }

  /** Starts a command of the executable that is installed now. */
  start(words: readonly string[]) {
    return Bun.spawn([this.executable, ...words, "--data", this.data], {
      cwd: this.root,
      env: this.environment,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  }

  async run(words: readonly string[]) {
    const child = this.start(words);
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { exitCode, stdout, stderr };
  }

  /** A release that is the executable `from`, signed. */
  async release(from: string, version: string): Promise<string> {
    const file = this.path(`tillroll-${version}`);
    place(from, file);
    await sign(file, version);
    return file;
  }

  /** A release that is a script, in which `new` stands for an executable; signed. */
  async scripted(script: string, executable: string, version = "9.9.9"): Promise<string> {
    const file = this.path("scripted");
    writeFileSync(file, `#!/bin/sh\nnew='${executable}'\n${script}\n`, { mode: 0o755 });
    await sign(file, version);
    return file;
  }

  update(file: string, ...words: readonly string[]) {
    return this.start(["update", file, "--public-key", PUBLIC_KEY, ...words]);
  }

  runUpdate(file: string, ...words: readonly string[]) {
    return this.run(["update", file, "--public-key", PUBLIC_KEY, ...words]);
  }

  /** Does something while the installed version runs as a service. */
  async serving<Result>(work: () => Promise<Result>): Promise<Result> {
    const child = this.start(["serve"]);
    try {
      await this.untilServing(child.pid);
      return await work();
    } finally {
      child.kill("SIGTERM");
      await child.exited;
    }
  }

  /** Waits until a service answers; by default any. */
  async untilServing(processId?: number): Promise<void> {
    await until(async () => {
      const noted = findService(this.data);
      if (noted === null || (processId !== undefined && noted.processId !== processId)) return false;
      return (await fetch(`${noted.address}/healthz`).catch(() => null)) !== null;
    });
  }

  /** A request to the service that runs. */
  async ask(path: string, body?: object): Promise<Response> {
    const noted = findService(this.data);
    return fetch(`${noted?.address}/api/workspace/default/prints${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization: `Bearer ${noted?.localToken}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async store(label: string): Promise<StoredPrint> {
    const raw = `Receipt of ${label}\nTOTAL 10.20\n`;
    const response = await this.ask("/json", { label, raw: btoa(raw), tag: { kind: "test" } });
    if (response.status !== 201) throw new Error(await response.text());
    const { id } = (await response.json()) as { id: number };
    return { id, label, raw };
  }

  /** What is wrong with prints that were stored, with a service running: they are there, and found by label and by text. */
  async missing(prints: readonly StoredPrint[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const { id, label, raw } of prints) {
      const bytes = await (await this.ask(`/${id}/raw`)).text();
      if (bytes !== raw) wrong.push(`${label}: other bytes`);
      for (const query of [{ label }, { text: `receipt of ${label}` }])
        if (!(await this.found(query)).includes(id))
          wrong.push(`${label}: not found by ${JSON.stringify(query)}`);
    }
    return wrong;
  }

  /** The ids of the prints that a search finds, once all text can be searched. */
  private async found(query: object): Promise<number[]> {
    let ids: number[] = [];
    await until(async () => {
      const response = await this.ask("/search", query);
      const { items, textPending = 0 } = (await response.json()) as Found;
      ids = items.map(({ id }) => id);
      return textPending === 0;
    });
    return ids;
  }

  /** The newest entry of the audit log. */
  async newestAct(): Promise<unknown> {
    const { stdout } = await this.run(["audit", "--json", "--limit", "1"]);
    return JSON.parse(stdout);
  }

  get journal() {
    return readJournal(this.data);
  }

  /** The schema's version, and whether the later version's table is there. */
  schema(): { readonly version: number; readonly isNewer: boolean } {
    using database = new Database(databasePath(this.data), { readonly: true });
    const row = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
    const table = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'cashier'").get();
    return { version: row?.user_version ?? 0, isNewer: table !== null };
  }

  version(): string {
    return Bun.spawnSync([this.executable, "--version"]).stdout.toString().trim();
  }

  path(name: string): string {
    return join(this.root, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

interface Found {
  readonly items: readonly { readonly id: number }[];
  readonly textPending?: number;
}

/** The same file by another name, or a copy where that cannot be. */
function place(from: string, to: string): void {
  try {
    if (existsSync(to)) rmSync(to);
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
