import type { PrintAnswer } from "../../contract/print.ts";
import type { PageAnswer } from "../../contract/search.ts";

export type Print = PrintAnswer;

/** A page of a search that walks by cursor. */
export type Page = Pick<PageAnswer, "items" | "total" | "textPending"> & {
  readonly nextCursor: string | null;
};

/** The name under which a print is shown. */
export function nameOf(print: Pick<Print, "id" | "label">): string {
  return print.label === null || print.label === "" ? `Print ${print.id}` : print.label;
}
