import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { WebhookAttemptsAnswer } from "../../../../contract/webhook.ts";
import { get } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { Time } from "../../design/time.tsx";
import { formatNumber } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

type Attempt = WebhookAttemptsAnswer["items"][number];

interface WebhookAttemptsProps {
  /** The path of the webhook in the API. */
  readonly path: string;
  readonly url: string;
}

/** What a webhook was told last, and what came back: read when it is opened. */
export function WebhookAttempts({ path, url }: WebhookAttemptsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("webhooks.attempts")}</summary>
      {isOpen ? <Attempts path={path} url={url} /> : null}
    </details>
  );
}

function Attempts({ path, url }: WebhookAttemptsProps) {
  const asked = useAnswer((end) => get<WebhookAttemptsAnswer>(`${path}/attempts`, end), [path]);
  const { answer } = asked;
  if (answer === null) return <Loading of={asked} lines={2} />;
  if (answer.items.length === 0) return <p>{t("webhooks.noAttempts")}</p>;
  const rows = answer.items;
  return (
    <Table
      label={t("webhooks.attemptsOf", { address: url })}
      rows={rows}
      keyOf={(row) => `${row.at} ${rows.indexOf(row)}`}
      columns={columns()}
    />
  );
}

const columns = (): readonly Column<Attempt>[] => [
  { title: t("webhooks.time"), cell: ({ at }) => <Time at={at} /> },
  { title: t("webhooks.event"), cell: ({ event }) => <code>{event}</code> },
  {
    title: t("webhooks.outcome"),
    cell: ({ ok, reason }) => (
      <>
        <Badge kind={ok ? "good" : "bad"}>{ok ? t("webhooks.took") : t("webhooks.tookNot")}</Badge>{" "}
        {said(reason ?? "")}
      </>
    ),
  },
  { title: t("webhooks.answer"), cell: ({ status, answer }) => `${status ?? ""} ${answer}`.trim() },
  {
    title: t("webhooks.lasted"),
    isNumber: true,
    cell: ({ milliseconds }) =>
      formatNumber(milliseconds, { style: "unit", unit: "millisecond", unitDisplay: "short" }),
  },
];
