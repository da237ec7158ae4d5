import { useState } from "preact/hooks";
import type { WebhookAnswer } from "../../../../contract/webhook.ts";
import { EVENT_KINDS, USUAL_WEBHOOK_EVENTS } from "../../../../domain/event.ts";
import { patch, post, workspacePath } from "../../client/request.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { CopyField } from "../../design/copy-field.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Choices } from "../../design/choices.tsx";
import { Field } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { t } from "../../texts/texts.ts";

interface WebhookDialogProps {
  readonly slug: string;
  /** `null` for one that is to be made. */
  readonly webhook: WebhookAnswer | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Makes or changes a webhook; the secret of a new one is shown, this once. */
export function WebhookDialog({ slug, webhook, onSaved, onClose }: WebhookDialogProps) {
  const [made, setMade] = useState<string | null>(null);
  const initial = {
    url: webhook?.url ?? "",
    events: webhook?.events ?? [...USUAL_WEBHOOK_EVENTS],
    secret: "",
  };
  const form = useForm(initial);
  const { values, set, problem } = form;
  if (made !== null) return <MadeWebhook secret={made} onClose={onClose} />;
  return (
    <FormDialog
      title={webhook === null ? t("webhooks.make") : t("administration.changeOf", { name: webhook.url })}
      action={t("administration.save")}
      form={form}
      onSend={async () => {
        const { secret, ...others } = values;
        const body = { ...others, ...(secret !== "" && { secret }) };
        if (webhook === null) {
          const answer = await post<WebhookAnswer>(workspacePath(slug, "webhooks"), body);
          setMade(answer.secret ?? "");
        } else await patch(workspacePath(slug, "webhooks", webhook.id), body);
      }}
      onSent={() => {
        onSaved();
        if (webhook !== null) onClose();
      }}
      onClose={onClose}
    >
      <Field
        label={t("webhooks.address")}
        hint={t("webhooks.addressHint")}
        type="url"
        value={values.url}
        onValue={set("url")}
        problem={problem("url")}
        spellcheck={false}
        autofocus
      />
      <Choices
        label={t("webhooks.events")}
        values={EVENT_KINDS}
        chosen={values.events}
        nameOf={(kind) => t(`webhooks.kind.${kind}`)}
        problem={problem("events")}
        onValue={set("events")}
      />
      <Field
        label={t("webhooks.newSecret")}
        hint={webhook === null ? t("webhooks.newSecretHint") : t("webhooks.otherSecretHint")}
        value={values.secret}
        onValue={set("secret")}
        problem={problem("secret")}
        spellcheck={false}
      />
    </FormDialog>
  );
}

function MadeWebhook({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog title={t("webhooks.madeTitle")} onClose={onClose}>
      <p>{t("webhooks.madeText")}</p>
      <CopyField label={t("webhooks.secret")} value={secret} />
      <div class="dialog-actions">
        <Button kind="main" onClick={onClose}>
          {t("administration.done")}
        </Button>
      </div>
    </Dialog>
  );
}
