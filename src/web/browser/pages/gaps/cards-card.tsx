import type { CardReportAnswer } from "../../../../contract/cards.ts";
import { attempt } from "../../app/notices.tsx";
import { printsAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { get, post, workspacePath } from "../../client/request.ts";
import { useAnswer, useProgress } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Failure } from "../../design/notice.tsx";
import { Table } from "../../design/table.tsx";
import { formatFullTime, formatNumber } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";

/** Which prints have full card numbers, and the devices whose set-up is to be changed. */
export function CardsCard({ slug }: { readonly slug: string }) {
  const asked = useAnswer<CardReportAnswer>((signal) => get(workspacePath(slug, "cards"), signal), [slug]);
  const { answer, error, again, set } = asked;
  const isScanning = answer?.scan?.isDone === false;
  useProgress(asked, () => isScanning);
  const scan = async () => set(await post<CardReportAnswer>(workspacePath(slug, "cards", "scan")));
  return (
    <Card
      title={t("gaps.cards.title")}
      actions={
        may("admin") ? (
          <Button disabled={answer === null || isScanning} onClick={() => void attempt(scan)}>
            {t("gaps.cards.scan")}
          </Button>
        ) : null
      }
    >
      <p>{t("gaps.cards.about")}</p>
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {answer === null ? null : <CardReportView slug={slug} report={answer} />}
    </Card>
  );
}

interface CardReportViewProps {
  readonly slug: string;
  readonly report: CardReportAnswer;
}

function CardReportView({ slug, report }: CardReportViewProps) {
  const { prints, areMore, masked, devices, scan } = report;
  return (
    <>
      <p role="status">
        {prints === 0
          ? t("gaps.cards.none")
          : t(areMore ? "gaps.cards.more" : "gaps.cards.some", { n: prints })}{" "}
        {prints === 0 ? "" : t(masked ? "gaps.cards.masked" : "gaps.cards.shown")}
      </p>
      {scan === null ? null : (
        <p class="gaps-soft">
          {t(scan.isDone ? "gaps.cards.scanned" : "gaps.cards.scanning", {
            done: formatNumber(scan.done),
            total: formatNumber(scan.total),
            found: formatNumber(scan.found),
          })}
        </p>
      )}
      {devices.length === 0 ? null : (
        <Table
          label={t("gaps.cards.devices")}
          rows={devices}
          keyOf={({ deviceId }) => deviceId ?? ""}
          columns={[
            { title: t("gaps.device"), cell: ({ deviceId }) => deviceId ?? t("gaps.cards.noDevice") },
            { title: t("gaps.cards.brands"), cell: ({ brands }) => brands.join(", ") },
            { title: t("gaps.cards.prints"), isNumber: true, cell: ({ prints: own }) => formatNumber(own) },
            {
              title: t("gaps.cards.last"),
              cell: ({ lastPrintId, lastAt }) => (
                <a href={printsAddress(slug, lastPrintId)}>{formatFullTime(lastAt)}</a>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
