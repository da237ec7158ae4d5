import { readAmount } from "./amount.ts";

/** A piece of a template: text as it is, or what a group of the pattern captured. */
type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "group"; readonly group: number | string; readonly form: TemplateForm | null };

/**
 * What can be made of a captured text: `amount` writes a sum of money with digits and one point; `thousands` does where
 * a separator before three digits is known to group thousands.
 */
const FORMS = {
  amount: (text: string) => readAmount(text, false),
  thousands: (text: string) => readAmount(text, true),
} as const;

type TemplateForm = keyof typeof FORMS;

/** The text that a rule makes of a match; see {@link readTemplate}. */
export type Template = readonly TemplatePart[];

const PLACEHOLDER = /\$(?:(\$)|(\d{1,3})|\{(\w+)(?::(\w+))?\})?/g;

/**
 * Reads a template: `$1` or `${1}` is what the first group captured, `$0` the whole match, `${name}` what the group of
 * that name did, `${name:amount}` the same as digits with a point, `$$` a dollar sign.
 * @returns the template, or what is wrong with it, as a sentence's end such as `must …`
 */
export function readTemplate(text: string): Template | string {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, dollar, number, name, form] = match;
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    end = match.index + whole.length;
    if (dollar !== undefined) parts.push({ kind: "text", text: "$" });
    else if (number !== undefined) parts.push({ kind: "group", group: Number(number), form: null });
    else if (name === undefined) {
      return `must not have a lone "$" at character ${match.index + 1}: write $1, \${name}, or $$ for a dollar sign.`;
    } else if (form !== undefined && !isForm(form)) {
      return `must not have ":${form}": the forms are ${Object.keys(FORMS).join(", ")}.`;
    } else {
      const group = /^\d+$/.test(name) ? Number(name) : name;
      parts.push({ kind: "group", group, form: form ?? null });
    }
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** The groups that a template asks for. */
export function groupsOf(template: Template): (number | string)[] {
  return template.flatMap((part) => (part.kind === "group" ? [part.group] : []));
}

/**
 * Fills a template. White space at the ends is taken away, and within it, line ends too, each run is one space.
 * @param groupText what a group captured; `undefined` or empty for nothing
 * @returns `null` when nothing is left, or when none of the groups it asks for captured anything
 */
export function fillTemplate(
  template: Template,
  groupText: (group: number | string) => string | undefined,
): string | null {
  let captured = false;
  const filled = template.map((part) => {
    if (part.kind === "text") return part.text;
    const text = groupText(part.group)?.trim() ?? "";
    captured ||= text !== "";
    return part.form === null ? text : FORMS[part.form](text);
  });
  if (!captured && template.some(({ kind }) => kind === "group")) return null;
  const text = filled.join("").replace(/\s+/g, " ").trim();
  return text === "" ? null : text;
}

function isForm(word: string): word is TemplateForm {
  return Object.hasOwn(FORMS, word);
}
