import type { DeliveryAnswer } from "../../../../../contract/delivery.ts";
import type { PrintChangeAnswer } from "../../../../../contract/about-print.ts";
import { PRINT_FIELD_NAMES, type PrintFieldName } from "../../../../../contract/print-fields.ts";
import { isDefaultRuleName } from "../../../../../rules/defaults/rule-names.ts";
import { said } from "../../../texts/sentences.ts";
import { t } from "../../../texts/texts.ts";

/* What is said of a print, in the reader's language. */

/** The printer of a delivery, and what became of it there. */
export function deliveryWords(
  delivery: Pick<
    DeliveryAnswer,
    "printer" | "state" | "reason" | "notes" | "isCopy" | "forPrinter" | "possibleDuplicate"
  >,
): { readonly printer: string; readonly words: string } {
  const { printer, state, reason, notes, isCopy, forPrinter, possibleDuplicate } = delivery;
  const name = printer ?? t("print.delivery.removedPrinter");
  const role = forPrinter === null ? "" : ` ${t("print.delivery.for", { printer: forPrinter })}`;
  const isPrinted = state === "done" || state === "sending";
  return {
    printer: `${name}${role}${isCopy ? `, ${t("print.delivery.copy")}` : ""}`,
    words: [
      t(`print.delivery.${state}`),
      ...(reason === null ? [] : [said(reason)]),
      ...notes.map(said),
      ...(possibleDuplicate && isPrinted ? [t("print.delivery.twice")] : []),
    ].join(" "),
  };
}

/** Who did something to a print. */
export function actorWords(actor: PrintChangeAnswer["actor"]): string {
  if (actor === null || actor.kind === "system") return t("print.actor.system");
  const name = actor.name === "" && actor.kind !== "printer" && actor.kind !== "user" ? actor.id : actor.name;
  if (name === "") return t("print.actor.removed");
  return t(`print.actor.${actor.kind}`, { name });
}

/** What a rule is called: what has a name of a rule that comes with Tillroll has it in the reader's language. */
export function ruleWords(rule: string): string {
  return isDefaultRuleName(rule) ? said(rule) : rule;
}

/** What a field of a print is called: `label`, or `tag.KEY` for a tag. */
export function fieldWords(field: string): string {
  if (field.startsWith("tag.")) return t("print.history.tag", { key: field.slice("tag.".length) });
  const known: PrintFieldName | undefined = PRINT_FIELD_NAMES.find((name) => name === field);
  return known === undefined ? field : t(`print.field.${known}`);
}
