import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Program } from "../../../scripts/check/programs.ts";
import { freePort } from "../../service.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { until } from "../../until.ts";

const DAEMON = "/usr/sbin/cupsd";
const ADMIN = "/usr/sbin/lpadmin";

/** CUPS with its scheduler, which queues need. */
export const CUPS_SCHEDULER: Program = {
  name: "CUPS' scheduler",
  packages: ["cups-daemon", "cups-client"],
  isRequired: false,
  isInstalled: () => existsSync(DAEMON) && existsSync(ADMIN),
};

/** A CUPS of a test's own, with nothing of the machine's. Its queues print by TCP. */
export class PrivateCups {
  readonly port = freePort();
  private readonly folder = temporaryFolder();
  private daemon: Bun.Subprocess | null = null;

  /** What `CUPS_SERVER` is to be. */
  get server(): string {
    return `127.0.0.1:${this.port}`;
  }

  static async start(): Promise<PrivateCups> {
    const cups = new PrivateCups();
    cups.configure();
    await cups.run();
    return cups;
  }

  /** Begins again with the queues and jobs that there were. */
  async run(): Promise<void> {
    const files = ["-c", join(this.folder, "cupsd.conf"), "-s", join(this.folder, "cups-files.conf")];
    this.daemon = Bun.spawn([DAEMON, "-f", ...files], { stdio: ["ignore", "ignore", "ignore"] });
    // `lpstat -r` says so with success whether it runs or not.
    const answers = () =>
      fetch(`http://${this.server}/`).then(
        () => true,
        () => false,
      );
    await until(answers, "CUPS");
  }

  async stop(): Promise<void> {
    this.daemon?.kill("SIGKILL");
    await this.daemon?.exited;
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Makes a queue without a driver, for a printer on TCP of this machine. */
  addQueue(name: string, port: number): void {
    const made = this.tell(ADMIN, "-p", name, "-E", "-v", `socket://127.0.0.1:${port}/?waiteof=false`);
    if (made !== 0) throw new Error(`CUPS did not make the queue ${name}`);
  }

  /** Has a program of CUPS ask this one. @returns its exit code */
  tell(...command: string[]): number {
    const environment = { ...process.env, CUPS_SERVER: this.server };
    return Bun.spawnSync(command, { env: environment, stdio: ["ignore", "ignore", "ignore"] }).exitCode;
  }

  private configure(): void {
    for (const name of ["spool", "cache", "run", "tmp"]) mkdirSync(join(this.folder, name));
    writeFileSync(
      join(this.folder, "cupsd.conf"),
      `Listen 127.0.0.1:${this.port}\nBrowsing No\nDefaultAuthType None\nPreserveJobHistory Yes\nWebInterface No\n` +
        "<Location />\nOrder allow,deny\nAllow all\n</Location>\n<Location /admin>\nOrder allow,deny\nAllow all\n</Location>\n" +
        "<Policy default>\nJobPrivateAccess all\nJobPrivateValues none\n<Limit All>\nOrder deny,allow\nAllow all\n</Limit>\n</Policy>\n",
    );
    const { username } = userInfo();
    const folders = {
      ServerRoot: "",
      RequestRoot: "spool",
      CacheDir: "cache",
      StateDir: "run",
      TempDir: "tmp",
    };
    writeFileSync(
      join(this.folder, "cups-files.conf"),
      [
        ...(username === "root" ? ["User lp", "Group lp", "SystemGroup root"] : []),
        ...Object.entries(folders).map(([name, path]) => `${name} ${join(this.folder, path)}`),
        ...["AccessLog", "ErrorLog", "PageLog"].map((name) => `${name} ${join(this.folder, `${name}.log`)}`),
        "",
      ].join("\n"),
    );
  }
}
