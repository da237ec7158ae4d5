import { COMMANDS } from "../../src/cli/cli.ts";
import { helpOf, type Option } from "../../src/configuration/option.ts";
import { usageOf } from "../../src/cli/help.ts";
import { environmentName } from "../../src/cli/options.ts";
import { CONFIGURATION_FILE, DATA_FOLDER, DESCRIPTION, type Release, SUMMARY } from "./release.ts";

/**
 * The page of the manual about the command line, in roff (man(7)): all commands, and the options of the service. The options of
 * others are told by `tillroll help COMMAND`.
 */
export function manualPage({ version, time }: Release): string {
  const day = new Date(time * 1000).toISOString().slice(0, 10);
  const serve = COMMANDS.find(({ name }) => name === "serve");
  return `${[
    `.TH TILLROLL 1 ${day} "Tillroll ${escaped(version)}" "User Commands"`,
    ".SH NAME",
    `tillroll \\- ${escaped(SUMMARY)}`,
    ".SH SYNOPSIS",
    ".B tillroll",
    "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]",
    ".SH DESCRIPTION",
    escaped(DESCRIPTION),
    ".PP",
    "Without a command the service is started. The whole guide is in the running service, at http://localhost:9180/guide.",
    ".SH COMMANDS",
    ...COMMANDS.flatMap((command) => [".TP", `.B ${escaped(usageOf(command))}`, escaped(command.summary)]),
    ".PP",
    ".B tillroll help",
    "\\fICOMMAND\\fR shows the options of each.",
    ".SH OPTIONS",
    "Those of the service, each of which may come from the environment or from the configuration file as well:",
    ...(serve?.options ?? []).flatMap(optionLines),
    ".SH FILES",
    ...[
      [`/${CONFIGURATION_FILE}`, "Settings of the service."],
      [DATA_FOLDER, "Receipts and all other data, where the service was installed by a package."],
    ].flatMap(([path = "", what = ""]) => [".TP", `.I ${escaped(path)}`, escaped(what)]),
    ".SH EXIT STATUS",
    "0 done, 1 failed, 2 wrong command line.",
    ".SH SEE ALSO",
    ".BR systemctl (1),",
    ".BR journalctl (1)",
  ].join("\n")}\n`;
}

function optionLines(option: Option): string[] {
  const { name, value } = option;
  const flag = `\\fB${escaped(`--${name}`)}\\fR${value === undefined ? "" : ` \\fI${escaped(value)}\\fR`}`;
  const variable = option.lineOnly === true ? "" : ` [${environmentName(name)}]`;
  return [".TP", flag, escaped(`${helpOf(option)}${variable}`)];
}

/** Text as roff has it, in ASCII: a point or an apostrophe at the beginning of a line would be a request. */
function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(
      /[^ -~]/gu,
      (letter) => `\\[u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    )
    .replace(/^(?=[.'])/, "\\&");
}
