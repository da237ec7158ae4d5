import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { may } from "../../app/session.ts";
import { workspaceAddress } from "../../app/route.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { formatAgo } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { ConnectionFacts } from "./connection.tsx";
import { modelName } from "./model-names.ts";
import { closedRawPort, OtherPort } from "./other-port.tsx";
import { type ActOn, holdOrResume, OPERATE, printWaiting, testPrint } from "./printer-acts.ts";
import type { Asking } from "./printer-dialogs.tsx";
import { PrinterMenu } from "./printer-menu.tsx";
import { situationBadge, situationWords, waitingWords } from "./situation-words.ts";

/** What a card of a printer is given. */
export interface PrinterCardProps extends ActOn {
  /** Asks before something that is not undone, or for more. */
  readonly ask: (asking: Asking) => void;
  /** All of the workspace. */
  readonly printers: readonly PrinterAnswer[];
  /** Whether its name stands above it already. */
  readonly isAlone?: boolean;
}

/** A printer: how it is, what waits, what a till must be told, and what is done with it most. */
export function PrinterCard({ ask, printers, isAlone = false, ...on }: PrinterCardProps) {
  const { slug, printer } = on;
  const { situation } = printer;
  const badge = situationBadge(situation);
  return (
    <Card
      title={
        isAlone ? (
          t("printers.now")
        ) : (
          <a class="printer-name" href={workspaceAddress(slug, "printers", printer.name)}>
            {printer.name}
          </a>
        )
      }
      aside={
        <span class="printer-aside">
          <Badge kind={badge.kind}>{badge.words}</Badge>
          <PrinterMenu {...on} ask={ask} />
        </span>
      }
      actions={<CardActions {...on} />}
    >
      <p class={situation.isTrouble ? "printer-state printer-state-bad" : "printer-state"}>
        {situationWords(printer)}
      </p>
      {closedRawPort(printer) === undefined ? null : (
        <div class="printer-buttons">
          <OtherPort {...on} printers={printers} />
        </div>
      )}
      <Waiting {...on} ask={ask} />
      <div class="printer-tell">
        <h3 class="printer-heading">{t("printers.tell")}</h3>
        <ConnectionFacts printer={printer} />
      </div>
      <PrinterFacts printer={printer} />
    </Card>
  );
}

/** What waits for the real printer, and what can be done about it. */
function Waiting({ ask, ...on }: Omit<PrinterCardProps, "printers">) {
  const words = waitingWords(on.printer.situation);
  if (words.length === 0) return null;
  return (
    <div class="printer-waiting">
      <p>{words.join(" ")}</p>
      {may(OPERATE) ? (
        <div class="printer-buttons">
          {on.printer.held ? null : (
            <Button onClick={() => printWaiting(on)}>{t("printers.printWaiting")}</Button>
          )}
          <Button kind="quiet" onClick={() => ask({ what: "cancel", printer: on.printer })}>
            {t("printers.cancelWaiting")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function CardActions(on: ActOn) {
  if (!may(OPERATE)) return null;
  return (
    <>
      <Button icon="receipt" onClick={() => testPrint(on)}>
        {t("printers.test")}
      </Button>
      {on.printer.target === null ? null : (
        <Button onClick={() => holdOrResume(on)} kind={on.printer.held ? "main" : "plain"}>
          {t(on.printer.held ? "printers.resume" : "printers.hold")}
        </Button>
      )}
    </>
  );
}

function PrinterFacts({ printer }: { readonly printer: PrinterAnswer }) {
  const { model, target, backup, also, situation } = printer;
  const { lastPrintAt } = situation;
  const facts = [
    [t("printers.realPrinter"), target ?? t("printers.noRealPrinter")],
    ...(model === null ? [] : [[t("printers.model"), modelName(model)]]),
    ...(backup === null ? [] : [[t("printers.backup"), backup]]),
    ...(also.length === 0 ? [] : [[t("printers.copies"), also.join(", ")]]),
  ];
  return (
    <>
      <dl class="printer-facts">
        {facts.map(([name, value]) => (
          <div key={name} class="printer-fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="printer-last">
        {lastPrintAt === null
          ? t("printers.noPrint")
          : t("printers.lastPrint", { ago: formatAgo(lastPrintAt) })}
      </p>
    </>
  );
}
