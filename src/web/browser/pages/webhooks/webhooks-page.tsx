import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { WebhookAnswer } from "../../../../contract/webhook.ts";
import { attempt, toast } from "../../app/notices.tsx";
import type { PageProps } from "../../app/pages.ts";
import { get, patch, post, remove, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button, IconButton } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { EmptyState, Page } from "../../design/page.tsx";
import { formatFullTime } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { WebhookAttempts } from "./webhook-attempts.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

/** The addresses of a workspace that are told of events. */
export function WebhooksPage({ slug }: PageProps) {
  const asked = useAnswer(
    (end) => get<{ items: WebhookAnswer[] }>(workspacePath(slug, "webhooks"), end),
    [slug],
  );
  const [edited, setEdited] = useState<WebhookAnswer | "new" | null>(null);
  const items = asked.answer?.items ?? [];
  return (
    <Page
      title={t("webhooks.title")}
      about={t("webhooks.about")}
      actions={
        <Button kind="main" icon="plus" onClick={() => setEdited("new")}>
          {t("webhooks.make")}
        </Button>
      }
    >
      <Loading of={asked} lines={4} />
      {asked.answer !== null && items.length === 0 ? <EmptyState title={t("webhooks.empty")} /> : null}
      <div class="webhooks">
        {items.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            slug={slug}
            webhook={webhook}
            onEdit={() => setEdited(webhook)}
            onChanged={asked.again}
          />
        ))}
      </div>
      {edited === null ? null : (
        <WebhookDialog
          slug={slug}
          webhook={edited === "new" ? null : edited}
          onSaved={asked.again}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}

interface WebhookCardProps {
  readonly slug: string;
  readonly webhook: WebhookAnswer;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
}

const STATE_KINDS = { active: "good", paused: "plain", failing: "bad" } as const;

function WebhookCard({ slug, webhook, onEdit, onChanged }: WebhookCardProps) {
  const { id, url, events, state, failingSince, reason, nextAttemptAt } = webhook;
  const [isRemoving, setRemoving] = useState(false);
  const path = workspacePath(slug, "webhooks", id);
  const shown = state === "active" && failingSince !== null ? "failing" : state;
  const change = (given: object) => void attempt(() => patch(path, given)).then(onChanged);
  return (
    <Card
      title={url}
      aside={<Badge kind={STATE_KINDS[shown]}>{t(`webhooks.state.${shown}`)}</Badge>}
      actions={
        <>
          <TestButton path={path} url={url} />
          {state === "paused" ? (
            <Button
              aria-label={t("webhooks.goOnOf", { address: url })}
              onClick={() => change({ state: "active" })}
            >
              {t("webhooks.goOn")}
            </Button>
          ) : (
            <Button
              aria-label={t("webhooks.pauseOf", { address: url })}
              onClick={() => change({ state: "paused" })}
            >
              {t("webhooks.pause")}
            </Button>
          )}
          <IconButton icon="pencil" label={t("administration.changeOf", { name: url })} onClick={onEdit} />
          <IconButton
            icon="trash"
            label={t("administration.takeAwayOf", { name: url })}
            onClick={() => setRemoving(true)}
          />
        </>
      }
    >
      {failingSince === null ? null : (
        <p class="webhooks-failing">
          {t("webhooks.failing", { time: formatFullTime(failingSince), reason: said(reason ?? "") })}{" "}
          {nextAttemptAt === null ? null : t("webhooks.nextAttempt", { time: formatFullTime(nextAttemptAt) })}
        </p>
      )}
      <ul class="webhooks-events" aria-label={t("webhooks.eventsOf")}>
        {events.map((kind) => (
          <li key={kind}>
            <Badge>{kind}</Badge>
          </li>
        ))}
      </ul>
      <WebhookAttempts path={path} url={url} />
      {isRemoving ? (
        <Confirmation
          title={t("webhooks.removeTitle")}
          action={t("administration.takeAway")}
          isDangerous
          onConfirm={async () => {
            await remove(path);
            onChanged();
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{t("webhooks.removeText", { address: url })}</p>
        </Confirmation>
      ) : null}
    </Card>
  );
}

function TestButton({ path, url }: { readonly path: string; readonly url: string }) {
  const test = () =>
    attempt(async () => {
      const { ok, reason } = await post<{ ok: boolean; reason: string | null }>(`${path}/test`);
      toast(
        ok
          ? t("webhooks.testGood", { address: url })
          : t("webhooks.testBad", { address: url, reason: said(reason ?? "") }),
      );
    });
  return (
    <Button aria-label={t("webhooks.testOf", { address: url })} onClick={test}>
      {t("webhooks.test")}
    </Button>
  );
}
