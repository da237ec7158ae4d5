import type { Command } from "../escpos/command.ts";
import { dialectFor } from "../escpos/dialects.ts";
import { describe, tokenize } from "../escpos/escpos.ts";
import { MAXIMUM_LISTED_COMMANDS } from "../escpos/limits.ts";
import type { Receipt } from "../escpos/receipt.ts";
import { explain } from "../explain/explain.ts";
import { explainedPictures } from "../explain/explained-pictures.ts";
import type { Recognition } from "../recognition/recognised.ts";
import { LEFT_OUT, LimitedText } from "./limited-text.ts";

/**
 * The commands of a print, one JSON object a line: `offset` and `length` in bytes, `name` as in the reference of its
 * language, `bytes` in hexadecimal, `parameters`. Stops with a note at a limit.
 */
export function renderCommands(
  { source, language }: Pick<Receipt, "source" | "language">,
  limited = new LimitedText(),
): string {
  const lines = limited.parts;
  for (const command of tokenize(source, dialectFor(language))) {
    if (lines.length >= MAXIMUM_LISTED_COMMANDS || !limited.add(lineOf(command))) {
      lines.push(JSON.stringify({ note: `commands from byte ${command.offset} on are not listed` }));
      break;
    }
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function lineOf(command: Command): string {
  const { offset, length, name, kind, truncated } = command;
  return JSON.stringify({
    offset,
    length,
    name,
    ...(kind === "unknown" ? { unknown: true } : {}),
    ...(truncated ? { truncated: true } : {}),
    bytes: Buffer.from(command.bytes).toString("hex"),
    parameters: describe(command),
  });
}

/** The commands of a print with what each did, as JSON (`Explanation`). */
export function renderExplanation(
  receipt: Receipt,
  { recognition }: { recognition?: Recognition | undefined } = {},
  limited = new LimitedText(),
): string {
  const { source, printer } = receipt;
  const { commands, notes, ...explanation } = explain(source, printer.choice);
  const recognised = explainedPictures(receipt, recognition);
  const isWhole = commands.every((command) => limited.add(JSON.stringify(command)));
  const head = JSON.stringify({
    ...explanation,
    ...(recognised.length > 0 && { recognised }),
    notes: isWhole ? notes : [...notes, LEFT_OUT],
  }).slice(0, -1);
  return `${head},"commands":[${limited.parts.join(",")}]}`;
}

/** What the printer of a print does not print of it as it was meant, as JSON (`LintReport`). */
export function renderLint({ source, printer: { choice } }: Receipt): string {
  const { printer, notes, warnings } = explain(source, choice);
  return JSON.stringify({ printer, notes, warnings });
}
