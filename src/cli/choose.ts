import type { Command } from "./command.ts";
import { nearest } from "./nearest.ts";
import { UsageError } from "./options.ts";

/** What the first words of a command line name: a command, or a group of commands such as `printer`. */
export type Choice =
  | { readonly command: Command; readonly rest: readonly string[] }
  | { readonly group: string; readonly rest: readonly string[] };

/**
 * Finds the command with the most words that the line begins with, else the group.
 * @throws UsageError when there is neither; it suggests the nearest
 */
export function choose(words: readonly string[], commands: readonly Command[]): Choice {
  const option = words.findIndex((word) => word.startsWith("-"));
  const named = words.slice(0, option < 0 ? words.length : option);
  const command = commands
    .filter(({ name }) => name.split(" ").every((word, index) => named[index] === word))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
  if (command !== undefined) return { command, rest: words.slice(command.name.split(" ").length) };
  const [group = "", ...others] = named;
  const members = commandsOf(group, commands);
  if (members.length === 0) throw unknownCommand(named, commands);
  if (others.length === 0) return { group, rest: words.slice(1) };
  throw unknownMember(group, others[0] ?? "", members);
}

/** The commands of a group, such as those of `printer`; none when it is no group. */
export function commandsOf(group: string, commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${group} `));
}

function unknownCommand([first = "", second]: readonly string[], commands: readonly Command[]): UsageError {
  const firstWords = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
  const members = second === undefined ? [] : commandsOf(nearest(first, firstWords) ?? "", commands);
  // "prnter lsit": both words may be wrong; "list printer": or in the other order.
  const meant =
    commands.find(({ name }) => name === `${second} ${first}`)?.name ??
    nearest(
      `${first} ${second}`,
      members.map(({ name }) => name),
    ) ??
    nearest(first, firstWords);
  return new UsageError(
    `There is no command "${first}". ${meant === undefined ? `The commands are ${listOf(firstWords)}.` : `Did you mean "${meant}"?`}`,
  );
}

function unknownMember(group: string, given: string, members: readonly Command[]): UsageError {
  const words = members.map(({ name }) => name.slice(group.length + 1));
  const meant = nearest(given, words);
  const advice =
    meant === undefined ? `It is followed by ${listOf(words)}.` : `Did you mean "${group} ${meant}"?`;
  return new UsageError(`There is no command "${group} ${given}". ${advice}`, group);
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
