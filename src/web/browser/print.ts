import type { PrintAnswer } from "../../contract/print.ts";

export type Print = PrintAnswer;

/** A page of a search that walks by cursor. */
export interface Page {
  readonly items: readonly Print[];
  readonly total: number;
  readonly nextCursor: string | null;
  /** Prints whose text cannot be searched yet; for a search in the text only. */
  readonly textPending?: number;
}

/** The name under which a print is shown. */
export function nameOf(print: Pick<Print, "id" | "label">): string {
  return print.label === null || print.label === "" ? `Print ${print.id}` : print.label;
}
