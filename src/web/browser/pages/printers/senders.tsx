import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { SenderAnswer } from "../../../../contract/printer.ts";
import { may } from "../../app/session.ts";
import { get } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useEvents } from "../../client/use-events.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Table } from "../../design/table.tsx";
import { formatShortTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { type ActOn, changeLists, printerPath } from "./printer-acts.ts";

/** Who has printed on a printer, or was turned away; each can be blocked and allowed by one press. */
export function SendersTable(on: ActOn) {
  const { printer } = on;
  const [toBlock, setToBlock] = useState<string | null>(null);
  const asked = useAnswer(
    (end) => get<{ readonly items: readonly SenderAnswer[] }>(printerPath(on, "senders"), end),
    [printer.name, printer.updatedAt],
  );
  // It may be from a new address.
  useEvents(["print.created"], () => asked.again());
  const { answer } = asked;
  return (
    <section class="printer-section">
      <h2 class="printer-section-title">{t("printers.senders")}</h2>
      {answer !== null && answer.items.length > 0 ? (
        <p class="page-about">{t("printers.sendersAbout")}</p>
      ) : null}
      <Loading of={asked} />
      {answer !== null && answer.items.length === 0 ? <p>{t("printers.noSenders")}</p> : null}
      {answer === null || answer.items.length === 0 ? null : (
        <Table
          label={t("printers.senders")}
          rows={answer.items}
          keyOf={({ address, origin }) => `${address} ${origin}`}
          columns={[
            { title: t("printers.sender"), cell: ({ address }) => <code>{address}</code> },
            { title: t("printers.origin"), cell: ({ origin }) => origin ?? "–" },
            { title: t("printers.way"), cell: ({ protocol }) => protocol ?? "–" },
            { title: t("printers.prints"), cell: ({ prints }) => prints, isNumber: true },
            { title: t("printers.refusals"), cell: ({ refusals }) => refusals, isNumber: true },
            { title: t("printers.last"), cell: ({ lastAt }) => formatShortTime(lastAt) },
            {
              title: t("printers.mayPrint"),
              cell: ({ mayPrint }) => (
                <Badge kind={mayPrint ? "good" : "bad"}>
                  {t(mayPrint ? "printers.mayPrint" : "printers.mayNotPrint")}
                </Badge>
              ),
            },
            {
              title: t("printers.decision"),
              isTitleHidden: true,
              cell: ({ address, mayPrint }) =>
                !may("admin") ? null : mayPrint ? (
                  <Button
                    aria-label={t("printers.blockNamed", { address })}
                    onClick={() => setToBlock(address)}
                  >
                    {t("printers.block")}
                  </Button>
                ) : (
                  <Button
                    aria-label={t("printers.allowNamed", { address })}
                    onClick={() => allow(on, address)}
                  >
                    {t("printers.allow")}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {toBlock === null ? null : <SureToBlock {...on} address={toBlock} onClose={() => setToBlock(null)} />}
    </section>
  );
}

interface SureToBlockProps extends ActOn {
  readonly address: string;
  readonly onClose: () => void;
}

function SureToBlock({ address, onClose, ...on }: SureToBlockProps) {
  return (
    <Confirmation
      title={t("printers.blockTitle", { address })}
      action={t("printers.block")}
      isDangerous
      onConfirm={() => block(on, address)}
      onClose={onClose}
    >
      <p>{t("printers.blockAbout", { printer: on.printer.name })}</p>
    </Confirmation>
  );
}

function block(on: ActOn, address: string): Promise<boolean> {
  return changeLists(
    on,
    ({ block: blocked, allow: allowed }) => ({
      block: [...blocked.filter((each) => each !== address), address],
      // Without anybody else in it, its absence would allow all: the list of those that may not says it anyway.
      ...(allowed.length > 1 && { allow: allowed.filter((each) => each !== address) }),
    }),
    t("printers.blocked", { address, printer: on.printer.name }),
  );
}

/** Takes an address from those that may not print; where only some may, it becomes one of them. */
function allow(on: ActOn, address: string): Promise<boolean> {
  return changeLists(
    on,
    ({ block: blocked, allow: allowed }) => ({
      block: blocked.filter((each) => each !== address),
      ...(allowed.length > 0 && !allowed.includes(address) && { allow: [...allowed, address] }),
    }),
    t("printers.allowed", { address, printer: on.printer.name }),
  );
}
