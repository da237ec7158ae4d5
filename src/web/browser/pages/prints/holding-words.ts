import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

/** A printer of which something is to be told: what it holds for a person or waits with, or that another prints in its place. */
export type HoldingPrinter = Pick<PrinterAnswer, "name" | "queue">;

/** What of a printer is told, in a sentence; `null` for nothing. */
export function holdingWords({ name, queue }: HoldingPrinter): string | null {
  const { held, waiting, reason, divertedTo } = queue;
  const words = [
    ...(divertedTo === null ? [] : [t("prints.diverted", { backup: divertedTo, printer: name })]),
    ...(held === 0 ? [] : [t("prints.printsWait", { n: held, printer: name })]),
    // One that is about to be printed has no reason to wait.
    ...(waiting === 0 || reason === null
      ? []
      : [t("prints.printsQueue", { n: waiting, printer: name }), said(reason)]),
  ];
  return words.length === 0 ? null : words.join(" ");
}
