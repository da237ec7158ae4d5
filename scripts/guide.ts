import { join } from "node:path";
import { commandsOf } from "../src/cli/choose.ts";
import { COMMANDS } from "../src/cli/cli.ts";
import type { Command } from "../src/cli/command.ts";
import { optionsOf, usageOf } from "../src/cli/help.ts";
import { environmentName } from "../src/cli/options.ts";

/* Writes the part of the guide that the commands themselves tell: `bun scripts/guide.ts`. A test compares them. */

/** The page that has all commands. */
export const COMMANDS_PAGE = join(import.meta.dir, "..", "src", "guide", "commands.md");

/** What the hand-written part of the page ends with. */
const BEGINNING = "do not edit what follows.\n";

/** The page of the guide with all commands and options. @param page as it is; what is not written by hand is made anew */
export function commandsPage(page: string): string {
  const end = page.indexOf(BEGINNING);
  if (end < 0) throw new Error(`${COMMANDS_PAGE} has no line that ends with "${BEGINNING.trim()}"`);
  const groups = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0] ?? ""))];
  return page.slice(0, end + BEGINNING.length) + groups.map(groupSection).join("");
}

/** A command, or a group of commands such as `printer`, with their options. */
function groupSection(group: string): string {
  const alone = COMMANDS.filter(({ name }) => name === group);
  const members = [...alone, ...commandsOf(group, COMMANDS)];
  const options = optionsOf(members).map(({ option, commands }) => {
    const flag = option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`;
    const isOfAll = commands.length === members.length;
    const notes = [
      ...(isOfAll ? [] : commands.map(({ name }) => `\`${name.slice(group.length + 1)}\``)),
      ...(option.lineOnly === true ? [] : [`\`${environmentName(option.name)}\``]),
    ];
    return `- \`${flag}\`${notes.length === 0 ? "" : ` (${notes.join(", ")})`}: ${text(option.help)}`;
  });
  return [
    `\n### tillroll ${group}\n`,
    ...members.map((command) => `- \`${usage(command)}\`: ${text(command.summary)}`),
    ...(options.length === 0 ? [] : ["\nOptions:\n", ...options]),
    "",
  ].join("\n");
}

function usage(command: Command): string {
  return command.name === "serve" ? "tillroll [serve]" : `tillroll ${usageOf(command)}`;
}

/** Words that Markdown would take for something else, as they are. */
function text(words: string): string {
  return words.replaceAll(/[\\`*_<]/g, "\\$&");
}

if (import.meta.main) await Bun.write(COMMANDS_PAGE, commandsPage(await Bun.file(COMMANDS_PAGE).text()));
