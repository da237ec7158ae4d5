import { useState } from "preact/hooks";
import type { SessionAnswer } from "../../../../contract/service.ts";
import { toast } from "../../app/notices.tsx";
import { remove } from "../../client/request.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { formatAgo, formatFullTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { deviceOf } from "./device-name.ts";

interface SessionTableProps {
  readonly sessions: readonly SessionAnswer[];
  /** Whether it tells whose each is. */
  readonly hasPeople: boolean;
  readonly onEnded: () => void;
}

/** Sessions of the dashboard, each with a button to end it. */
export function SessionTable({ sessions, hasPeople, onEnded }: SessionTableProps) {
  const [asked, setAsked] = useState<SessionAnswer | null>(null);
  const end = async ({ id }: SessionAnswer) => {
    await remove(`/api/sessions/${encodeURIComponent(id)}`);
    toast(t("people.ended"));
    // Where it was the own one, this leads to signing in.
    onEnded();
  };
  return (
    <>
      <Table
        label={t("people.sessionList")}
        columns={[...(hasPeople ? [who()] : []), ...columns(setAsked)]}
        rows={sessions}
        keyOf={({ id }) => id}
      />
      {asked === null ? null : (
        <Confirmation
          title={t("people.endTitle")}
          action={t("people.end")}
          isDangerous
          onConfirm={() => end(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            {asked.current ? t("people.endOwnAbout") : t("people.endAbout", { device: deviceWords(asked) })}
          </p>
        </Confirmation>
      )}
    </>
  );
}

function who(): Column<SessionAnswer> {
  return {
    title: t("people.who"),
    cell: ({ person, token }) =>
      person === null ? t("people.byToken", { name: token?.name || (token?.id ?? "") }) : person.name,
  };
}

function columns(ask: (session: SessionAnswer) => void): readonly Column<SessionAnswer>[] {
  return [
    {
      title: t("people.device"),
      cell: (session) => (
        <span title={session.userAgent}>
          {deviceWords(session)} {session.current ? <Badge>{t("people.thisDevice")}</Badge> : null}
        </span>
      ),
    },
    { title: t("people.address"), cell: ({ client }) => client },
    {
      title: t("people.since"),
      cell: ({ createdAt, openedBy }) => (
        <time dateTime={createdAt} title={formatFullTime(createdAt)}>
          {formatAgo(createdAt)}, {t(`people.way.${openedBy}`)}
        </time>
      ),
    },
    {
      title: t("people.lastUsed"),
      cell: ({ lastUsedAt }) => (
        <time dateTime={lastUsedAt} title={formatFullTime(lastUsedAt)}>
          {formatAgo(lastUsedAt)}
        </time>
      ),
    },
    {
      title: t("people.actions"),
      isTitleHidden: true,
      isNumber: true,
      cell: (session) => (
        <Button aria-label={t("people.endOf", { device: deviceWords(session) })} onClick={() => ask(session)}>
          {t("people.end")}
        </Button>
      ),
    },
  ];
}

function deviceWords({ userAgent }: SessionAnswer): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== null && system !== null) return t("people.onSystem", { browser, system });
  return browser ?? system ?? (userAgent.split(/[ /]/)[0] || t("people.unknownDevice"));
}
