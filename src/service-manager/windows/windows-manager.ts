import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, win32 } from "node:path";
import { writeDurably } from "../../platform/durable-files.ts";
import { findService } from "../../platform/running-service.ts";
import { awaitState } from "../await-state.ts";
import { closeWindowsFirewall } from "../firewall.ts";
import { installedNote, readWindowsNote, windowsNoteFile, type WindowsNote } from "../installed-service.ts";
import { runCommand, type RunCommand } from "../run-command.ts";
import {
  type InstalledService,
  refusal,
  runOrThrow,
  type ServiceManager,
  type ServiceState,
} from "../service-manager.ts";
import { SERVICE_USERS, serveWordsLoggingTo, type ServicePlan } from "../service-plan.ts";
import { WINDOWS_SERVICE_WORD } from "../supervisor-of.ts";
import {
  createWindowsService,
  deleteWindowsService,
  readWindowsService,
  startWindowsService,
  stopWindowsService,
  WINDOWS_ERRORS,
  WINDOWS_STATES,
  windowsCommand,
  WindowsServiceError,
} from "./service-control.ts";
import { isElevated } from "./service-functions.ts";
import { createTask, deleteTask, endTask, hasTask, startTask, TASK_ACCOUNT } from "./task-scheduler.ts";

/** Who has a data folder beside the service: the system and the administrators, by their numbers (icacls). */
const FULL_ACCESS = ["*S-1-5-18", "*S-1-5-32-544"];

const FILE_MODE = 0o644;

const KINDS: Readonly<Record<number, ServiceState["kind"]>> = {
  [WINDOWS_STATES.stopped]: "stopped",
  [WINDOWS_STATES.startPending]: "starting",
  [WINDOWS_STATES.stopPending]: "stopping",
  [WINDOWS_STATES.running]: "running",
};

/** The service as Windows has it: a service, or where that cannot be, a task that starts with the machine. */
export class WindowsManager implements ServiceManager {
  readonly user = SERVICE_USERS.win32;
  private readonly noteFile: string;

  constructor(
    private readonly run: RunCommand = runCommand,
    environment: Readonly<Record<string, string | undefined>> = process.env,
  ) {
    this.noteFile = windowsNoteFile(environment);
  }

  get title(): string {
    return this.note()?.by === "task scheduler"
      ? "the Task Scheduler of Windows"
      : "the service manager of Windows";
  }

  installed(): InstalledService | null {
    return installedNote(this.noteFile);
  }

  makeReady(): void {
    if (!isElevated()) throw notAllowed();
  }

  giveFolder(folder: string): void {
    const account = this.note()?.by === "task scheduler" ? TASK_ACCOUNT : this.user;
    const grants = [...FULL_ACCESS.map((who) => `${who}:(OI)(CI)F`), `${account}:(OI)(CI)M`];
    runOrThrow(
      this.run,
      "icacls",
      folder,
      "/inheritance:r",
      ...grants.flatMap((grant) => ["/grant:r", grant]),
    );
    // What is in it has the folder's rights, and none of the place that it comes from.
    if (existsSync(folder)) this.run("icacls", win32.join(folder, "*"), "/reset", "/T", "/C", "/Q");
  }

  install(plan: ServicePlan): string[] {
    const { dataFolder } = plan;
    const command = windowsCommand([
      plan.executable,
      WINDOWS_SERVICE_WORD,
      ...serveWordsLoggingTo("file", plan),
    ]);
    try {
      createWindowsService(command, this.user);
      this.writeNote({ by: "service manager", dataFolder });
      return [`Windows starts it with the machine, as the service "Tillroll" (account ${this.user}).`];
    } catch (error) {
      if (error instanceof WindowsServiceError && error.number === WINDOWS_ERRORS.accessDenied)
        throw notAllowed();
      withdrawHalfMade();
      createTask(this.run, plan);
      this.writeNote({ by: "task scheduler", dataFolder });
      const reason = error instanceof Error ? error.message : String(error);
      return [
        `The service manager of Windows does not take it: ${reason}.`,
        'So the Task Scheduler starts it with the machine, as the task "Tillroll".',
      ];
    }
  }

  uninstall(): string[] {
    const isTask = this.note()?.by === "task scheduler";
    if (isTask) deleteTask(this.run);
    else if (this.state().kind !== "not installed") this.call(deleteWindowsService);
    closeWindowsFirewall(this.run);
    rmSync(this.noteFile, { force: true });
    return [`The ${isTask ? "task" : "service"} "Tillroll" and its rule of the firewall are removed.`];
  }

  async start(): Promise<void> {
    if (this.note()?.by === "task scheduler") startTask(this.run);
    else this.call(startWindowsService);
    const dataFolder = this.note()?.dataFolder ?? null;
    await awaitState(
      this,
      ["running"],
      `The service did not start; ${win32.join(dataFolder ?? "", "logs")} says why, or "tillroll config check" for a wrong setting.`,
      dataFolder,
    );
  }

  async stop(): Promise<void> {
    // Somebody may have removed it by other means: then it can be forgotten here too.
    if (this.state().kind === "not installed") return;
    if (this.note()?.by === "task scheduler") endTask(this.run);
    else this.call(stopWindowsService);
    await awaitState(this, ["stopped", "failed", "not installed"], "The service did not stop.");
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  state(): ServiceState {
    const note = this.note();
    if (note?.by === "task scheduler") return this.taskState(note.dataFolder);
    const status = note === null ? null : readWindowsService();
    if (status === null) return { kind: "not installed", words: "", since: null, processId: null };
    const kind = KINDS[status.state] ?? "stopped";
    const hasFailed = kind === "stopped" && status.exitCode !== 0;
    const words = hasFailed ? `stopped with exit code ${status.exitCode}` : kind;
    const processId = status.processId > 0 ? status.processId : null;
    return { kind: hasFailed ? "failed" : kind, words, since: null, processId };
  }

  /** The Task Scheduler tells in the language of Windows; the service's own note says the same to programs. */
  private taskState(dataFolder: string): ServiceState {
    if (!hasTask(this.run)) return { kind: "not installed", words: "", since: null, processId: null };
    const processId = findService(dataFolder)?.processId ?? null;
    if (processId === null || !isAlive(processId))
      return { kind: "stopped", words: "stopped", since: null, processId: null };
    return { kind: "running", words: "running", since: null, processId };
  }

  private call(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof WindowsServiceError && error.number === WINDOWS_ERRORS.accessDenied)
        throw notAllowed();
      throw refusal(error instanceof Error ? `${error.message}.` : String(error));
    }
  }

  private note(): WindowsNote | null {
    return readWindowsNote(this.noteFile);
  }

  private writeNote(note: WindowsNote): void {
    mkdirSync(dirname(this.noteFile), { recursive: true });
    writeDurably(this.noteFile, `${JSON.stringify(note, null, 2)}\n`, FILE_MODE);
  }
}

/** A service that was made and could not be set up must not start beside the task. */
function withdrawHalfMade(): void {
  try {
    deleteWindowsService();
  } catch {
    // There is none, or no way to call the service manager.
  }
}

function notAllowed() {
  return refusal('Windows lets administrators alone do this: open the terminal by "Run as administrator".');
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
