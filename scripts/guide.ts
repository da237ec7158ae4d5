import { join } from "node:path";
import { commandsOf } from "../src/cli/choose.ts";
import { COMMANDS } from "../src/cli/cli.ts";
import type { Command } from "../src/cli/command.ts";
import { optionsOf, usageOf } from "../src/cli/help.ts";
import { serve } from "../src/cli/serve.ts";
import { mayBeInFile } from "../src/configuration/configuration-file.ts";
import { environmentName, helpOf } from "../src/configuration/option.ts";
import { describeModel } from "../src/escpos/models/describe-model.ts";
import { systemNames, targetFacts } from "../src/domain/target.ts";
import { TARGET_KINDS, type TargetKind } from "../src/domain/target-kinds.ts";
import { type MetricRecord, METRICS } from "../src/operations/metric-records.ts";
import { PRINTER_MODELS } from "../src/escpos/models/models.ts";

/* Writes the parts of the guide that commands and models themselves tell: `bun scripts/guide.ts`. Tests compare them. */

const GUIDE = join(import.meta.dir, "..", "src", "guide");

/** What the hand-written part of a page ends with. */
const BEGINNING = "do not edit what follows.\n";

/** The pages that are written in part, by their files, and what is written into each. */
export const WRITTEN_PAGES: Readonly<Record<string, () => string>> = {
  [join(GUIDE, "commands.md")]: commandSections,
  [join(GUIDE, "configuration.md")]: settingList,
  [join(GUIDE, "models.md")]: modelTable,
  [join(GUIDE, "monitoring.md")]: metricsTable,
  [join(GUIDE, "connect.md")]: kindsTable,
};

/** A page with its written part made anew. @param page as it is @throws Error where nothing says where that begins */
export function rewritten(page: string, part: () => string): string {
  const end = page.indexOf(BEGINNING);
  if (end < 0) throw new Error(`the page has no line that ends with "${BEGINNING.trim()}"`);
  return page.slice(0, end + BEGINNING.length) + part();
}

/** All commands and options. */
function commandSections(): string {
  const groups = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0] ?? ""))];
  return groups.map(groupSection).join("");
}

/** All settings of the service. */
function settingList(): string {
  const lines = serve.options.filter(mayBeInFile).map((option) => {
    const form = option.value === undefined ? "true or false" : (option.kind?.form ?? "a text");
    const several = option.repeatable === true ? ", or several of them" : "";
    return `- \`${option.name}\`, \`${environmentName(option.name)}\`: ${text(helpOf(option))} It is ${text(form)}${several}.`;
  });
  return `\n${lines.join("\n")}\n`;
}

/** All models of printers. */
function modelTable(): string {
  const models = Object.values(PRINTER_MODELS).map(describeModel);
  const headings = Object.keys(models[0] ?? {});
  return tableOf(
    headings,
    models.map((model) => headings.map((heading) => model[heading] ?? "")),
  );
}

/** All metrics. */
function metricsTable(): string {
  const records = Object.entries<MetricRecord>(METRICS);
  const rows = records.map(([name, { kind, labels = [], help }]) => {
    const told = labels.length === 0 ? "" : ` By ${labels.map((label) => `\`${label}\``).join(", ")}.`;
    return [name, kind, text(help) + told];
  });
  return tableOf(["metric", "kind", "what it is"], rows);
}

/** All kinds of real printers' addresses. */
function kindsTable(): string {
  const kinds = Object.keys(TARGET_KINDS) as TargetKind[];
  const rows = kinds.map((kind) => {
    const { form, help, systems } = targetFacts(kind);
    const [first = "", ...others] = form.split(" or ");
    const about = [text(help), ...others.map((other) => `Also \`${other}\`.`)].join(" ");
    return [first, about, systems === null ? "all" : systemNames(kind).join(", ")];
  });
  return tableOf(["target", "what it is", "systems"], rows);
}

/** A table as the formatter lays it out; what is in the first column is code. */
function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const code = rows.map(([id = "", ...others]) => [`\`${id}\``, ...others]);
  const widths = headings.map((_, column) =>
    Math.max(...[headings, ...code].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  return ["\n", line(headings), line(widths.map((width) => "-".repeat(width))), ...code.map(line)].join("");
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
    return `- \`${flag}\`${notes.length === 0 ? "" : ` (${notes.join(", ")})`}: ${text(helpOf(option))}`;
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

if (import.meta.main) {
  for (const [file, part] of Object.entries(WRITTEN_PAGES))
    await Bun.write(file, rewritten(await Bun.file(file).text(), part));
}
