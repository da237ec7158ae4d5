import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeDurably } from "../platform/durable-files.ts";
import { installedUnit, OWN_UNIT } from "./installed-service.ts";
import { runCommand, type RunCommand } from "./run-command.ts";
import {
  type InstalledService,
  refusal,
  runOrThrow,
  type ServiceManager,
  type ServiceState,
} from "./service-manager.ts";
import { SERVICE_NAMES, SERVICE_USERS, type ServicePlan } from "./service-plan.ts";
import { DEVICE_GROUPS, systemdUnit, sysusersText, UNIT_FILE } from "./systemd-unit.ts";

const SYSUSERS = `/etc/sysusers.d/${SERVICE_NAMES.linux}.conf`;

const FILE_MODE = 0o644;

/** What systemd calls a state, and what it is here. */
const KINDS: Readonly<Record<string, ServiceState["kind"]>> = {
  active: "running",
  reloading: "running",
  activating: "starting",
  deactivating: "stopping",
  failed: "failed",
  inactive: "stopped",
};

/** The service as systemd has it. */
export class SystemdManager implements ServiceManager {
  readonly title = "systemd";
  readonly user = SERVICE_USERS.linux;

  /**
   * @param run runs systemd's programs
   * @param root the folder that stands for the root of the file system, for tests
   */
  constructor(
    private readonly run: RunCommand = runCommand,
    private readonly root = "/",
  ) {}

  installed(): InstalledService | null {
    return installedUnit(this.root);
  }

  makeReady({ user, dataFolder }: ServicePlan): void {
    this.write(SYSUSERS, sysusersText(user, dataFolder, this.deviceGroups()));
    runOrThrow(this.run, "systemd-sysusers", join(this.root, SYSUSERS));
  }

  giveFolder(folder: string): void {
    runOrThrow(this.run, "chown", "-R", "-h", `${this.user}:${this.user}`, folder);
    runOrThrow(this.run, "chmod", "0700", folder);
    // Where SELinux is, a folder that was moved has the label of the place it comes from.
    this.run("restorecon", "-R", folder);
  }

  install(plan: ServicePlan): string[] {
    this.write(OWN_UNIT, systemdUnit(plan));
    this.systemctl("daemon-reload");
    this.systemctl("enable", UNIT_FILE);
    return [`systemd starts it with the machine, as user ${plan.user}: ${OWN_UNIT}.`];
  }

  uninstall(): string[] {
    this.systemctl("disable", UNIT_FILE);
    for (const file of [OWN_UNIT, SYSUSERS]) rmSync(join(this.root, file), { force: true });
    this.systemctl("daemon-reload");
    this.run("systemctl", "reset-failed", UNIT_FILE);
    return [`systemd does not start it any more; ${OWN_UNIT} is removed.`];
  }

  start(): Promise<void> {
    return this.change("start");
  }

  async stop(): Promise<void> {
    this.systemctl("stop", UNIT_FILE);
  }

  restart(): Promise<void> {
    return this.change("restart");
  }

  state(): ServiceState {
    const properties = "LoadState,ActiveState,SubState,MainPID,StateChangeTimestamp,StatusText,Result";
    const { exitCode, output } = this.run("systemctl", "show", UNIT_FILE, `--property=${properties}`);
    const values = new Map(
      output.split("\n").map((line) => {
        const split = line.indexOf("=");
        return [line.slice(0, split), line.slice(split + 1)] as const;
      }),
    );
    const value = (name: string) => values.get(name) ?? "";
    if (exitCode !== 0 || value("LoadState") === "not-found")
      return { kind: "not installed", words: "", since: null, processId: null };
    const [active, result, processId] = [value("ActiveState"), value("Result"), Number(value("MainPID"))];
    const ended = result === "success" || result === "" ? "" : `, ${result}`;
    const words = [`${active} (${value("SubState")}${ended})`, value("StatusText")]
      .filter(Boolean)
      .join(": ");
    return {
      kind: KINDS[active] ?? "stopped",
      words,
      since: value("StateChangeTimestamp") || null,
      processId: processId > 0 ? processId : null,
    };
  }

  private async change(verb: "start" | "restart"): Promise<void> {
    // It waits until the service has said that it is ready.
    const { exitCode, complaint } = this.run("systemctl", verb, UNIT_FILE);
    if (exitCode === 0) return;
    const { words } = this.state();
    const look = `"journalctl -u ${SERVICE_NAMES.linux} -n 30" shows why`;
    throw refusal(`The service did not start; ${look}. systemd says: ${words || complaint}.`);
  }

  private systemctl(...words: readonly string[]): void {
    runOrThrow(this.run, "systemctl", ...words);
  }

  private write(file: string, text: string): void {
    const path = join(this.root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeDurably(path, text, FILE_MODE);
  }

  /** The groups of devices that this machine has. */
  private deviceGroups(): string[] {
    const lines = readFileSync(join(this.root, "/etc/group"), "utf8").split("\n");
    const groups = new Set(lines.map((line) => line.split(":")[0]));
    return DEVICE_GROUPS.filter((group) => groups.has(group));
  }
}
