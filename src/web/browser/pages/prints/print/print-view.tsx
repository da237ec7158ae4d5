import { useEffect, useState } from "preact/hooks";
import type { PrintHistoryAnswer } from "../../../../../contract/about-print.ts";
import type { DeliveryAnswer } from "../../../../../contract/delivery.ts";
import type { PrintAnswer } from "../../../../../contract/print.ts";
import type { HoldBody } from "../../../../../contract/retention.ts";
import type { SearchBody } from "../../../../../contract/search.ts";
import { printsAddress } from "../../../app/route.ts";
import { isArchive, may } from "../../../app/session.ts";
import { RefusedError, UnreachableError } from "../../../client/errors.ts";
import { type StreamEvent, STREAM_BEGUN } from "../../../client/event-stream.ts";
import { get, withQuery, workspacePath } from "../../../client/request.ts";
import { useAnswer } from "../../../client/use-answer.ts";
import { useEvents } from "../../../client/use-events.ts";
import { Icon } from "../../../design/icon.tsx";
import { Failure } from "../../../design/notice.tsx";
import { Skeleton } from "../../../design/page.tsx";
import { t } from "../../../texts/texts.ts";
import { format, type PaperWish } from "./drawing.ts";
import type { ByteRange } from "./paper-highlight.ts";
import { PrintActions } from "./print-actions.tsx";
import { PrintDeliveries } from "./print-deliveries.tsx";
import { PrintFacts } from "./print-facts.tsx";
import { PrintFiscal } from "./print-fiscal.tsx";
import { PrintHead } from "./print-head.tsx";
import { PrintHistory } from "./print-history.tsx";
import { PrintLint } from "./print-lint.tsx";
import { nameOf } from "../print-name.ts";
import { ReceiptDesk } from "./receipt-desk.tsx";
import { useNeighbourKeys, useNeighbours } from "./use-neighbours.ts";

interface PrintViewProps {
  readonly slug: string;
  readonly printId: number;
  /** The text of the search, which stays in all addresses; empty for none. */
  readonly q: string;
  /** What the list shows: the ways to the print's neighbours go through it. */
  readonly search: SearchBody;
  /** Called with the print after it was changed here. */
  readonly onChanged: (print: PrintAnswer) => void;
  readonly onClose: () => void;
}

/** The open print: its receipt, what can be done with it, and all that is known of it. */
export function PrintView(props: PrintViewProps) {
  const { slug, printId, q } = props;
  const asked = useAnswer(
    (end) => get<PrintAnswer>(workspacePath(slug, "prints", printId), end),
    [slug, printId],
  );
  useEvents(PRINT_EVENTS, (event) => {
    if (event.kind === STREAM_BEGUN ? asked.answer !== null : isAbout(event, printId)) asked.again();
  });
  const { error } = asked;
  // A print that cannot be read while the service is away is read when it is back.
  useEffect(() => {
    if (!(error instanceof UnreachableError)) return;
    const timer = setTimeout(asked.again, RETRY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [error]);
  const isRefused = error instanceof RefusedError;
  const print = isRefused ? null : asked.answer;
  if (print !== null)
    return <OpenPrint key={`${slug}/${printId}`} {...props} print={print} onPrint={asked.set} />;
  return (
    <div class="view-missing">
      <a id="back" class="back" href={printsAddress(slug, null, q)}>
        <Icon name="back" />
        {t("print.back")}
      </a>
      {isRefused ? (
        <p id="missing" class="missing" role="alert">
          {error.message}
        </p>
      ) : error === null ? (
        <Skeleton lines={4} />
      ) : (
        <Failure error={error} onRetry={asked.again} />
      )}
    </div>
  );
}

/** Time after which a service that did not answer is asked again, milliseconds. */
const RETRY_MILLISECONDS = 2000;

/** What may have changed a print, or taken it away. */
const PRINT_EVENTS = [
  "print.updated",
  "print.deleted",
  "prints.deleted",
  "print.erased",
  "print.purged",
  STREAM_BEGUN,
];

/** What may have changed a print's deliveries. */
const DELIVERY_EVENTS = [
  "delivery.waiting",
  "delivery.done",
  "delivery.failed",
  "printer.diverted",
  STREAM_BEGUN,
];

/** Whether an event is about a print, as far as it tells. */
function isAbout({ kind, data }: StreamEvent, printId: number): boolean {
  const told = data as {
    readonly id?: number;
    readonly printId?: number;
    readonly printIds?: readonly number[];
  };
  if (kind === "print.purged" || kind === "printer.diverted") return true;
  return (told.printId ?? told.id) === printId || told.printIds?.includes(printId) === true;
}

interface OpenPrintProps extends PrintViewProps {
  readonly print: PrintAnswer;
  /** Takes over what the print has become. */
  readonly onPrint: (print: PrintAnswer) => void;
}

function OpenPrint({ slug, printId, q, search, print, onPrint, onChanged }: OpenPrintProps) {
  const [wish, setWish] = useState<PaperWish>({});
  const [wanted, setWanted] = useState<ByteRange | null>(null);
  const { history, deliveries, hold, again } = useSurroundings(slug, print);
  const neighbours = useNeighbours({ slug, printId, q, search });
  useNeighbourKeys(neighbours);
  const name = nameOf(print);
  useEffect(() => {
    const before = document.title;
    document.title = `${name} · Tillroll`;
    return () => {
      document.title = before;
    };
  }, [name]);
  const created = history?.items.at(-1)?.actor ?? null;
  const printer = created?.kind === "printer" && created.name !== "" ? created.name : null;
  return (
    <article id="view" class={format.value === "commands" ? "view shows-commands" : "view"}>
      <PrintHead
        {...neighbours}
        slug={slug}
        print={print}
        deliveries={deliveries}
        hold={hold}
        printer={printer}
        back={printsAddress(slug, null, q)}
      >
        <PrintActions
          slug={slug}
          print={print}
          wish={wish}
          printer={printer}
          onDone={again}
          onChanged={(changed) => {
            onPrint(changed);
            onChanged(changed);
          }}
        />
      </PrintHead>
      <div class="view-body">
        <ReceiptDesk slug={slug} print={print} wish={wish} onWish={setWish} wanted={wanted} />
        <aside class="facts" aria-label={t("print.about")}>
          <PrintDeliveries slug={slug} deliveries={deliveries} onChange={again} />
          <PrintLint
            slug={slug}
            printId={print.id}
            wish={wish}
            onChoose={(range) => {
              format.value = "commands";
              setWanted(range);
            }}
          />
          <PrintFacts slug={slug} print={print} history={history} />
          {"fiscal.system" in print.tag && !isArchive() ? (
            <PrintFiscal slug={slug} printId={print.id} />
          ) : null}
          {history === null ? null : <PrintHistory history={history} />}
        </aside>
      </div>
    </article>
  );
}

/** What is told of a print beside it: what was done to it, what became of it at the real printers, and why it is kept. */
function useSurroundings(slug: string, { id, updatedAt, printKey }: PrintAnswer) {
  const history = useAnswer(
    (end) => get<PrintHistoryAnswer>(workspacePath(slug, "prints", id, "history"), end),
    [slug, id],
  );
  const path = withQuery(workspacePath(slug, "deliveries"), { printId: id });
  const deliveries = useAnswer(
    async (end) =>
      isArchive() ? { items: [] } : get<{ readonly items: readonly DeliveryAnswer[] }>(path, end),
    [path],
  );
  const holds = useAnswer(
    async (end) =>
      may("admin") && !isArchive()
        ? get<{ readonly items: readonly HoldBody[] }>(workspacePath(slug, "retention-holds"), end)
        : { items: [] },
    [slug],
  );
  const again = () => {
    history.again();
    deliveries.again();
    holds.again();
  };
  useEffect(() => {
    if (history.answer !== null) history.again();
  }, [updatedAt]);
  useEvents(DELIVERY_EVENTS, (event) => {
    if (event.kind === STREAM_BEGUN || isAbout(event, id)) again();
  });
  const hold = holds.answer?.items.find(
    ({ releasedAt, condition }) => releasedAt === null && condition.printKey === printKey,
  );
  return {
    history: history.answer,
    deliveries: deliveries.answer?.items ?? [],
    hold: hold ?? null,
    again,
  };
}
