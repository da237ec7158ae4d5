import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type {
  NotificationAnswer,
  NotificationsAnswer,
  NotificationTestAnswer,
} from "../../../../contract/notification.ts";
import { fail, toast } from "../../app/notices.tsx";
import { STREAM_BEGUN } from "../../client/event-stream.ts";
import { get, patch, post, remove } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useEvents } from "../../client/use-events.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Notice } from "../../design/notice.tsx";
import { EmptyState } from "../../design/page.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { TargetDialog } from "./target-dialog.tsx";
import { TargetList } from "./target-list.tsx";

const ADDRESS = "/api/notifications";

/** What happens may be told to somebody a moment later. */
const TOLD_BY = ["printer.state", "delivery.failed", "health", STREAM_BEGUN];

type Shown =
  | { readonly is: "edit"; readonly target: NotificationAnswer | null }
  | { readonly is: "remove"; readonly target: NotificationAnswer };

/** Who is told away from the page. */
export function TargetsCard() {
  const asked = useAnswer((end) => get<NotificationsAnswer>(ADDRESS, end), []);
  const [shown, setShown] = useState<Shown | null>(null);
  const [refusal, setRefusal] = useState("");
  useEvents(TOLD_BY, () => asked.again());
  const items = asked.answer?.items ?? [];
  const test = async (target: NotificationAnswer) => {
    setRefusal("");
    try {
      const { ok, reason } = await post<NotificationTestAnswer>(`${ADDRESS}/${target.id}/test`, {});
      if (ok) toast(t("notifications.testTaken", { name: target.name }));
      else setRefusal(`${target.name}: ${said(reason ?? "")}`);
    } catch (error) {
      fail(error);
    }
  };
  const change = (target: NotificationAnswer, state: NotificationAnswer["state"]) => {
    patch(`${ADDRESS}/${target.id}`, { state }).then(asked.again, fail);
  };
  return (
    <Card
      title={t("notifications.away")}
      actions={
        <Button kind="main" icon="plus" onClick={() => setShown({ is: "edit", target: null })}>
          {t("notifications.add")}
        </Button>
      }
    >
      <Loading of={asked} lines={3} />
      {refusal === "" ? null : (
        <Notice kind="bad" onDismiss={() => setRefusal("")}>
          {refusal}
        </Notice>
      )}
      {asked.answer !== null && items.length === 0 ? (
        <EmptyState title={t("notifications.awayNone")}>
          <p>{t("notifications.awayNoneAbout")}</p>
        </EmptyState>
      ) : null}
      {items.length === 0 ? null : (
        <TargetList
          targets={items}
          onTest={test}
          onEdit={(target) => setShown({ is: "edit", target })}
          onState={change}
          onRemove={(target) => setShown({ is: "remove", target })}
        />
      )}
      {shown === null ? null : (
        <ShownDialog
          shown={shown}
          mailServer={asked.answer?.mailServer ?? null}
          onDone={asked.again}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  );
}

interface ShownDialogProps {
  readonly shown: Shown;
  readonly mailServer: string | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function ShownDialog({ shown, mailServer, onDone, onClose }: ShownDialogProps) {
  const { target } = shown;
  if (shown.is === "edit")
    return <TargetDialog target={target} mailServer={mailServer} onSaved={onDone} onClose={onClose} />;
  const { id, name, address } = shown.target;
  return (
    <Confirmation
      title={t("notifications.removeTitle", { name })}
      action={t("notifications.remove")}
      isDangerous
      onConfirm={async () => {
        await remove(`${ADDRESS}/${id}`);
        onDone();
      }}
      onClose={onClose}
    >
      <p>{t("notifications.removeText", { address })}</p>
    </Confirmation>
  );
}
