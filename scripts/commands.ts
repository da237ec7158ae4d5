import { fileURLToPath } from "node:url";
import { effectOf, type CommandEffect } from "../src/escpos/command-effects.ts";
import type { CommandForm } from "../src/escpos/command.ts";
import type { CommandTable } from "../src/escpos/commands/command-form.ts";
import { displayCommands, printerCommands, TEXT } from "../src/escpos/commands/command-table.ts";

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
    return [
      {
        opcode: bytes.map((code) => code.toString(16).padStart(2, "0").toUpperCase()).join(" "),
        form: entry,
      },
    ];
  });
}

/** Text in a cell of a Markdown table. */
function cell(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("`", "\\`");
}

/** The table of all commands as Markdown. @throws Error when a command is in no list of effects */
export function commandsDocument(): string {
  const printer = [{ opcode: "20 to FF", form: TEXT }, ...rowsOf(printerCommands)];
  const lines = printer.map(({ opcode, form }) => {
    const known = effectOf(form.name);
    if (known === undefined) throw new Error(`what does ${form.name} do?`);
    const parameters = form.fields.map(({ name }) => name).join(" ");
    return `| ${cell(form.name)} | ${opcode} | ${parameters} | ${EFFECT_WORDS[known.effect]} | ${cell(known.words)} |`;
  });
  const display = rowsOf(displayCommands).map(({ form }) => cell(form.name));
  return [
    "# ESC/POS commands",
    "",
    "Written by `bun scripts/commands.ts` from the command tables; do not edit.",
    "",
    "- **drawn**: puts something on the paper or moves where it goes;",
    "- **mark beside the paper**: something the printer did besides printing;",
    "- **state**: changes what later commands do;",
    "- **skipped by design**: its length is known and it has no effect on the paper, for the reason given.",
    "",
    "Parameters of fixed place are named; more bytes may follow them.",
    "",
    "| Command | Bytes | Parameters | Effect | What it does, or why it is skipped |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
    "",
    "After ESC = 2 bytes go to the customer display; they are kept off the paper, and what they show is a mark",
    `beside it: ${[...new Set(display)].join(", ")}.`,
    "",
  ].join("\n");
}

if (import.meta.main) await Bun.write(COMMANDS_FILE, commandsDocument());
