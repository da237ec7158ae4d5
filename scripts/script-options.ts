import { parseArgs, type ParseArgsConfig } from "node:util";

/** What each script takes beside its own options. */
const HELP = { help: { type: "boolean", short: "h", default: false } } as const;

/**
 * Reads the command line of a script of this repository. For `--help` it shows the usage and ends the process with 0, and for
 * what is no option of the script it says so and ends it with 2.
 * @param usage how the script is called, for people
 */
export function readOptions<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  options: Options,
  { allowPositionals = false } = {},
) {
  try {
    const read = parseArgs({ allowPositionals, options: { ...options, ...HELP } });
    const positionals: readonly string[] = read.positionals;
    if (!("help" in read.values && read.values.help === true)) return { values: read.values, positionals };
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error), usage);
  }
  console.log(usage);
  process.exit(0);
}

/** Says what is wrong with a command line, and ends the process with 2. */
export function refuse(reason: string, usage: string): never {
  console.error(`${reason}\n\n${usage}`);
  process.exit(2);
}
