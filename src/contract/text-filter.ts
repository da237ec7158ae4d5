import type { Static } from "@sinclair/typebox";
import { KIBIBYTE, SEARCH_LIMITS } from "../domain/limits.ts";
import * as t from "./schema.ts";

const contains = t.choice(["contains"], {
  fault: () => "must be contains: whole receipts are not compared, only looked through.",
  description: "The only one: whole receipts are not compared.",
});

const textPart = t.union([t.anyText("Contains this."), t.strict({ op: contains, value: t.anyText() })]);

export const TextFilter = t.union([textPart, t.list(textPart, SEARCH_LIMITS.textParts)], {
  name: "TextFilter",
  description:
    "A part of one line of the receipt as it is on paper, or several that must all be on it, each in some line. Case " +
    "is ignored, runs of white space are one space, those at the ends of a part are nothing, and an empty part is on " +
    "every receipt. What a scanner reads from a bar code or two-dimensional symbol is a line too, and so is what was " +
    "recognised in pictures. A bare string means contains here. Lines are as on paper of 80 columns, whatever the " +
    "print's width. Of a receipt with more " +
    `than ${SEARCH_LIMITS.textBytes / KIBIBYTE} KiB of text, lines at its end are not searched.`,
  examples: [["flat white", "7.50"]],
});

/** A filter of the text as clients give it. */
export type GivenText = Static<typeof TextFilter>;

/** The parts that lines of the receipt must hold. */
export function textPartsOf(given: GivenText): string[] {
  const parts = Array.isArray(given) ? given : [given];
  return parts.map((part) => (typeof part === "string" ? part : part.value));
}
