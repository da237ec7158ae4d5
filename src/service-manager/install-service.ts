import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { holdsData, moveDataFolder, refuseWhileRunning } from "./move-data.ts";
import { copyExecutable, lastingExecutable } from "./executable-place.ts";
import { firewallAdvice, openFirewall, tellFirewall } from "./firewall.ts";
import { handRunFolder } from "./owner-folder.ts";
import type { RunCommand } from "./run-command.ts";
import { refusal, type ServiceManager } from "./service-manager.ts";
import { type ServicePlan, systemDataFolder } from "./service-plan.ts";

/** What the person who installs the service wants. */
export interface InstallWishes {
  /** The executable that was called. */
  readonly executable: string;
  /** Where the data is to stay; `null` for the system's own place. */
  readonly dataFolder: string | null;
  /** The data that the service is to take over; `null` to look where it may be. */
  readonly from: string | null;
  /** Words for `serve`. */
  readonly words: readonly string[];
  readonly writableFolders: readonly string[];
  readonly opensFirewall: boolean;
  readonly firewallPorts: readonly string[];
}

/** What an installation works with. */
export interface InstallTools {
  readonly manager: ServiceManager;
  readonly run: RunCommand;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Shows what was done, a sentence each. */
  tell(line: string): void;
}

/**
 * Installs the service, or brings one that is installed up to date, and starts it. What stands against it is found before
 * anything is changed.
 * @returns where its data is
 * @throws TillrollError with what to do
 */
export async function installService(wishes: InstallWishes, tools: InstallTools): Promise<string> {
  const { manager, run, environment, tell } = tools;
  const installed = manager.installed();
  if (installed?.isPackaged === true)
    throw refusal(
      `A package has installed the service already (${installed.file}); its data is in ${installed.dataFolder}. ` +
        '"tillroll service start" starts it, and the package manager removes it.',
    );
  const dataFolder =
    wishes.dataFolder ?? installed?.dataFolder ?? systemDataFolder(process.platform, environment);
  const from = sourceOf(wishes, dataFolder, tools);
  if (installed === null) refuseWhileRunning(dataFolder);
  if (from !== null) refuseWhileRunning(from);
  refuseUnreachable(dataFolder);
  refuseForeign(dataFolder);
  const executable = lastingExecutable(wishes.executable, process.platform, environment);
  const { words, writableFolders } = wishes;
  const plan: ServicePlan = { executable, dataFolder, user: manager.user, words, writableFolders };

  // What is installed is for all to read and run; the data is not, and says so itself.
  process.umask(0o022);
  if (installed !== null) await manager.stop();
  manager.makeReady(plan);
  if (from !== null) tell(await takeOver(from, dataFolder));
  if (copyExecutable(wishes.executable, executable)) tell(`The executable is copied to ${executable}.`);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  for (const line of manager.install(plan)) tell(line);
  manager.giveFolder(dataFolder);
  for (const folder of writableFolders)
    if (!existsSync(folder)) tell(`${folder} is not there yet: make it, and give it to ${plan.user}.`);
  const advice = firewallAdvice(run, process.platform, executable, wishes.firewallPorts);
  for (const line of wishes.opensFirewall ? openFirewall(run, advice) : tellFirewall(advice)) tell(line);
  await manager.start();
  return dataFolder;
}

/** The data that is to be taken over; `null` for none. @throws TillrollError when it is not clear which is meant */
function sourceOf(
  { from, dataFolder: wished }: InstallWishes,
  dataFolder: string,
  { run, environment }: InstallTools,
): string | null {
  if (from !== null) {
    if (!holdsData(from) && !holdsData(`${from}.moved`))
      throw refusal(`There is no Tillroll data in ${from}.`);
    if (holdsData(dataFolder) && holdsData(from))
      throw refusal(`There is data in ${dataFolder} too: move one of both away, then do this again.`);
    return from;
  }
  // A place that was named is the data's own.
  if (wished !== null) return null;
  const found = handRunFolder(run, environment);
  if (found === null || found === dataFolder) return null;
  if (!holdsData(dataFolder) || !holdsData(found)) return found;
  throw refusal(
    `There is data in ${dataFolder}, of a service that was installed before, and in ${found}. Name the one that is to be used ` +
      "with --data, or move the other one away.",
  );
}

async function takeOver(from: string, to: string): Promise<string> {
  const moved = await moveDataFolder(from, to);
  const how = moved === "copied" ? " (copied to another disk and compared; the old copy is removed)" : "";
  return moved === null ? `The data is in ${to}.` : `The data was moved from ${from} to ${to}${how}.`;
}

/**
 * The service's user is given all that is in its folder, which nobody else may enter from then on.
 * @throws TillrollError where that is not data of ours, such as in a folder of many things
 */
function refuseForeign(folder: string): void {
  if (!existsSync(folder) || holdsData(folder)) return;
  const foreign = readdirSync(folder).find((name) => !/^(tillroll\.|logs$|lost\+found$)/.test(name));
  if (foreign !== undefined)
    throw refusal(
      `${folder} holds other things than data of Tillroll, such as "${foreign}", and would be the service's alone. Name a folder ` +
        "of its own with --data, such as one in it.",
    );
}

/** The service's user must get to its folder. @throws TillrollError when it does not */
function refuseUnreachable(folder: string): void {
  if (process.platform === "win32") return;
  for (let parent = dirname(folder); parent !== dirname(parent); parent = dirname(parent)) {
    const mode = statSync(parent, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined && (mode & 0o001) === 0)
      throw refusal(
        `The service runs as a user of its own, which may not enter ${parent}. Leave --data out: the data moves to the system's ` +
          `own place. Or let others pass through that folder: chmod o+x ${parent}`,
      );
  }
}
