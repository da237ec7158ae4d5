import { fileURLToPath } from "node:url";
import type { CommandForm } from "../src/escpos/command.ts";
import type { CommandEffect } from "../src/escpos/command-record.ts";
import { ESCPOS } from "../src/escpos/commands/escpos-dialect.ts";
import { STAR } from "../src/escpos/star/star-dialect.ts";
import { type CommandTable, type DeviceCommands, hexadecimal } from "../src/escpos/dialect.ts";

/* Writes the table of commands for people: `bun scripts/commands.ts`. A test compares it with the code. */

/** Where the table is kept. */
export const COMMANDS_FILE = fileURLToPath(new URL("../src/escpos/COMMANDS.md", import.meta.url));

interface Row {
  readonly opcode: string;
  readonly form: CommandForm;
}

const EFFECT_WORDS: Readonly<Record<CommandEffect, string>> = {
  drawn: "drawn",
  mark: "mark beside the paper",
  state: "state",
  skipped: "skipped by design",
};

/** The commands of a table with the bytes they begin with; a command with several codes comes several times. */
function rowsOf(table: CommandTable, opcode: readonly number[] = []): Row[] {
  return table.entries.flatMap((entry, byte): Row[] => {
    if (entry === undefined) return [];
    const bytes = [...opcode, byte];
    if ("entries" in entry) return rowsOf(entry, bytes);
    return [{ opcode: bytes.map(hexadecimal).join(" "), form: entry }];
  });
}

/** All that a printer is sent: text first. */
function allRows({ text, table }: DeviceCommands): Row[] {
  return [...(text === undefined ? [] : [{ opcode: "20 to FF", form: text }]), ...rowsOf(table)];
}

/** Text in a cell of a Markdown table. */
function cell(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("`", "\\`");
}

/** The head of a table, and a line for each command. @throws Error when nothing says what a command does */
function tableOf(rows: readonly Row[]): string[] {
  return [
    "| Command | Bytes | Parameters | Effect | What it does, or why it is skipped |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(({ opcode, form }) => {
      const { effect, words } = form.record;
      if (effect === undefined) throw new Error(`what does ${form.name} do?`);
      const parameters = form.fields.map(({ name }) => name).join(" ");
      return `| ${cell(form.name)} | ${opcode} | ${parameters} | ${EFFECT_WORDS[effect]} | ${cell(words)} |`;
    }),
    "",
  ];
}

/** What only Star's raster mode knows. */
function rasterRows(): Row[] {
  return rowsOf(STAR.raster.table).filter(({ form }) => form.device === "raster");
}

/** The tables of all commands as Markdown. @throws Error when nothing says what a command does */
export function commandsDocument(): string {
  const [escpos, star] = [allRows(ESCPOS.printer), allRows(STAR.printer)];
  const unanswered = [...escpos, ...star, ...rasterRows()].flatMap(({ form: { name, record } }) =>
    record.unanswered === undefined ? [] : [`| ${cell(name)} | ${cell(record.unanswered)} |`],
  );
  const display = rowsOf(ESCPOS.display.table).map(({ form }) => cell(form.name));
  return [
    "# Commands of ESC/POS and of Star",
    "",
    "Written by `bun scripts/commands.ts` from the records of the commands; do not edit.",
    "",
    "- **drawn**: puts something on the paper or moves where it goes;",
    "- **mark beside the paper**: something the printer did besides printing;",
    "- **state**: changes what later commands do;",
    "- **skipped by design**: its length is known and it has no effect on the paper, for the reason given.",
    "",
    "Parameters of fixed place are named; more bytes may follow them.",
    "",
    "## ESC/POS",
    "",
    ...tableOf(escpos),
    "After ESC = 2 bytes go to the customer display; they are kept off the paper, and what they show is a mark",
    `beside it: ${[...new Set(display)].join(", ")}.`,
    "",
    "## Star",
    "",
    "Star Line Mode, StarPRNT, Star's raster mode and its dot impact printers. Which of both tables a print is read by, its",
    "own commands tell: the first that only one of them has decides. The model of the printer decides where none does.",
    "",
    ...tableOf(star),
    "### In raster mode",
    "",
    "Between ESC \\* r A and ESC \\* r B nothing is text, and these are commands as well.",
    "",
    ...tableOf(rasterRows()),
    "## Requests without an answer",
    "",
    "Some printers answer these; a printer here stays silent, which misleads nobody.",
    "",
    "| Command | What is not answered |",
    "| --- | --- |",
    ...unanswered,
    "",
  ].join("\n");
}

if (import.meta.main) await Bun.write(COMMANDS_FILE, commandsDocument());
