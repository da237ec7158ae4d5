import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { compile, DISTRIBUTION } from "../../../scripts/build/compile.ts";
import { RELEASE_TARGETS } from "../../../scripts/build/targets.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const TARGET = RELEASE_TARGETS.find(({ file }) => file === "tillroll-windows-x64.exe");

/** Where Bun keeps the runtimes of other systems that were fetched once. */
const RUNTIME = join(
  process.env["BUN_INSTALL"] ?? join(homedir(), ".bun"),
  `install/cache/bun-windows-x64-v${Bun.version}`,
);

/** Why the executable for Windows cannot be built here without the network; `null` when it can. */
export function whyNoWindowsRuntime(): string | null {
  return existsSync(RUNTIME)
    ? null
    : `Bun's runtime for Windows is not on this machine ("bun run build:all" fetches it)`;
}

/** How a program for Windows ended. */
export interface WineOutcome {
  readonly exitCode: number;
  readonly output: string;
}

/** A Windows of its own, with the executable for it. */
export class Wine implements AsyncDisposable {
  private readonly home = temporaryFolder();
  /** Wine ends services when no other program runs. */
  private other: Bun.Subprocess | null = null;

  private programs = 0;

  private constructor() {}

  static async start(): Promise<Wine> {
    const wine = new Wine();
    mkdirSync(wine.folder("system"), { recursive: true });
    await wine.program(["wineboot", "-i"]);
    wine.makeRandomBytes();
    if (TARGET === undefined) throw new Error("there is no target for Windows");
    await compile(TARGET);
    wine.keep();
    return wine;
  }

  /** A folder of Windows' drive C:. */
  folder(name: "system" | string): string {
    return join(this.home, "prefix/drive_c", name === "system" ? "windows/system32" : name);
  }

  /** Runs Tillroll. */
  tillroll(...words: readonly string[]): Promise<WineOutcome> {
    return this.program(["wine", join(DISTRIBUTION, TARGET?.file ?? ""), ...words]);
  }

  /** Runs a program of Windows. */
  windows(...words: readonly string[]): Promise<WineOutcome> {
    return this.program(["wine", ...words]);
  }

  /** Ends Windows, with all that runs in it, and starts it again. */
  async restart(): Promise<void> {
    await this.shutDown();
    this.keep();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutDown();
    rmSync(this.home, { recursive: true, force: true });
  }

  private async shutDown(): Promise<void> {
    await this.program(["wineserver", "-k"]);
    await this.program(["wineserver", "-w"]);
    await this.other?.exited;
  }

  private keep(): void {
    this.other = Bun.spawn(["wine", "cmd"], { ...this.options(), stdin: "pipe" });
  }

  private makeRandomBytes(): void {
    const library = join(this.folder("system"), "bcryptprimitives.dll");
    const source = join(import.meta.dir, "bcryptprimitives.c");
    const words = ["-shared", "-o", library, source, "-ladvapi32"];
    const { exitCode, stderr } = Bun.spawnSync(["x86_64-w64-mingw32-gcc", ...words], { stderr: "pipe" });
    if (exitCode !== 0) throw new Error(stderr.toString());
  }

  private options() {
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: this.home,
      WINEPREFIX: join(this.home, "prefix"),
      WINEDEBUG: "-all",
      // What asks to be installed for pages and for .NET.
      WINEDLLOVERRIDES: "mscoree=;mshtml=",
    };
    return { cwd: this.home, env, stdout: "ignore", stderr: "ignore" } as const;
  }

  private async program(words: readonly string[]): Promise<WineOutcome> {
    // Not a pipe: what the first program starts, services too, keeps it open.
    const output = join(this.home, `output-${++this.programs}`);
    const file = openSync(output, "w");
    const child = Bun.spawn([...words], { ...this.options(), stdin: "ignore", stdout: file, stderr: file });
    closeSync(file);
    const exitCode = await child.exited;
    return { exitCode, output: readFileSync(output, "utf8").replaceAll("\r\n", "\n") };
  }
}
