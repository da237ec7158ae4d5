import { useEffect } from "preact/hooks";
import type { DeliveryAnswer } from "../../../../contract/delivery.ts";
import { attempt } from "../../app/notices.tsx";
import { printsAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { get, post, withQuery, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Table } from "../../design/table.tsx";
import { formatShortTime } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { type ActOn, OPERATE } from "./printer-acts.ts";

/** Prints that are listed one by one; for more there are the buttons of the card. */
const MOST_LISTED = 20;

/** The states of a delivery that is not over, those that wait for a person first. */
const WAITING = ["held", "kept", "failed", "sending", "queued"] as const;

/** States from which a person can have a print printed. */
const DECISIONS = { held: "release", kept: "release", failed: "retry" } as const;

/** What waits for a printer, one by one, with why. */
export function WaitingList({ slug, printer }: ActOn) {
  const { waiting, held } = printer.situation;
  const ask = (end?: AbortSignal) => waitingFor(slug, printer.name, end);
  const asked = useAnswer(ask, [printer.name]);
  // The list stays in its place while it is read again.
  useEffect(() => asked.again(), [waiting, held]);
  const rows = asked.answer ?? [];
  if (rows.length === 0) return null;
  // Its buttons take no press until it is known what waits now.
  const decide: Decide = (id, decision) =>
    attempt(async () => {
      await post(workspacePath(slug, "deliveries", id, decision));
      asked.set(await ask());
    });
  return (
    <section class="printer-section">
      <h2 class="printer-section-title">{t("printers.waitingList")}</h2>
      <Table
        label={t("printers.waitingList")}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t("printers.print"),
            cell: ({ printId }) => <a href={printsAddress(slug, printId)}>{printId}</a>,
          },
          { title: t("printers.waitsSince"), cell: ({ createdAt }) => formatShortTime(createdAt) },
          {
            title: t("printers.why"),
            cell: ({ reason }) => (reason === null ? t("printers.waitsForTurn") : said(reason)),
          },
          {
            title: t("printers.decision"),
            isTitleHidden: true,
            cell: (delivery) => <Decisions delivery={delivery} decide={decide} />,
          },
        ]}
      />
    </section>
  );
}

/** What waits, each state in the order in which it is printed. */
async function waitingFor(slug: string, printer: string, end?: AbortSignal): Promise<DeliveryAnswer[]> {
  const lists = await Promise.all(
    WAITING.map((state) =>
      get<{ readonly items: readonly DeliveryAnswer[] }>(
        withQuery(workspacePath(slug, "deliveries"), { printer, state, limit: MOST_LISTED }),
        end,
      ),
    ),
  );
  return lists.flatMap(({ items }) => items.toReversed()).slice(0, MOST_LISTED);
}

type Decide = (id: number, decision: "release" | "retry" | "cancel") => Promise<boolean>;

/** What a person can decide on a print that waits. */
function Decisions({ delivery, decide }: { readonly delivery: DeliveryAnswer; readonly decide: Decide }) {
  const { id, printId, state } = delivery;
  const decision = state in DECISIONS ? DECISIONS[state as keyof typeof DECISIONS] : null;
  if (!may(OPERATE)) return null;
  return (
    <span class="printer-buttons">
      {decision === null ? null : (
        <Button aria-label={t("printers.releaseNamed", { id: printId })} onClick={() => decide(id, decision)}>
          {t("printers.release")}
        </Button>
      )}
      <Button
        kind="quiet"
        aria-label={t("printers.cancelNamed", { id: printId })}
        onClick={() => decide(id, "cancel")}
      >
        {t("printers.cancel")}
      </Button>
    </span>
  );
}
