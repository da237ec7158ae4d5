import { VERSION } from "../version.ts";
import type { Command } from "./command.ts";
import { environmentName, type Option } from "./options.ts";

/** The help of the whole program. */
export function generalHelp(commands: readonly Command[]): string {
  const usages = commands.map(
    (command) => [`${command.name} ${command.parameters}`.trim(), command.summary] as const,
  );
  const width = Math.max(...usages.map(([usage]) => usage.length));
  return [
    `Tillroll ${VERSION}: stores every receipt, finds it again and shows it as the paper would look.`,
    "",
    "Usage: tillroll [COMMAND] [OPTIONS]",
    "",
    "Commands:",
    ...usages.map(([usage, summary]) => `  ${usage.padEnd(width)}  ${summary}`),
    "",
    "Options:",
    "  --help, -h     Show this help; after a command, that command's.",
    "  --version, -v  Show the version.",
    "",
    "Options can also come from the environment, as each command's help tells: --device-id from TILLROLL_DEVICE_ID.",
    "Exit codes: 0 done, 1 failed, 2 wrong command line.",
  ].join("\n");
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const flags = command.options.map(
    (option) =>
      [option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`, option] as const,
  );
  const width = Math.max(0, ...flags.map(([flag]) => flag.length));
  const describe = ([flag, option]: readonly [string, Option]) =>
    `  ${flag.padEnd(width)}  ${option.help}${option.lineOnly === true ? "" : ` [${environmentName(option.name)}]`}`;
  return [
    `Usage: tillroll ${[command.name, command.parameters, "[OPTIONS]"].filter(Boolean).join(" ")}`,
    "",
    command.summary,
    ...(flags.length === 0 ? [] : ["", "Options:", ...flags.map(describe)]),
  ].join("\n");
}
