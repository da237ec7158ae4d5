import type { ConfigurationSettings, ShownSetting } from "../configuration/configuration-settings.ts";
import {
  type ConfigurationFault,
  type ConfigurationFile,
  configurationOf,
  faultsOf,
  mayBeInFile,
} from "../configuration/configuration-file.ts";
import { tomlOf, type WrittenSetting } from "../configuration/configuration-text.ts";
import { defaultsOf, type Option, secretFileName } from "../configuration/option.ts";
import type { Command } from "./command.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { readOptions } from "./read-options.ts";
import { STRUCK } from "./shown-configuration.ts";

/** What settings come to, or what is wrong with them together. @throws UsageError */
type Together = (given: GivenOptions) => unknown;

/**
 * The settings that a service was started with, as it tells them.
 * @param command what started it
 */
export function configurationSettings(
  given: GivenOptions,
  { options, configurationPlaces }: Pick<Command, "options" | "configurationPlaces">,
  together: Together,
): ConfigurationSettings {
  const settings = options.filter(mayBeInFile);
  return {
    file: given.configuration,
    places: configurationPlaces?.(given) ?? [],
    settings: settings.map((option) => shownSetting(given, option)),
    check(text) {
      const file = configurationOf("", text);
      return { count: Object.keys(file.values).length, faults: faultsIn(file, options, together, false) };
    },
  };
}

function shownSetting(given: GivenOptions, option: Option): ShownSetting {
  const { isSet, values } = writtenSetting(given, option);
  return {
    name: option.name,
    help: option.help,
    value: shownValue(given, option),
    isSet: given.has(option.name),
    isSecret: option.secret === true,
    from: given.sourceOf(option.name)?.called() ?? "default",
    line: `${isSet ? "" : "# "}${option.name} = ${tomlOf(option, values)}`,
  };
}

/** The value of a setting as people may see it. */
export function shownValue(settings: GivenOptions, option: Option): string {
  if (!settings.has(option.name)) return option.value === undefined ? "false" : defaultsOf(option).join(", ");
  return option.secret === true ? STRUCK : settings.all(option.name).join(", ");
}

/** What a file says of an option: its value where it is set, unless it is secret; else its default, or an example. */
export function writtenSetting(settings: GivenOptions, option: Option): WrittenSetting {
  const isSet = settings.has(option.name);
  if (isSet && option.secret !== true) return { isSet, values: settings.all(option.name) };
  if (isSet) return { isSet: false, values: [STRUCK] };
  if (option.value === undefined) return { isSet, values: ["false"] };
  const values = defaultsOf(option);
  return { isSet, values: values.length > 0 ? values : [option.kind?.example ?? ""] };
}

/**
 * All that is wrong with a configuration file: with each setting, and then whether they go together.
 * @param options those of `serve`
 * @param withSecrets whether files that it names for secrets are read
 */
export function faultsIn(
  file: ConfigurationFile,
  options: readonly Option[],
  together: Together,
  withSecrets = true,
): ConfigurationFault[] {
  const faults = faultsOf(file, options);
  if (faults.length > 0) return faults;
  const secretFiles = new Set(
    options.filter(({ secret }) => secret === true).map(({ name }) => secretFileName(name)),
  );
  const values = Object.entries(file.values).filter(([name]) => withSecrets || !secretFiles.has(name));
  try {
    together(readOptions([], options, {}, () => ({ ...file, values: Object.fromEntries(values) })));
    return [];
  } catch (error) {
    if (error instanceof UsageError) return [{ line: null, message: error.message }];
    throw error;
  }
}
