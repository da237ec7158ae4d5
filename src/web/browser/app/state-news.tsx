import type { PrinterAnswer } from "../../../contract/printer.ts";
import { useEvents } from "../client/use-events.ts";
import { allSentences, said } from "../texts/sentences.ts";
import { t } from "../texts/texts.ts";
import { situationWords } from "../pages/printers/situation-words.ts";
import { desktopNotices, showOnDesktop } from "./desktop-notices.ts";
import { healthWords } from "./health-words.ts";
import { toast } from "./notices.tsx";

/** What lasts and is worth a word to whoever looks, or has the page open behind other windows. */
const KINDS = ["printer.state", "delivery.failed", "health"];

/** States of printers that who is at the page has made, or that end nothing. */
const CALM: ReadonlySet<string> = new Set(["ready", "held", "simulated"]);

type Situation = PrinterAnswer["situation"];

interface Told extends Situation {
  readonly printer: string;
  readonly printerId: number;
  readonly printId?: number;
  readonly before: Situation["state"];
  readonly reason: string;
  readonly component: string;
  readonly message: string;
}

/** Says what has happened with printers and the service: in a toast, and on the desktop where somebody wants that. */
export function StateNews() {
  useEvents(KINDS, async ({ kind, data }) => {
    // A toast is written once.
    await allSentences().catch(() => {});
    const told = data as Told;
    const news = newsOf(kind, told);
    if (news === null) return;
    const { title, words, about } = news;
    // The health is on top of every page already.
    if (kind !== "health") toast(`${title}: ${words}`);
    if (desktopNotices.value === "on" && !document.hasFocus()) showOnDesktop(title, words, about);
  });
  return null;
}

function newsOf(kind: string, told: Told) {
  if (kind === "health") {
    const { component, state, message } = told as unknown as Parameters<typeof healthWords>[0];
    return { title: "Tillroll", words: healthWords({ component, state, message }), about: component };
  }
  const title = told.printer;
  const about = `${kind} ${told.printerId}`;
  if (kind === "delivery.failed")
    return {
      title,
      words: t("health.printFailed", { print: String(told.printId ?? ""), reason: said(told.reason) }),
      about,
    };
  if (CALM.has(told.state) && CALM.has(told.before)) return null;
  if (told.state === "ready") return { title, words: t("health.printerWell"), about };
  return { title, words: situationWords({ situation: told, target: "" }), about };
}
