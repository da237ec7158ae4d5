import type { PrintAnswer } from "../../../../contract/print.ts";
import { t } from "../../texts/texts.ts";

/** The name under which a print is shown. */
export function nameOf({ id, label }: Pick<PrintAnswer, "id" | "label">): string {
  return label === null || label === "" ? t("prints.name", { id: String(id) }) : label;
}
