import type { NotificationAnswer } from "../../../../contract/notification.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Menu } from "../../design/menu.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { Time } from "../../design/time.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

interface TargetListProps {
  readonly targets: readonly NotificationAnswer[];
  readonly onTest: (target: NotificationAnswer) => Promise<void>;
  readonly onEdit: (target: NotificationAnswer) => void;
  readonly onState: (target: NotificationAnswer, state: NotificationAnswer["state"]) => void;
  readonly onRemove: (target: NotificationAnswer) => void;
}

/** Who is told, of what, and whether that goes well. */
export function TargetList({ targets, ...acts }: TargetListProps) {
  return (
    <Table label={t("notifications.list")} rows={targets} keyOf={({ id }) => id} columns={columnsOf(acts)} />
  );
}

function columnsOf(acts: Omit<TargetListProps, "targets">): readonly Column<NotificationAnswer>[] {
  return [
    { title: t("administration.name"), cell: ({ name }) => name },
    {
      title: t("notifications.to"),
      cell: ({ kind, name, address }) => (
        <>
          <div>{t(`notifications.kind.${kind}`)}</div>
          {name === address ? null : <span class="notifications-address">{address}</span>}
        </>
      ),
    },
    { title: t("notifications.events"), cell: (target) => <What target={target} /> },
    { title: t("administration.state"), cell: (target) => <State target={target} /> },
    {
      title: t("notifications.sent"),
      cell: ({ sentAt }) => (sentAt === null ? t("notifications.sentNever") : <Time at={sentAt} />),
    },
    {
      title: t("administration.actions"),
      isTitleHidden: true,
      cell: (target) => <Actions target={target} {...acts} />,
    },
  ];
}

function What({ target: { events, quietHours, workspace } }: { readonly target: NotificationAnswer }) {
  const told = events.map((event) => t(`notifications.short.${event}`)).join(", ");
  const limits = [
    ...(workspace === null ? [] : [workspace]),
    ...(quietHours === null ? [] : [t("notifications.quietHours", { hours: quietHours })]),
  ];
  return (
    <>
      <div>{told}</div>
      {limits.length === 0 ? null : <span class="notifications-address">{limits.join(", ")}</span>}
    </>
  );
}

function State({ target: { state, reason, waiting } }: { readonly target: NotificationAnswer }) {
  if (state === "paused") return <Badge>{t("notifications.state.paused")}</Badge>;
  return (
    <>
      {reason === null ? (
        <Badge kind="good">{t("notifications.state.active")}</Badge>
      ) : (
        <Badge kind="bad">{t("notifications.state.failing")}</Badge>
      )}
      {reason === null ? null : <p class="notifications-reason">{said(reason)}</p>}
      {waiting === 0 ? null : (
        <p class="notifications-reason">{t("notifications.state.waiting", { n: waiting })}</p>
      )}
    </>
  );
}

function Actions(props: { readonly target: NotificationAnswer } & Omit<TargetListProps, "targets">) {
  const { target, onTest, onEdit, onState, onRemove } = props;
  const isPaused = target.state === "paused";
  return (
    <div class="notifications-actions">
      <Button onClick={() => onTest(target)} aria-label={t("notifications.testOf", { name: target.name })}>
        {t("notifications.test")}
      </Button>
      <Menu
        label={t("notifications.menuOf", { name: target.name })}
        items={[
          { name: t("notifications.change"), icon: "pencil", onChoose: () => onEdit(target) },
          {
            name: t(isPaused ? "notifications.resume" : "notifications.pause"),
            icon: "clock",
            onChoose: () => onState(target, isPaused ? "active" : "paused"),
          },
          {
            name: t("notifications.remove"),
            icon: "trash",
            isDangerous: true,
            onChoose: () => onRemove(target),
          },
        ]}
      />
    </div>
  );
}
