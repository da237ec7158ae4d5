import type { ConfigurationFault } from "./configuration-file.ts";

/** A setting of the service, as people may see it. */
export interface ShownSetting {
  readonly name: string;
  readonly help: string;
  /** What counts; empty where nothing does. A secret is not shown. */
  readonly value: string;
  readonly isSet: boolean;
  readonly isSecret: boolean;
  /** Where it comes from: a word of the command line, a variable, a line of the file; `default`. */
  readonly from: string;
  /** How it stands in a configuration file: as it is, or behind a # an example. */
  readonly line: string;
}

/** The settings that a service was started with, and what it would say of others. */
export interface ConfigurationSettings {
  /** The configuration file that was read; `null` for none. */
  readonly file: string | null;
  /** Where such a file is looked for, the first place first. */
  readonly places: readonly string[];
  readonly settings: readonly ShownSetting[];
  /** Looks what is wrong with the text of a configuration file. No file is read for it. */
  check(text: string): { readonly count: number; readonly faults: readonly ConfigurationFault[] };
}

/** Those of a service that was started by no command line. */
export const NO_SETTINGS: ConfigurationSettings = {
  file: null,
  places: [],
  settings: [],
  check: () => ({ count: 0, faults: [{ line: null, message: "This service has no configuration." }] }),
};
