/** What the rules that come with Tillroll are called. Pages call them in the reader's language. */
export const DEFAULT_RULE_NAMES = {
  order: "Order number",
  receipt: "Receipt number",
  total: "Total",
  due: "Amount due",
  date: "Date",
} as const;

/** Whether a name is that of a rule that comes with Tillroll. */
export function isDefaultRuleName(name: string): boolean {
  return Object.values<string>(DEFAULT_RULE_NAMES).includes(name);
}
