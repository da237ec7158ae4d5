import { sentenceOf, systemCode } from "../platform/system-error.ts";
import { storageError } from "../storage/storage-error.ts";
import { VERSION } from "../version.ts";
import { ARCHIVE_COMMANDS } from "./archive.ts";
import { auditCommand } from "./audit.ts";
import { backupVerify } from "./backup-verify.ts";
import { BACKUP_COMMANDS } from "./backup.ts";
import { CARD_COMMANDS } from "./cards.ts";
import { CERTIFICATE_COMMANDS } from "./certificate.ts";
import { choose } from "./choose.ts";
import { CLOCK_COMMANDS } from "./clock.ts";
import { type Command, print as printLine } from "./command.ts";
import { CONFIGURATION_COMMANDS } from "./config.ts";
import { configurationFor, dataPlaceFor, findFile, sharedSettings } from "./configuration.ts";
import { decode } from "./decode.ts";
import { diagnostics } from "./diagnostics.ts";
import { diff } from "./diff.ts";
import { doctor } from "./doctor.ts";
import { gaps } from "./gaps.ts";
import { detect } from "./detect.ts";
import { commandHelp, generalHelp, groupHelp } from "./help.ts";
import { health } from "./health.ts";
import { licenses } from "./licenses.ts";
import { JOURNAL_COMMANDS } from "./journal.ts";
import { NOTIFICATION_COMMANDS } from "./notification.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { lint } from "./lint.ts";
import { models } from "./models.ts";
import { print } from "./print.ts";
import { printed } from "./printed.ts";
import { PRINTER_COMMANDS } from "./printer.ts";
import { readOptions } from "./read-options.ts";
import { REFERENCE_COMMANDS } from "./reference.ts";
import { reindex } from "./reindex.ts";
import { restoreCommand } from "./restore.ts";
import { repairCommand } from "./repair.ts";
import { RETENTION_COMMANDS } from "./retention.ts";
import { HOLD_COMMANDS } from "./retention-holds.ts";
import { FISCAL_COMMANDS } from "./fiscal.ts";
import { fiscalCheck } from "./fiscal-check.ts";
import { RULE_COMMANDS } from "./rule.ts";
import { compact } from "./compact.ts";
import { exportCommand } from "./export.ts";
import { erase } from "./erase.ts";
import { RULE_RUN_COMMANDS } from "./rule-runs.ts";
import { scrub } from "./scrub.ts";
import { serve } from "./serve.ts";
import { SERVICE_COMMANDS } from "./service.ts";
import { SESSION_COMMANDS } from "./session.ts";
import { TOKEN_COMMANDS } from "./token.ts";
import { UPSTREAM_COMMANDS } from "./upstream.ts";
import { USER_COMMANDS } from "./user.ts";
import { UPDATE_COMMANDS } from "./update.ts";
import { WORKSPACE_COMMANDS } from "./workspace.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  serve,
  ...SERVICE_COMMANDS,
  ...CONFIGURATION_COMMANDS,
  ...SESSION_COMMANDS,
  ...USER_COMMANDS,
  ...WORKSPACE_COMMANDS,
  ...TOKEN_COMMANDS,
  ...PRINTER_COMMANDS,
  detect,
  ...NOTIFICATION_COMMANDS,
  ...RULE_COMMANDS,
  ...RULE_RUN_COMMANDS,
  ...FISCAL_COMMANDS,
  fiscalCheck,
  ...RETENTION_COMMANDS,
  ...HOLD_COMMANDS,
  erase,
  compact,
  print,
  printed,
  exportCommand,
  gaps,
  ...CARD_COMMANDS,
  ...UPSTREAM_COMMANDS,
  decode,
  lint,
  diff,
  ...REFERENCE_COMMANDS,
  models,
  reindex,
  backupVerify,
  ...BACKUP_COMMANDS,
  restoreCommand,
  repairCommand,
  scrub,
  ...JOURNAL_COMMANDS,
  ...CLOCK_COMMANDS,
  ...CERTIFICATE_COMMANDS,
  ...UPDATE_COMMANDS,
  ...ARCHIVE_COMMANDS,
  auditCommand,
  doctor,
  diagnostics,
  health,
  licenses,
];

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

const HELP_FLAGS: readonly string[] = ["--help", "-h"];
const VERSION_FLAG = "--version";

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
      const advice = ["tillroll", ...(error.command === null ? [] : [error.command]), "--help"].join(" ");
      process.stderr.write(`tillroll: ${error.message}\nSee "${advice}".\n`);
      return EXIT_USAGE;
    }
    // Whoever reads the output has seen enough of it, as "head" does.
    if (systemCode(error) === "EPIPE") return 0;
    process.stderr.write(`tillroll: ${sentenceOf(storageError(error))}\n`);
    return EXIT_FAILURE;
  }
}

async function run(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const [first = "serve", ...others] = words;
  if (first === VERSION_FLAG || first === "-v") {
    printLine(VERSION);
    return 0;
  }
  if (HELP_FLAGS.includes(first) || first === "help") return help(first === "help" ? others : []);
  // Options alone belong to `serve`.
  const choice = choose(first.startsWith("-") ? ["serve", ...words] : [first, ...others], COMMANDS);
  const end = choice.rest.indexOf("--");
  const beforeEnd = end < 0 ? choice.rest : choice.rest.slice(0, end);
  const wantsHelp = HELP_FLAGS.some((flag) => beforeEnd.includes(flag));
  if ("group" in choice) {
    const text = groupHelp(choice.group, COMMANDS);
    if (wantsHelp) printLine(text);
    else process.stderr.write(`${text}\n`);
    return wantsHelp ? 0 : EXIT_USAGE;
  }
  const { command, rest } = choice;
  if (wantsHelp || beforeEnd.includes(VERSION_FLAG)) {
    printLine(wantsHelp ? commandHelp(command, COMMANDS) : VERSION);
    return 0;
  }
  try {
    const { options } = command;
    const given = readOptions(rest, options, environment, (known) =>
      configurationOf(command, known, environment),
    );
    if (!command.parameters && given.argumentsGiven.length > 0)
      throw new UsageError(`"${command.name}" takes no argument "${given.argumentsGiven[0]}".`);
    return (await command.run(given)) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) error.command ??= command.name;
    throw error;
  }
}

/** Reads the configuration file, or what a command takes of it. @throws UsageError */
function configurationOf(
  { options, configurationPlaces, sharedOptions }: Command,
  known: GivenOptions,
  environment: Readonly<Record<string, string | undefined>>,
) {
  if (configurationPlaces === undefined) return dataPlaceFor(known, options, environment);
  const places = configurationPlaces(known);
  return sharedOptions === undefined
    ? configurationFor(known, options, places)
    : sharedSettings(findFile(known, places), sharedOptions, known);
}

/** Shows the help of what the words name; without words, of everything. */
function help(words: readonly string[]): number {
  if (words.length === 0) {
    printLine(generalHelp(COMMANDS));
    return 0;
  }
  const choice = choose(words, COMMANDS);
  printLine("group" in choice ? groupHelp(choice.group, COMMANDS) : commandHelp(choice.command, COMMANDS));
  return 0;
}
