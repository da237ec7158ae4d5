import { mayBeInFile, readConfiguration } from "../configuration/configuration-file.ts";
import { configurationText } from "../configuration/configuration-text.ts";
import type { Option } from "../configuration/option.ts";
import { type Command, DATA_OPTION, print, table, counted } from "./command.ts";
import { CONFIG_OPTION, configurationFor, findFile } from "./configuration.ts";
import { faultsIn, shownValue, writtenSetting } from "./configuration-view.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { readOptions } from "./read-options.ts";
import { appOptionsOf, serve } from "./serve.ts";

const EXIT_FAILURE = 1;

/** All that may be in a configuration file. */
const SETTINGS: readonly Option[] = serve.options.filter(mayBeInFile);

const show: Command = {
  name: "config show",
  summary: "Show the settings of a start from here: each value, and where it comes from.",
  options: [
    CONFIG_OPTION,
    DATA_OPTION,
    { name: "defaults", help: "Those that are not set as well.", lineOnly: true },
    { name: "toml", help: "As a configuration file with everything in it.", lineOnly: true },
  ],
  run(given) {
    const settings = settingsOf(given);
    if (given.has("toml"))
      return print(configurationText(SETTINGS, (option) => writtenSetting(settings, option)));
    const rows = SETTINGS.flatMap((option) => {
      const source = settings.sourceOf(option.name);
      if (source === null && !given.has("defaults")) return [];
      return [[option.name, shownValue(settings, option), source?.called() ?? "default"]];
    });
    const file = settings.configuration;
    print(file === null ? "There is no configuration file." : `The configuration file is ${file}.`);
    print(rows.length === 0 ? "Nothing is set." : `\n${table(["SETTING", "VALUE", "FROM"], rows)}`);
  },
};

const check: Command = {
  name: "config check",
  parameters: "[FILE]",
  summary: "Check a configuration file: the one that a start would read, or another.",
  options: [CONFIG_OPTION, DATA_OPTION],
  run(given) {
    const [asked, ...more] = given.argumentsGiven;
    if (more.length > 0) throw new UsageError("Give one configuration file.");
    const path = asked ?? findFile(given);
    if (path === null) return print("There is no configuration file: every setting has its default.");
    const file = readConfiguration(path);
    const faults = faultsIn(file, serve.options, appOptionsOf).map(
      ({ line, message }) => `${path}${line === null ? "" : `:${line}`}: ${message}`,
    );
    for (const fault of faults) print(fault);
    if (faults.length > 0) return EXIT_FAILURE;
    const count = Object.keys(file.values).length;
    print(`${path} is right: ${counted(count, "setting")}.`);
    return 0;
  },
};

/** Commands for the configuration file. */
export const CONFIGURATION_COMMANDS: readonly Command[] = [show, check];

/** The settings that a start from here would have: of the environment and of the file. @throws UsageError */
function settingsOf(given: GivenOptions): GivenOptions {
  // Of the line, what says which file that is.
  const words = [CONFIG_OPTION.name, DATA_OPTION.name].flatMap((name) =>
    given.sourceOf(name)?.place === "line" ? [`--${name}=${given.text(name)}`] : [],
  );
  return readOptions(words, serve.options, process.env, (known) => configurationFor(known, serve.options));
}
