import { resolve } from "node:path";
import type { AuditAct } from "../audit/acts.ts";
import type { AuditDetails } from "../audit/audit-entry.ts";
import { PORT } from "../configuration/value-kinds.ts";
import { databasePath } from "../platform/data-folder.ts";
import { asOwnerOf } from "../platform/folder-owner.ts";
import { sentenceOf } from "../platform/system-error.ts";
import { lastingExecutable, ownExecutable } from "../service-manager/executable-place.ts";
import { findServiceManager, requireServiceManager } from "../service-manager/find-manager.ts";
import { firewallPorts } from "../service-manager/firewall.ts";
import { installService } from "../service-manager/install-service.ts";
import { runCommand } from "../service-manager/run-command.ts";
import { type InstalledService, refusal, type ServiceManager } from "../service-manager/service-manager.ts";
import { leaveLog, openForWriting } from "../storage/database.ts";
import { needsMigration } from "../storage/migrate.ts";
import { storageError } from "../storage/storage-error.ts";
import { statusLines } from "../service-manager/service-status.ts";
import { audited } from "./audited.ts";
import { print } from "./command.ts";
import { clockFor, hasData } from "./data.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { readOptions } from "./read-options.ts";
import { serve } from "./serve.ts";

/** Exit codes of `service status`, as those of the scripts of Linux' inits are (LSB, "Init Script Actions"). */
const EXIT_NOT_RUNNING = 3;
const EXIT_NOT_INSTALLED = 4;

/** Starts the service with this machine, now and at each boot. */
export async function install(given: GivenOptions): Promise<void> {
  const words = serveWordsOf(given);
  const manager = requireServiceManager();
  refuseWithoutRights("service install");
  const dataFolder = await installService(
    {
      executable: ownExecutable(),
      dataFolder: folderOf(given, "data"),
      from: folderOf(given, "from"),
      words,
      writableFolders: given.all("writable").map((folder) => resolve(folder)),
      opensFirewall: (given.choice("firewall", ["open", "leave"]) ?? defaultFirewall()) === "open",
      firewallPorts: portsOf(words),
    },
    { manager, run: runCommand, environment: process.env, tell: print },
  );
  enterAct("service.installed", dataFolder, { by: manager.title });
  print(`The service runs; its data is in ${dataFolder}.`);
  print(`${asAdministrator("tillroll sign-in")} makes a link to its dashboard.`);
}

/** Has the service started with this machine no more; its data stays. */
export async function uninstall(): Promise<void> {
  const [manager, installed] = installedOne("service uninstall");
  if (installed.isPackaged)
    throw refusal(
      `A package has installed the service (${installed.file}): remove it by the package manager, such as "apt remove tillroll".`,
    );
  await manager.stop();
  for (const line of manager.uninstall()) print(line);
  enterAct("service.uninstalled", installed.dataFolder);
  print(
    `Its data stays in ${installed.dataFolder}, and the executable where it is: ${lastingExecutable(process.execPath)}.`,
  );
}

/** Starts the service that is installed. */
export async function start(): Promise<void> {
  await installedOne("service start")[0].start();
  print("The service runs.");
}

/** Stops it. */
export async function stop(): Promise<void> {
  await installedOne("service stop")[0].stop();
  print("The service has stopped.");
}

/** Stops it and starts it again. */
export async function restart(): Promise<void> {
  await installedOne("service restart")[0].restart();
  print("The service runs.");
}

/** Shows how it is. @returns the exit code */
export async function showStatus(): Promise<number> {
  const manager = findServiceManager();
  const installed = manager?.installed() ?? null;
  if (manager === null || installed === null) {
    print('Tillroll is not installed as a service. "tillroll service install" does it.');
    return EXIT_NOT_INSTALLED;
  }
  const state = manager.state();
  for (const line of await statusLines(manager, installed, state)) print(line);
  return state.kind === "running" ? 0 : EXIT_NOT_RUNNING;
}

/** The manager and what it has installed. @throws TillrollError where there is nothing, or no right to change it */
function installedOne(command: string): readonly [ServiceManager, InstalledService] {
  const manager = requireServiceManager();
  const installed = manager.installed();
  if (installed === null)
    throw refusal('Tillroll is not installed as a service. "tillroll service install" does it.');
  refuseWithoutRights(command);
  return [manager, installed];
}

/** @throws TillrollError for a user who may not change services; Windows says so itself */
function refuseWithoutRights(command: string): void {
  if (process.geteuid === undefined || process.geteuid() === 0) return;
  throw refusal(`Only root may change services: sudo ${process.execPath} ${command}`);
}

/** Enters an act in the audit log of the service's data. A database of another version is left as it is. */
function enterAct(act: AuditAct, dataFolder: string, details: AuditDetails = {}): void {
  try {
    asOwnerOf(dataFolder, () => {
      if (!hasData(dataFolder)) return;
      using database = openForWriting(databasePath(dataFolder));
      leaveLog(database);
      if (needsMigration(database)) return;
      audited(database, clockFor(dataFolder, database), (enter) => enter(act, "service", details));
    });
  } catch (error) {
    process.stderr.write(
      `tillroll: It is done, but not in the audit log: ${sentenceOf(storageError(error))}\n`,
    );
  }
}

function asAdministrator(command: string): string {
  return process.platform === "win32" ? `"${command}", as administrator,` : `"sudo ${command}"`;
}

function defaultFirewall(): "open" | "leave" {
  return process.platform === "win32" ? "open" : "leave";
}

function folderOf(given: GivenOptions, name: string): string | null {
  const folder = given.filled(name);
  return folder === null ? null : resolve(folder);
}

/** What follows "--": options of `serve`, which are read here so that a wrong one is found now. @throws UsageError */
function serveWordsOf({ argumentsGiven: words }: GivenOptions): readonly string[] {
  const given = readOptions(words, serve.options, {});
  const [unknown] = given.argumentsGiven;
  if (unknown !== undefined)
    throw new UsageError(
      `"${unknown}" is no option of serve. Those follow "--", such as: service install -- --port 8080`,
    );
  if (given.has("data")) throw new UsageError('Give --data before the "--": it is the service\'s place.');
  return words;
}

/** The ports that the service opens for tills. */
function portsOf(words: readonly string[]): readonly string[] {
  const given = readOptions(words, serve.options, {});
  return firewallPorts(
    serve.options.flatMap((option) =>
      "kind" in option && option.kind === PORT ? [Number(given.text(option.name) ?? option.default)] : [],
    ),
  );
}
