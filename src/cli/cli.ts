import { TillrollError } from "../domain/errors.ts";
import { storageError } from "../storage/storage-error.ts";
import { VERSION } from "../version.ts";
import { clockAccept, clockRepair, clockShow } from "./clock.ts";
import { type Command, print as printLine } from "./command.ts";
import { decode } from "./decode.ts";
import { commandHelp, generalHelp } from "./help.ts";
import { readOptions, UsageError } from "./options.ts";
import { print } from "./print.ts";
import {
  printerAdd,
  printerList,
  printerPair,
  printerRemove,
  printerSimulate,
  printerTest,
  printerUpdate,
} from "./printer.ts";
import { reindex } from "./reindex.ts";
import { ruleAdd, ruleDefaults, ruleList, ruleRemove, ruleUpdate } from "./rule.ts";
import { ruleApply } from "./rule-application.ts";
import { ruleTest } from "./rule-trial.ts";
import { serve } from "./serve.ts";
import { sessionEnd, sessionList } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { tokenCreate, tokenList, tokenRevoke } from "./token.ts";
import { workspaceCreate, workspaceList, workspaceUpdate } from "./workspace.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  serve,
  signIn,
  sessionList,
  sessionEnd,
  workspaceCreate,
  workspaceUpdate,
  workspaceList,
  tokenCreate,
  tokenList,
  tokenRevoke,
  printerAdd,
  printerUpdate,
  printerList,
  printerPair,
  printerRemove,
  printerTest,
  printerSimulate,
  ruleAdd,
  ruleUpdate,
  ruleList,
  ruleRemove,
  ruleDefaults,
  ruleTest,
  ruleApply,
  print,
  decode,
  reindex,
  // The shortest name last: a line is that of the first command whose words it begins with.
  clockAccept,
  clockRepair,
  clockShow,
];

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

/**
 * Runs the command that the words name; without a word it is `serve`, so that a double click starts the service.
 * @returns the exit code: 0, 1 when the command failed, 2 when the command line is wrong
 */
export async function runCommandLine(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    return await run(words, environment);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`tillroll: ${error.message}\nSee "tillroll --help".\n`);
      return EXIT_USAGE;
    }
    const known = storageError(error);
    const message = known instanceof TillrollError ? known.message : String(error);
    process.stderr.write(`tillroll: ${message}\n`);
    return EXIT_FAILURE;
  }
}

async function run(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const [first = "serve"] = words;
  if (first === "--version" || first === "-v") {
    printLine(VERSION);
    return 0;
  }
  if (first === "--help" || first === "-h" || first === "help") {
    printLine(generalHelp(COMMANDS));
    return 0;
  }
  const { command, rest } = choose(words);
  if (rest.includes("--help") || rest.includes("-h")) {
    printLine(commandHelp(command));
    return 0;
  }
  const given = readOptions(rest, command.options, environment);
  if (command.parameters === "" && given.argumentsGiven.length > 0) {
    throw new UsageError(`"${command.name}" takes no argument "${given.argumentsGiven[0]}".`);
  }
  return command.run(given);
}

/** The command with the most words that the line begins with; options alone belong to `serve`. */
function choose(words: readonly string[]): { command: Command; rest: readonly string[] } {
  if (words.length === 0 || words[0]?.startsWith("-") === true) return { command: serve, rest: words };
  for (const command of COMMANDS) {
    const name = command.name.split(" ");
    if (name.every((word, index) => words[index] === word))
      return { command, rest: words.slice(name.length) };
  }
  const known = COMMANDS.map(({ name }) => name).join(", ");
  const option = words.findIndex((word) => word.startsWith("-"));
  const given = words.slice(0, Math.min(option < 0 ? words.length : option, 2));
  throw new UsageError(`There is no command "${given.join(" ")}". The commands are ${known}.`);
}
