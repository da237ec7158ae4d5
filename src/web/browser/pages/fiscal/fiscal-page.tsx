import { useState } from "preact/hooks";
import type { FiscalReportAnswerType } from "../../../../contract/fiscal.ts";
import type { PageProps } from "../../app/pages.ts";
import { printsAddress, workspaceAddress } from "../../app/route.ts";
import { goTo } from "../../app/router.ts";
import { post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Field } from "../../design/field.tsx";
import { Failure, Notice } from "../../design/notice.tsx";
import { EmptyState, Page, Skeleton } from "../../design/page.tsx";
import { Table } from "../../design/table.tsx";
import { formatNumber } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { CertificatesCard } from "./certificates-card.tsx";
import { deviceName, findingWords } from "./fiscal-words.ts";

type Report = FiscalReportAnswerType;

const PROOFS = ["certificate", "reported", "complete", "rest"] as const;

/** What is asked for, as the address has it. */
interface Wish {
  readonly from: string;
  readonly to: string;
  readonly till: string;
}

/** What the fiscal codes of a workspace say, and what is wrong with them. */
export function FiscalPage({ slug, query }: PageProps) {
  const wish = wishOf(query);
  const { answer, error, again } = useAnswer(
    (end) => post<Report>(workspacePath(slug, "fiscal", "report"), bodyOf(wish), end),
    [slug, JSON.stringify(wish)],
  );
  return (
    <Page title={t("fiscal.title")} about={t("fiscal.about")}>
      <WishForm key={JSON.stringify(wish)} slug={slug} wish={wish} />
      {error !== null ? (
        <Failure error={error} onRetry={again} />
      ) : answer === null ? (
        <Skeleton lines={6} />
      ) : (
        <ReportCards slug={slug} report={answer} />
      )}
      <Card title={t("fiscal.proof")}>
        <ul>
          {PROOFS.map((name) => (
            <li key={name}>{t(`fiscal.proof.${name}`)}</li>
          ))}
        </ul>
      </Card>
      <CertificatesCard slug={slug} onChange={again} />
    </Page>
  );
}

function WishForm({ slug, wish }: { readonly slug: string; readonly wish: Wish }) {
  const [draft, setDraft] = useState(wish);
  const set = (name: keyof Wish) => (value: string) => setDraft({ ...draft, [name]: value });
  return (
    <form
      class="fiscal-wish"
      onSubmit={(event) => {
        event.preventDefault();
        const query = new URLSearchParams(Object.entries(draft).filter(([, value]) => value !== ""));
        goTo(`${workspaceAddress(slug, "fiscal")}${query.size === 0 ? "" : `?${query.toString()}`}`);
      }}
    >
      <Field label={t("fiscal.from")} type="date" value={draft.from} onValue={set("from")} />
      <Field label={t("fiscal.to")} type="date" value={draft.to} onValue={set("to")} />
      <Field label={t("fiscal.till")} value={draft.till} onValue={set("till")} />
      <Button type="submit" kind="main">
        {t("fiscal.ask")}
      </Button>
    </form>
  );
}

function ReportCards({ slug, report }: { readonly slug: string; readonly report: Report }) {
  const { devices, isSound } = report;
  if (devices.length === 0)
    return (
      <EmptyState
        title={t("fiscal.none")}
        actions={<LinkButton href={workspaceAddress(slug, "rules")}>{t("fiscal.rules")}</LinkButton>}
      >
        <p>{t("fiscal.noneAbout")}</p>
      </EmptyState>
    );
  const codes = devices.reduce((sum, device) => sum + device.codes, 0);
  const left = devices.reduce((sum, device) => sum + notChecked(device), 0);
  return (
    <>
      <Notice kind={!isSound ? "bad" : left === 0 ? "good" : "warning"}>
        {isSound ? t("fiscal.sound", { n: codes }) : t("fiscal.unsound")}
        {left === 0 ? null : ` ${t("fiscal.notChecked", { n: left })}`}
      </Notice>
      <FindingsCard slug={slug} report={report} />
      <DevicesCard report={report} />
    </>
  );
}

function FindingsCard({
  slug,
  report: { findings, findingsLeft },
}: {
  readonly slug: string;
  readonly report: Report;
}) {
  return (
    <Card title={t("fiscal.findings")}>
      {findings.length === 0 ? (
        <p>{t("fiscal.nothingFound")}</p>
      ) : (
        <Table
          label={t("fiscal.findingsList")}
          rows={findings.map((finding, index) => ({ finding, index }))}
          keyOf={({ index }) => index}
          columns={[
            {
              title: t("fiscal.print"),
              cell: ({ finding }) => <a href={printsAddress(slug, finding.printId)}>{finding.printId}</a>,
            },
            { title: t("fiscal.till"), cell: ({ finding }) => finding.till },
            { title: t("fiscal.number"), cell: ({ finding }) => finding.number },
            { title: t("fiscal.what"), cell: ({ finding }) => findingWords(finding) },
          ]}
        />
      )}
      {findingsLeft === 0 ? null : <p>{t("fiscal.findingsLeft", { n: findingsLeft })}</p>}
    </Card>
  );
}

function DevicesCard({ report: { devices, devicesLeft } }: { readonly report: Report }) {
  const number = (value: number) => formatNumber(value);
  return (
    <Card title={t("fiscal.devices")}>
      <Table
        label={t("fiscal.devicesList")}
        rows={devices}
        keyOf={({ system, device }) => `${system} ${device}`}
        columns={[
          {
            title: t("fiscal.device"),
            cell: (device) => <span title={device.device}>{deviceName(device)}</span>,
          },
          { title: t("fiscal.tills"), cell: ({ tills }) => tills.join(", ") },
          { title: t("fiscal.codes"), isNumber: true, cell: ({ codes }) => number(codes) },
          { title: t("fiscal.copies"), isNumber: true, cell: ({ copies }) => number(copies) },
          { title: t("fiscal.numbers"), cell: ({ numbers }) => numbers?.join("–") ?? null },
          { title: t("fiscal.missing"), isNumber: true, cell: ({ missing }) => number(missing) },
          { title: t("fiscal.right"), isNumber: true, cell: ({ verdicts }) => number(verdicts.valid) },
          { title: t("fiscal.wrong"), isNumber: true, cell: ({ verdicts }) => number(verdicts.mismatch) },
          {
            title: t("fiscal.unchecked"),
            isNumber: true,
            cell: (device) => number(notChecked(device)),
          },
        ]}
      />
      {devicesLeft === 0 ? null : <p>{t("fiscal.devicesLeft", { n: devicesLeft })}</p>}
    </Card>
  );
}

function notChecked({ codes, verdicts }: Report["devices"][number]): number {
  return codes - verdicts.valid - verdicts.mismatch;
}

function wishOf(query: URLSearchParams): Wish {
  return { from: query.get("from") ?? "", to: query.get("to") ?? "", till: query.get("till") ?? "" };
}

/** A day ends with its last millisecond, by the clock of the reader. */
function bodyOf({ from, to, till }: Wish) {
  return {
    ...(from !== "" && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== "" && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
    ...(till !== "" && { till }),
  };
}
