import type { Static } from "@sinclair/typebox";
import { read } from "./check.ts";
import * as t from "./schema.ts";

/** More is no file of settings, UTF-16 units. */
const TEXT_CHARACTERS = 262_144;

export const Configuration = t.object(
  {
    file: t.nullable(t.anyText(), "The configuration file that was read; null for none."),
    folders: t.list(t.anyText(), null, "Where such a file is looked for, the first place first."),
    items: t.list(
      t.object({
        name: t.anyText("As on the command line, without its dashes, and in the configuration file."),
        help: t.anyText("What it is."),
        value: t.anyText("What counts; empty where nothing does. Secrets are not shown."),
        isSet: t.flag("Whether it was given; else its default counts."),
        isSecret: t.flag(),
        from: t.anyText(
          "Where it comes from: a word of the command line, a variable, a line of the file; default.",
        ),
        line: t.anyText("How it stands in a configuration file: as it is, or an example."),
      }),
      null,
    ),
  },
  { name: "Configuration", description: "With what the service was started." },
);

export const ConfigurationText = t.strict(
  { text: t.text(0, TEXT_CHARACTERS, "A configuration file (TOML).") },
  { name: "ConfigurationText", examples: [{ text: 'port = 9180\nhostname = ["till.example"]\n' }] },
);

export const ConfigurationCheck = t.object(
  {
    isRight: t.flag(),
    settings: t.count("How many there are."),
    faults: t.list(
      t.object({ line: t.nullable(t.count(), "From 1; null for the whole file."), message: t.anyText() }),
      null,
    ),
  },
  { name: "ConfigurationCheck" },
);

/** Reads the body of "Check a configuration file". @throws TillrollError BAD_REQUEST */
export function readConfigurationText(body: unknown): string {
  return read(ConfigurationText, body).text;
}

export type ConfigurationAnswer = Static<typeof Configuration>;
export type ConfigurationCheckAnswer = Static<typeof ConfigurationCheck>;
