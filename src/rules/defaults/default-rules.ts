import { tagToJson } from "../../domain/print.ts";
import type { NamedRule } from "../runnable-rule.ts";
import { DATE_PATTERNS } from "./dates.ts";
import { ORDER_PATTERNS, RECEIPT_PATTERNS } from "./order-numbers.ts";
import { DEFAULT_RULE_NAMES } from "./rule-names.ts";
import { DUE_PATTERNS, EAST_ASIAN_TOTAL_PATTERNS, TOTAL_PATTERNS } from "./totals.ts";

function defaultRules(
  name: keyof typeof DEFAULT_RULE_NAMES,
  patterns: readonly string[],
  label: string | null,
  tag: Readonly<Record<string, string>>,
): NamedRule[] {
  return patterns.map((pattern) => ({
    id: null,
    name: DEFAULT_RULE_NAMES[name],
    pattern,
    label,
    tag: tagToJson(new Map(Object.entries(tag))),
    appliesTo: "printers",
    enabled: true,
  }));
}

/**
 * The rules that come with Tillroll, for receipts as most tills print them: order number, total and date. They count
 * after a workspace's own rules and only for prints that came in by a printer; what an HTTP client stores has the label
 * and tags that the client wanted. Better nothing than something wrong: a line must look like what is looked for.
 */
export const DEFAULT_RULES: readonly NamedRule[] = [
  ...defaultRules("order", ORDER_PATTERNS, "Order ${id}", { orderId: "${id}" }),
  ...defaultRules("receipt", RECEIPT_PATTERNS, "Receipt ${id}", { orderId: "${id}" }),
  ...defaultRules("total", TOTAL_PATTERNS, null, { total: "${total:amount}" }),
  ...defaultRules("total", EAST_ASIAN_TOTAL_PATTERNS, null, { total: "${total:thousands}" }),
  ...defaultRules("due", DUE_PATTERNS, null, { total: "${total:amount}" }),
  ...defaultRules("date", DATE_PATTERNS, null, { date: "${date}" }),
];
