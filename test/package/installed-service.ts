import { existsSync, readFileSync } from "node:fs";
import { findService } from "../../src/platform/running-service.ts";
import { NO_PRINTER_PORTS } from "../service.ts";
import { until } from "../until.ts";
import type { SmallRoot } from "./small-root.ts";

const UNIT = "usr/lib/systemd/system/tillroll.service";
const DATA = "var/lib/tillroll";

/** The service as its unit in a root starts it; the test is the init. */
export class InstalledService {
  private constructor(
    private readonly child: Bun.Subprocess,
    private readonly address: string,
    private readonly token: string,
  ) {}

  static async start(root: SmallRoot): Promise<InstalledService> {
    const unit = readFileSync(root.path(UNIT), "utf8");
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
    const user = `${setting("User")}:${setting("Group")}`;
    const child = Bun.spawn(root.words(user, setting("ExecStart").split(" ")), {
      env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", ...NO_PRINTER_PORTS, TILLROLL_PORT: "0" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = new Response(child.stderr).text();
    const isUp = () => child.exitCode !== null || findService(root.path(DATA))?.processId === child.pid;
    await until(isUp, "the installed service");
    const running = findService(root.path(DATA));
    if (child.exitCode !== null || running === null) throw new Error(await said);
    return new InstalledService(child, running.address, running.localToken);
  }

  async store(label: string): Promise<void> {
    const response = await this.request(`?label=${label}`, "application/octet-stream", "Flat White 3.50\n");
    if (response.status !== 201) throw new Error(await response.text());
  }

  /** The labels of all prints, in order. */
  async labels(): Promise<string[]> {
    const response = await this.request("/search", "application/json", "{}");
    const { items } = (await response.json()) as { items: { label: string }[] };
    return items.map(({ label }) => label).toSorted();
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    this.child.kill(signal);
    await this.child.exited;
    return this.child.exitCode;
  }

  private request(path: string, type: string, body: string): Promise<Response> {
    return fetch(`${this.address}/api/workspace/default/prints${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": type },
      body,
    });
  }
}

/** Whether the receipts of a root are there. */
export function hasReceipts(root: SmallRoot): boolean {
  return existsSync(root.path(`${DATA}/tillroll.sqlite`));
}
