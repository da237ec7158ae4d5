import { VERSION } from "../version.ts";
import { commandsOf } from "./choose.ts";
import type { Command } from "./command.ts";
import { environmentName, helpOf as optionHelpOf, type Option } from "../configuration/option.ts";

/** The help of the whole program. */
export function generalHelp(commands: readonly Command[]): string {
  return [
    `Tillroll ${VERSION}: stores every receipt, finds it again and shows it as the paper would look.`,
    "",
    "Usage: tillroll [COMMAND] [OPTIONS]",
    "",
    "Commands:",
    ...columns(commands.map((command) => [usageOf(command), command.summary])),
    "",
    "Options:",
    "  --help, -h     Show this help; after a command, that command's, as does help COMMAND.",
    "  --version, -v  Show the version.",
    "",
    "Options can also come from the environment, as each command's help tells: --device-id from TILLROLL_DEVICE_ID.",
    "Exit codes: 0 done, 1 failed, 2 wrong command line.",
  ].join("\n");
}

/** The help of one command. */
export function commandHelp(command: Command, commands: readonly Command[]): string {
  const options = command.options.map((option) => [flagOf(option), helpOf(option)] as const);
  const members = commandsOf(command.name, commands);
  const further = optionsOfMembers(command.name, members).filter(
    ([flag]) => !options.some(([own]) => own === flag),
  );
  return [
    `Usage: tillroll ${usageOf(command)} [OPTIONS]`,
    "",
    command.summary,
    ...(options.length === 0 ? [] : ["", "Options:", ...columns(options)]),
    ...(members.length === 0
      ? []
      : ["", "See also:", ...columns(members.map((member) => [usageOf(member), member.summary]))]),
    ...(further.length === 0 ? [] : ["", "Their options:", ...columns(further)]),
  ].join("\n");
}

/** The help of a group of commands, such as `printer`: its commands, and which of them takes which option. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  const members = commandsOf(group, commands);
  const options = optionsOfMembers(group, members);
  return [
    `Usage: tillroll ${group} COMMAND [OPTIONS]`,
    "",
    "Commands:",
    ...columns(members.map((member) => [usageOf(member), member.summary])),
    ...(options.length === 0 ? [] : ["", "Options:", ...columns(options)]),
    "",
    `"tillroll ${members[0]?.name} --help" shows the help of one of them.`,
  ].join("\n");
}

/** The options of a group's commands, each with those that take it, where not all do. */
function optionsOfMembers(group: string, members: readonly Command[]) {
  return optionsOf(members).map(({ option, commands: takers }) => {
    const names = takers.map(({ name }) => name.slice(group.length + 1));
    const whose = names.length === members.length ? "" : `${names.join(", ")}: `;
    return [flagOf(option), `${whose}${helpOf(option)}`] as const;
  });
}

/** The options of several commands, each once with the commands that take it. Of one name, those that differ are several. */
export function optionsOf(commands: readonly Command[]): { option: Option; commands: Command[] }[] {
  const takers = new Map<string, { option: Option; commands: Command[] }>();
  for (const command of commands) {
    for (const option of command.options) {
      const key = `${flagOf(option)}\n${option.help}`;
      takers.getOrInsertComputed(key, () => ({ option, commands: [] })).commands.push(command);
    }
  }
  return [...takers.values()];
}

/** A command as it is written: its words and what follows them. */
export function usageOf({ name, parameters }: Command): string {
  return `${name} ${parameters ?? ""}`.trim();
}

function flagOf({ name, value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function helpOf(option: Option): string {
  const help = optionHelpOf(option);
  return option.lineOnly === true ? help : `${help} [${environmentName(option.name)}]`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
