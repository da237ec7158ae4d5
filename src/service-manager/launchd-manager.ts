import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeDurably } from "../platform/durable-files.ts";
import { awaitState } from "./await-state.ts";
import { installedPlist } from "./installed-service.ts";
import { launchdPlist, LOG_FOLDER, PLIST_FILE } from "./launchd-plist.ts";
import { runCommand, type RunCommand } from "./run-command.ts";
import {
  type InstalledService,
  runOrThrow,
  type ServiceManager,
  type ServiceState,
} from "./service-manager.ts";
import { SERVICE_NAMES, SERVICE_USERS, type ServicePlan } from "./service-plan.ts";

const TARGET = `system/${SERVICE_NAMES.darwin}`;

const FILE_MODE = 0o644;

/** The numbers that macOS keeps for users of services; its own begin low. */
const FIRST_USER_NUMBER = 300;
const LAST_USER_NUMBER = 399;

/** The service as launchd has it. */
export class LaunchdManager implements ServiceManager {
  readonly title = "launchd";
  readonly user = SERVICE_USERS.darwin;

  /**
   * @param run runs launchd's programs
   * @param root the folder that stands for the root of the file system, for tests
   */
  constructor(
    private readonly run: RunCommand = runCommand,
    private readonly root = "/",
  ) {}

  installed(): InstalledService | null {
    return installedPlist(this.root);
  }

  /** Makes the service's user and its group, where they are missing. */
  makeReady({ user }: ServicePlan): void {
    if (this.run("dscl", ".", "-read", `/Users/${user}`).exitCode === 0) return;
    const number = String(this.freeUserNumber());
    const create = (record: string, key: string, value: string) =>
      void runOrThrow(this.run, "dscl", ".", "-create", record, key, value);
    create(`/Groups/${user}`, "PrimaryGroupID", number);
    const properties = {
      UniqueID: number,
      PrimaryGroupID: number,
      RealName: "Tillroll print spooler",
      UserShell: "/usr/bin/false",
      NFSHomeDirectory: "/var/empty",
      IsHidden: "1",
    };
    for (const [key, value] of Object.entries(properties)) create(`/Users/${user}`, key, value);
  }

  giveFolder(folder: string): void {
    runOrThrow(this.run, "chown", "-R", "-h", `${this.user}:${this.user}`, folder);
    runOrThrow(this.run, "chmod", "0700", folder);
  }

  install(plan: ServicePlan): string[] {
    const logs = join(this.root, LOG_FOLDER);
    mkdirSync(logs, { recursive: true });
    runOrThrow(this.run, "chown", `${plan.user}:${plan.user}`, logs);
    const path = join(this.root, PLIST_FILE);
    mkdirSync(dirname(path), { recursive: true });
    writeDurably(path, launchdPlist(plan), FILE_MODE);
    // What launchd has of an installation before this one.
    this.run("launchctl", "bootout", TARGET);
    return [
      `launchd starts it with the Mac, as user ${plan.user}: ${PLIST_FILE}.`,
      `Its log is ${LOG_FOLDER}/tillroll.log.`,
    ];
  }

  uninstall(): string[] {
    this.run("launchctl", "bootout", TARGET);
    rmSync(join(this.root, PLIST_FILE), { force: true });
    return [`launchd does not start it any more; ${PLIST_FILE} is removed.`];
  }

  async start(): Promise<void> {
    if (this.state().kind === "running") return;
    runOrThrow(this.run, "launchctl", "enable", TARGET);
    if (this.run("launchctl", "print", TARGET).exitCode !== 0)
      runOrThrow(this.run, "launchctl", "bootstrap", "system", join(this.root, PLIST_FILE));
    this.run("launchctl", "kickstart", TARGET);
    await this.awaitRunning();
  }

  /** It ends well, so launchd leaves it until the next start of the Mac. */
  async stop(): Promise<void> {
    if (this.state().processId === null) return;
    runOrThrow(this.run, "launchctl", "kill", "SIGTERM", TARGET);
    await awaitState(this, ["stopped", "failed", "not installed"], "The service did not stop.");
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  state(): ServiceState {
    if (this.installed() === null) return { kind: "not installed", words: "", since: null, processId: null };
    const { exitCode, output } = this.run("launchctl", "print", TARGET);
    // What is at the first level of what it prints is indented by one tabulator.
    const value = (name: string) => new RegExp(`^\\t${name} = (.*)$`, "m").exec(output)?.[1] ?? "";
    const [state, processId, lastExit] = [value("state"), Number(value("pid")), value("last exit code")];
    if (exitCode !== 0) return { kind: "stopped", words: "not loaded", since: null, processId: null };
    const hasFailed = /^[1-9]/.test(lastExit);
    const kind = state === "running" ? "running" : hasFailed ? "failed" : "stopped";
    const words = kind === "failed" ? `${state}, last exit code ${lastExit}` : state;
    return { kind, words, since: null, processId: processId > 0 ? processId : null };
  }

  private awaitRunning(): Promise<void> {
    const { dataFolder } = this.installed() ?? { dataFolder: "" };
    return awaitState(
      this,
      ["running"],
      `The service did not start; ${LOG_FOLDER}/tillroll.log says why.`,
      dataFolder,
    );
  }

  private freeUserNumber(): number {
    const lists = ["Users", "Groups"].map((records) => {
      const key = records === "Users" ? "UniqueID" : "PrimaryGroupID";
      return this.run("dscl", ".", "-list", `/${records}`, key).output;
    });
    const taken = new Set([...lists.join("\n").matchAll(/\s(\d+)$/gm)].map(([, number]) => Number(number)));
    for (let number = FIRST_USER_NUMBER; number <= LAST_USER_NUMBER; number++)
      if (!taken.has(number)) return number;
    return LAST_USER_NUMBER;
  }
}
