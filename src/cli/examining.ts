import { PORT } from "../configuration/value-kinds.ts";
import type { DoctorAnswer, DoctorRow } from "../contract/doctor.ts";
import { systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { askProgram, type DoctorFacts, type LookedAtPort, portOfPrinter } from "../doctor/doctor-facts.ts";
import { examine, exitCodeOf } from "../doctor/examine.ts";
import { databasePath } from "../platform/data-folder.ts";
import { openForReading, unsharedAddress } from "../storage/database.ts";
import { hasForeignLog, logBytes } from "../storage/generation.ts";
import { PrinterStore } from "../storage/printer-store.ts";
import { lockDataFolder } from "../storage/service-lock.ts";
import { BACKUP_TO } from "./backup-options.ts";
import { counted, forTerminal, print } from "./command.ts";
import { configurationFor } from "./configuration.ts";
import { dataFolderOf } from "./data.ts";
import type { GivenOptions } from "./options.ts";
import { readOptions } from "./read-options.ts";
import { answeringService, ask } from "./running.ts";
import { serve } from "./serve.ts";
import { existsSync } from "node:fs";

/** How findings are marked on a terminal. */
const MARKS: Readonly<Record<DoctorRow["state"], string>> = {
  ok: "ok",
  warning: "WARNING",
  fault: "FAULT",
  unknown: "unknown",
};

/**
 * Examines the running service, by itself, or the folder of a stopped one.
 * @returns 0 when all is well, 1 with warnings, 2 with faults
 */
export async function runDoctor(given: GivenOptions): Promise<number> {
  const folder = dataFolderOf(given);
  if (!existsSync(folder))
    throw new TillrollError("NOT_FOUND", `There is no folder ${folder}: name the data folder with --data.`);
  const service = await answeringService(given);
  const answer =
    service === null
      ? await examine(stoppedFacts(given, folder))
      : await ask<DoctorAnswer>(service, "/doctor");
  if (given.has("json")) print(JSON.stringify(answer, null, 2));
  else for (const line of linesOf(answer, given.has("all"))) print(line);
  return exitCodeOf(answer);
}

function linesOf({ findings }: DoctorAnswer, isWhole: boolean): string[] {
  const told = findings.filter(({ state }) => isWhole || state !== "ok");
  const well = findings.length - told.length;
  const lines = told.flatMap(({ area, state, finding, meaning, advice }) => [
    `${MARKS[state].padEnd(8)}${area}: ${forTerminal(finding)}`,
    ...[meaning, advice].flatMap((words) => (words === null ? [] : [`        ${forTerminal(words)}`])),
  ]);
  if (isWhole) return lines;
  return [...lines, `${counted(well, "thing is", "things are")} as they should be; --all tells them.`];
}

/** What can be told without a service that answers. */
function stoppedFacts(given: GivenOptions, dataFolder: string): DoctorFacts {
  const configured = readOptions([], serve.options, process.env, (known) =>
    configurationFor(known, serve.options),
  );
  const { printers, ports } = printersIn(dataFolder);
  return {
    dataFolder,
    service: isTaken(dataFolder) ? "silent" : "stopped",
    health: null,
    host: configured.text("host") ?? "0.0.0.0",
    ports: [...portsOf(configured), ...ports],
    printers,
    backupPlace: given.value(BACKUP_TO),
    platform: process.platform,
    ask: askProgram,
    now: systemClock(),
  };
}

/** Whether something has the folder that does not answer. */
function isTaken(folder: string): boolean {
  try {
    using lock = lockDataFolder(folder);
    return lock === null;
  } catch {
    // A folder that cannot be written is told of where rights are looked at.
    return false;
  }
}

/** The ports that the next start would open for all printers. */
function portsOf(given: GivenOptions): LookedAtPort[] {
  return serve.options.flatMap((option) => {
    // The port of a first printer is in the database from then on.
    if (!("kind" in option) || option.kind !== PORT || option.name === "raw-port") return [];
    const port = Number(given.text(option.name) ?? option.default);
    const purpose = option.name === "port" ? "http" : option.name.replace(/-port$/, "");
    return port > 0 ? [{ port, purpose, isNeeded: purpose === "http" }] : [];
  });
}

/** The printers of a stopped service; none where they cannot be read, which is told of the database. */
function printersIn(folder: string): Pick<DoctorFacts, "printers" | "ports"> {
  const path = databasePath(folder);
  try {
    const database = openForReading(unsharedAddress(path, logBytes(path) > 0 && !hasForeignLog(path)));
    try {
      const printers = new PrinterStore(database).list();
      return {
        printers: printers.flatMap(({ name, target }) =>
          target === null ? [] : [{ name, target, state: null }],
        ),
        ports: printers.flatMap(({ name, rawPort, eposPort }) => [
          ...(rawPort === null ? [] : [portOfPrinter(rawPort, "raw", name)]),
          ...(eposPort === null ? [] : [portOfPrinter(eposPort, "epos", name)]),
        ]),
      };
    } finally {
      database.close();
    }
  } catch {
    return { printers: [], ports: [] };
  }
}
