import type { GapFinding, GapsAnswer } from "../../../../contract/gaps.ts";
import { printsAddress } from "../../app/route.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Table } from "../../design/table.tsx";
import { formatNumber } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";

const KINDS = { missing: "bad", doubled: "warning", outOfOrder: "plain" } as const;

interface GapReportViewProps {
  readonly slug: string;
  readonly report: GapsAnswer;
  readonly onPage: (page: number) => void;
}

/** What was found: how much of it, series by series, and one by one. */
export function GapReportView({ slug, report, onPage }: GapReportViewProps) {
  const { findings, findingCount, groups, page, pageSize } = report;
  const last = Math.ceil(findingCount / pageSize);
  return (
    <>
      <Summary slug={slug} report={report} />
      {groups.length === 0 ? null : <Groups groups={groups} />}
      {findings.length === 0 ? null : <Findings slug={slug} findings={findings} />}
      {last <= 1 ? null : (
        <div class="gaps-pages">
          <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t("gaps.previous")}
          </Button>
          <span>{t("gaps.page", { page, last })}</span>
          <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
            {t("gaps.next")}
          </Button>
        </div>
      )}
    </>
  );
}

function Summary({ slug, report }: Pick<GapReportViewProps, "slug" | "report">) {
  const { numbered, missing, doubled, differing, outOfOrder, without, notNumbers, deleted } = report;
  return (
    <div role="status">
      <p class="gaps-sum">
        {numbered === 0
          ? t("gaps.nothing")
          : missing + doubled + outOfOrder === 0
            ? t("gaps.complete", { n: numbered })
            : t("gaps.sum", { n: numbered, missing, doubled, differing, outOfOrder })}
      </p>
      <ul class="gaps-notes">
        {without === 0 ? null : <li>{t("gaps.without", { n: without })}</li>}
        {notNumbers === 0 ? null : (
          <li>
            {t("gaps.notNumbers", { n: notNumbers })}{" "}
            {report.notNumbered.map(({ id, value }) => (
              <a key={id} class="gaps-print" href={printsAddress(slug, id)}>
                {value === "" ? String(id) : value}
              </a>
            ))}
          </li>
        )}
        {deleted === 0 ? null : <li>{t("gaps.deleted", { n: deleted })}</li>}
        {report.removed === 0 ? null : <li>{t("gaps.removed", { n: report.removed })}</li>}
        {report.isTruncated ? <li>{t("gaps.truncated")}</li> : null}
      </ul>
    </div>
  );
}

function Groups({ groups }: { readonly groups: GapsAnswer["groups"] }) {
  return (
    <Table
      label={t("gaps.groups")}
      rows={groups}
      keyOf={({ series, deviceId, day }) => JSON.stringify([series, deviceId, day])}
      columns={[
        { title: t("gaps.series"), cell: ({ series }) => <code>{series}</code> },
        { title: t("gaps.device"), cell: ({ deviceId }) => deviceId },
        { title: t("gaps.day"), cell: ({ day }) => day },
        { title: t("gaps.first"), cell: ({ first }) => first },
        { title: t("gaps.last"), cell: ({ last }) => last },
        { title: t("gaps.count"), isNumber: true, cell: ({ numbers }) => formatNumber(numbers) },
        { title: t("gaps.kind.missing"), isNumber: true, cell: ({ missing }) => formatNumber(missing) },
        { title: t("gaps.kind.doubled"), isNumber: true, cell: ({ doubled }) => formatNumber(doubled) },
        {
          title: t("gaps.kind.outOfOrder"),
          isNumber: true,
          cell: ({ outOfOrder }) => formatNumber(outOfOrder),
        },
      ]}
    />
  );
}

function Findings({ slug, findings }: { readonly slug: string; readonly findings: readonly GapFinding[] }) {
  return (
    <Table
      label={t("gaps.findings")}
      rows={findings}
      keyOf={(each) =>
        JSON.stringify([each.kind, each.series, each.deviceId, each.day, each.from, each.after])
      }
      columns={[
        {
          title: t("gaps.what"),
          cell: ({ kind }) => <Badge kind={KINDS[kind]}>{t(`gaps.kind.${kind}`)}</Badge>,
        },
        {
          title: t("gaps.number"),
          cell: ({ from, to }) => <strong>{from === to ? from : t("gaps.range", { from, to })}</strong>,
        },
        { title: t("gaps.device"), cell: ({ deviceId }) => deviceId },
        { title: t("gaps.day"), cell: ({ day }) => day },
        { title: t("gaps.prints"), cell: (each) => <Prints slug={slug} finding={each} /> },
        { title: t("gaps.remark"), cell: remarkOf },
      ]}
    />
  );
}

/** The prints before and after a gap, or those that have a number. */
function Prints({ slug, finding }: { readonly slug: string; readonly finding: GapFinding }) {
  const { kind, prints, before, after } = finding;
  const ids = kind === "doubled" ? prints.map(({ id }) => id) : [before, after].filter((id) => id !== null);
  return (
    <>
      {ids.map((id) => (
        <a key={id} class="gaps-print" href={printsAddress(slug, id)}>
          {t("gaps.print", { id: String(id) })}
        </a>
      ))}
    </>
  );
}

function remarkOf({ kind, removed, differ, previous }: GapFinding): string {
  if (kind === "doubled") return t(differ ? "gaps.differ" : "gaps.sentAgain");
  if (kind === "outOfOrder") return t("gaps.after", { number: previous ?? "" });
  return removed > 0 ? t("gaps.removedBetween", { n: removed }) : "";
}
