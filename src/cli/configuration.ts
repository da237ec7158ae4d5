import {
  CONFIGURATION_FILE,
  type ConfigurationFault,
  type ConfigurationFile,
  configurationPlaces,
  faultsOf,
  findConfiguration,
  NO_FILE,
  readConfiguration,
  systemConfigurationFolder,
} from "../configuration/configuration-file.ts";
import { environmentName, type Option } from "../configuration/option.ts";
import { text } from "../configuration/value-kinds.ts";
import { BACKUP_TO, BUCKET_OPTIONS } from "./backup-options.ts";
import { DATA_OPTION } from "./command.ts";
import { dataFolderOf } from "./data.ts";
import { type GivenOptions, UsageError } from "./options.ts";

/** Which configuration file is read. */
export const CONFIG_OPTION = {
  name: "config",
  value: "FILE",
  help:
    `Configuration file; by default ${CONFIGURATION_FILE} in the data folder, else in ` +
    `${systemConfigurationFolder("linux")} (Windows: %ProgramData%\\Tillroll). ${NO_FILE}: no file.`,
  kind: text("a file", `/srv/${CONFIGURATION_FILE}`),
  default: null,
} as const;

/** The configuration file that counts; `null` for none. @param given without what such a file says @param places of `serve` if not given */
export function findFile(
  given: GivenOptions,
  places: readonly string[] = configurationPlaces(dataFolderOf(given)),
): string | null {
  return findConfiguration(given.value(CONFIG_OPTION), places);
}

/** What other commands take from the file: where the data are, and the backups. */
const SHARED: readonly Option[] = [DATA_OPTION, BACKUP_TO, ...BUCKET_OPTIONS];

/**
 * Reads the configuration file for another command than `serve`: only where things are, so that it finds what the service
 * has. A command that takes the file by its name reads it itself.
 * @param given what the line and the environment give
 * @throws UsageError when the file is no TOML and nothing else says where the data are
 */
export function dataPlaceFor(
  given: GivenOptions,
  options: readonly Option[],
  environment: Readonly<Record<string, string | undefined>>,
): ConfigurationFile | null {
  if (options.includes(CONFIG_OPTION) || !options.includes(DATA_OPTION)) return null;
  const asked = environment[environmentName(CONFIG_OPTION.name)] ?? "";
  const path = findConfiguration(asked === "" ? null : asked, configurationPlaces(dataFolderOf(given)));
  return sharedSettings(
    path,
    SHARED.filter((option) => options.includes(option)),
    given,
  );
}

/**
 * Reads of another command's configuration file what this one shares with it.
 * @param path of the file; `null` for none
 * @param shared the first says where things are
 * @throws UsageError when the file is no TOML and nothing else says where things are
 */
export function sharedSettings(
  path: string | null,
  shared: readonly Option[],
  given: GivenOptions,
): ConfigurationFile | null {
  if (path === null) return null;
  const file = readConfiguration(path);
  // What cannot be read as TOML may say where things are: others must not be taken for them.
  const isSaid = shared[0] !== undefined && given.has(shared[0].name);
  if (file.fault !== null && file.fault.line !== null && !isSaid) throw wrong(path, [file.fault]);
  const names = new Set(shared.map(({ name }) => name));
  const values = Object.entries(file.values).filter(([name]) => names.has(name));
  return { ...file, values: Object.fromEntries(values) };
}

/**
 * Reads the configuration file of a command that has one.
 * @param given what the line and the environment give
 * @param options all that may be in it
 * @param places where it is looked for; those of `serve` if not given
 * @throws UsageError with everything that is wrong with it
 */
export function configurationFor(
  given: GivenOptions,
  options: readonly Option[],
  places?: readonly string[],
): ConfigurationFile | null {
  const path = findFile(given, places);
  if (path === null) return null;
  const file = readConfiguration(path);
  const faults = faultsOf(file, options);
  if (faults.length === 0) return file;
  throw wrong(path, faults);
}

function wrong(path: string, faults: readonly ConfigurationFault[]): UsageError {
  const lines = faults.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`));
  return new UsageError(
    lines.length === 1
      ? `The configuration ${path} is wrong: ${lines[0]}`
      : `The configuration ${path} is wrong:\n  ${lines.join("\n  ")}`,
    "config check",
  );
}
