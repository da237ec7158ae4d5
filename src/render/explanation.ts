import type { Receipt } from "../escpos/receipt.ts";
import { explain } from "../explain/explain.ts";
import { LEFT_OUT, LimitedText } from "./limited-text.ts";

/** The commands of a print with what each did, as JSON (`Explanation`). */
export function renderExplanation({ source, printer }: Receipt, limited = new LimitedText()): string {
  const { commands, notes, ...explanation } = explain(source, printer);
  const isWhole = commands.every((command) => limited.add(JSON.stringify(command)));
  const head = JSON.stringify({ ...explanation, notes: isWhole ? notes : [...notes, LEFT_OUT] }).slice(0, -1);
  return `${head},"commands":[${limited.parts.join(",")}]}`;
}
