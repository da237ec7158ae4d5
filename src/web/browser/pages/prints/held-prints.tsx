import { health } from "../../app/health-notice.tsx";
import { waitingLongest } from "../../app/health-words.ts";
import { attempt, fail, toast } from "../../app/notices.tsx";
import { workspaceAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { STREAM_BEGUN } from "../../client/event-stream.ts";
import { get, post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useEvents } from "../../client/use-events.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { t } from "../../texts/texts.ts";
import { type HoldingPrinter, holdingWords } from "./holding-words.ts";

/** What becomes of all that a printer holds. */
type HeldDecision = "release" | "cancel";

/** Events after which printers may hold something else than before. */
const EVENTS = [
  STREAM_BEGUN,
  "printer.situation",
  "printer.state",
  "printer.diverted",
  "printer.restored",
  "delivery.waiting",
  "delivery.done",
  "delivery.failed",
];

/** The trays of the printers: what waits for a person, with one button to print all of it and one to print none. */
export function HeldPrints({ slug }: { readonly slug: string }) {
  const ask = (end?: AbortSignal) =>
    get<{ readonly items: readonly HoldingPrinter[] }>(workspacePath(slug, "printers"), end);
  const { answer, again, set } = useAnswer(ask, [slug]);
  useEvents(EVENTS, again);
  // What asks a person to decide comes first.
  const asking = (answer?.items ?? []).toSorted(
    (left, right) => Number(right.queue.held > 0) - Number(left.queue.held > 0),
  );
  const told = waitingLongest(health.value?.troubles ?? []);
  return (
    <div id="held">
      {asking.map((printer) => {
        const words = holdingWords(printer);
        if (words === null) return null;
        const { name, queue } = printer;
        if (name === told && queue.held === 0 && queue.divertedTo === null) return null;
        // The buttons take no press until it is known what is held now.
        const decide = async (decision: HeldDecision) => {
          await decideHeld(slug, name, decision);
          await ask().then(set, fail);
        };
        const buttons = (
          <>
            <Button onClick={() => decide("release")}>{t("prints.printAll")}</Button>
            <Button onClick={() => decide("cancel")}>{t("prints.printNone")}</Button>
          </>
        );
        return (
          <Notice
            key={name}
            actions={
              queue.held > 0 && may("operate") ? (
                buttons
              ) : (
                <LinkButton href={workspaceAddress(slug, "printers")}>{t("health.toPrinters")}</LinkButton>
              )
            }
          >
            {words}
          </Notice>
        );
      })}
    </div>
  );
}

async function decideHeld(slug: string, printer: string, decision: HeldDecision): Promise<void> {
  await attempt(async () => {
    const path = workspacePath(slug, "printers", printer, "held", decision);
    const { count } = await post<{ readonly count: number }>(path);
    toast(t(decision === "release" ? "prints.willPrint" : "prints.willNotPrint", { n: count }));
  });
}
