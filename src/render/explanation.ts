import type { Receipt } from "../escpos/receipt.ts";
import { explain } from "../explain/explain.ts";

/** The commands of a print with what each did, as JSON (`Explanation`). */
export function renderExplanation({ source, printer }: Receipt): string {
  return JSON.stringify(explain(source, printer));
}
