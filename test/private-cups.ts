import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./until.ts";

/** Anybody who reaches its socket may do everything: its folder is this test's. */
const SETTINGS = (folder: string) => `
LogLevel debug
Listen ${join(folder, "socket")}
Browsing Off
WebInterface No
<Location />
  Order allow,deny
  Allow all
</Location>
<Policy default>
  JobPrivateAccess all
  JobPrivateValues none
  SubscriptionPrivateAccess all
  SubscriptionPrivateValues none
  <Limit All>
    Order allow,deny
  </Limit>
</Policy>
`;

const PLACES = (folder: string) => `
ServerRoot ${folder}
RequestRoot ${join(folder, "spool")}
CacheDir ${join(folder, "cache")}
StateDir ${join(folder, "state")}
TempDir ${join(folder, "temp")}
ErrorLog ${join(folder, "error_log")}
AccessLog ${join(folder, "access_log")}
PageLog ${join(folder, "page_log")}
Printcap
`;

/** A scheduler of CUPS with its files in a folder of its own: the machine's is not touched. */
export class PrivateCups {
  private constructor(
    private readonly folder: string,
    private readonly daemon: Bun.Subprocess,
  ) {}

  static async start(): Promise<PrivateCups> {
    // Its filters run as another user; a socket's path has at most 107 bytes.
    const folder = mkdtempSync(join(tmpdir(), "tillroll-cups-"));
    chmodSync(folder, 0o755);
    for (const name of ["spool", "cache", "state", "temp", "ppd"]) mkdirSync(join(folder, name));
    chmodSync(join(folder, "temp"), 0o1777);
    const [settings, places] = [join(folder, "cupsd.conf"), join(folder, "cups-files.conf")];
    await Bun.write(settings, SETTINGS(folder));
    await Bun.write(places, PLACES(folder));
    const daemon = Bun.spawn(["/usr/sbin/cupsd", "-f", "-c", settings, "-s", places], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    const cups = new PrivateCups(folder, daemon);
    await until(() => existsSync(join(folder, "socket")), "CUPS listening");
    return cups;
  }

  /** What `CUPS_SERVER` is to be for programs that print by it. */
  get server(): string {
    return join(this.folder, "socket");
  }

  /** Makes a queue without a driver, for a printer on TCP of this machine. */
  async addRaw(queue: string, port: number): Promise<void> {
    const uri = `socket://127.0.0.1:${port}/?waiteof=false`;
    await this.run(["/usr/sbin/lpadmin", "-p", queue, "-E", "-v", uri]);
  }

  /** Makes a queue for a printer that says itself what it is. */
  async addEverywhere(queue: string, uri: string): Promise<void> {
    await this.run(["/usr/sbin/lpadmin", "-p", queue, "-E", "-v", uri, "-m", "everywhere"]);
    // The command ends before CUPS has asked the printer.
    const description = join(this.folder, "ppd", `${queue}.ppd`);
    const isDescribed = () => existsSync(description) && readFileSync(description).includes("cupsFilter2");
    await until(isDescribed, "CUPS asking the printer");
  }

  /** Prints a file. @param options as of `lp` */
  async print(queue: string, path: string, ...options: readonly string[]): Promise<void> {
    await this.run(["lp", "-d", queue, ...options, path]);
  }

  /** What it logged, for a test that fails. */
  async log(): Promise<string> {
    return Bun.file(join(this.folder, "error_log")).text();
  }

  async stop(): Promise<void> {
    this.daemon.kill();
    await this.daemon.exited;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs one of CUPS' own programs on it. @throws Error with what it says when it fails */
  async run(command: readonly string[]): Promise<void> {
    const child = Bun.spawn([...command], {
      env: { PATH: "/usr/bin:/bin:/usr/sbin", CUPS_SERVER: this.server, LANG: "C.UTF-8" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [told, said, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${told}${said}`);
  }
}
