import { useState } from "preact/hooks";
import type { NotificationAnswer } from "../../../../contract/notification.ts";
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_LANGUAGES,
  NOTIFIED_EVENTS,
} from "../../../../domain/notification.ts";
import { workspaces } from "../../app/session.ts";
import { patch, post } from "../../client/request.ts";
import { type Form, useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { CopyField } from "../../design/copy-field.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Choices } from "../../design/choices.tsx";
import { Checkbox, Field, Select } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { language, t } from "../../texts/texts.ts";
import { MailServerFields } from "./mail-server-fields.tsx";
import { bodyOf, draftOf, newDraft, patchOf, type TargetDraft } from "./target-draft.ts";

/** What the service calls the fields. */
const FIELDS = ["name", "address", "server", "secret", "workspace", "events", "quietHours", "priority"];

const PRIORITIES = ["auto", "1", "2", "3", "4", "5"] as const;

interface TargetDialogProps {
  /** The one that is changed; `null` for a new one. */
  readonly target: NotificationAnswer | null;
  /** The mail server of the service; `null` for none. */
  readonly mailServer: string | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Says who is told, how, and of what. */
export function TargetDialog({ target, mailServer, onSaved, onClose }: TargetDialogProps) {
  const [before] = useState(() =>
    target === null ? newDraft(language.value, mailServer !== null) : draftOf(target),
  );
  const form = useForm<TargetDraft>(before, FIELDS);
  const [key, setKey] = useState<string | null>(null);
  if (key !== null) return <WebhookKey value={key} onClose={onClose} />;
  const save = async () => {
    if (target !== null) {
      await patch(`/api/notifications/${target.id}`, patchOf(form.values, before));
      return;
    }
    const made = await post<NotificationAnswer>("/api/notifications", bodyOf(form.values));
    if (made.secret !== undefined) setKey(made.secret);
  };
  const isShownKey = target === null && form.values.kind === "webhook";
  return (
    <FormDialog
      title={
        target === null ? t("notifications.addTitle") : t("notifications.changeTitle", { name: target.name })
      }
      action={target === null ? t("notifications.add") : t("notifications.save")}
      form={form}
      isWide
      onSend={save}
      onSent={() => {
        onSaved();
        if (!isShownKey) onClose();
      }}
      onClose={onClose}
    >
      <WhoFields
        form={form}
        isNew={target === null}
        mailServer={mailServer}
        hasToken={target?.hasSecret === true}
      />
      <WhatFields form={form} />
    </FormDialog>
  );
}

interface WhoFieldsProps {
  readonly form: Form<TargetDraft>;
  readonly isNew: boolean;
  readonly mailServer: string | null;
  readonly hasToken: boolean;
}

function WhoFields({ form, isNew, mailServer, hasToken }: WhoFieldsProps) {
  const { values, set, problem } = form;
  const { kind } = values;
  return (
    <>
      {isNew ? (
        <Select
          label={t("notifications.kind")}
          choices={NOTIFICATION_KINDS.map((value) => ({ value, name: t(`notifications.kind.${value}`) }))}
          value={kind}
          onValue={set("kind")}
        />
      ) : null}
      <Field
        label={t(`notifications.address.${kind}`)}
        hint={t(`notifications.addressHint.${kind}`)}
        type={kind === "mail" ? "text" : "url"}
        value={values.address}
        onValue={set("address")}
        problem={problem("address")}
        spellcheck={false}
        autofocus
      />
      <Field
        label={t("administration.name")}
        hint={t("notifications.nameHint")}
        value={values.name}
        placeholder={values.address}
        onValue={set("name")}
        problem={problem("name")}
      />
      {kind === "mail" ? <MailServerFields form={form} isNew={isNew} mailServer={mailServer} /> : null}
      {kind === "ntfy" ? (
        <div class="notifications-pair">
          <Field
            label={t("notifications.token")}
            hint={t(hasToken ? "notifications.tokenKept" : "notifications.tokenHint")}
            type="password"
            autocomplete="new-password"
            value={values.token}
            onValue={set("token")}
            problem={problem("secret")}
          />
          <Select
            label={t("notifications.priority")}
            choices={PRIORITIES.map((value) => ({ value, name: t(`notifications.priority.${value}`) }))}
            value={PRIORITIES.find((value) => value === values.priority) ?? "auto"}
            onValue={set("priority")}
            problem={problem("priority")}
          />
        </div>
      ) : null}
    </>
  );
}

function WhatFields({ form }: { readonly form: Form<TargetDraft> }) {
  const { values, set, problem } = form;
  const choices = workspaces.value.map(({ slug }) => ({ value: slug, name: slug }));
  return (
    <>
      <Choices
        label={t("notifications.events")}
        values={NOTIFIED_EVENTS}
        chosen={values.events}
        nameOf={(event) => t(`notifications.event.${event}`)}
        problem={problem("events")}
        onValue={set("events")}
      />
      <Checkbox
        label={t("notifications.quiet")}
        hint={t("notifications.quietHint")}
        checked={values.isQuiet}
        onValue={set("isQuiet")}
      />
      {values.isQuiet ? (
        <div class="notifications-pair">
          <Field
            label={t("notifications.quietFrom")}
            type="time"
            value={values.quietFrom}
            onValue={set("quietFrom")}
          />
          <Field
            label={t("notifications.quietTo")}
            type="time"
            value={values.quietTo}
            onValue={set("quietTo")}
            problem={problem("quietHours")}
          />
        </div>
      ) : null}
      <div class="notifications-pair">
        <Select
          label={t("notifications.language")}
          choices={NOTIFICATION_LANGUAGES.map((value) => ({
            value,
            name: t(`notifications.language.${value}`),
          }))}
          value={values.language}
          onValue={set("language")}
        />
        {choices.length < 2 ? null : (
          <Select
            label={t("notifications.whose")}
            choices={[{ value: "", name: t("notifications.whoseAll") }, ...choices]}
            value={values.workspace}
            onValue={set("workspace")}
            problem={problem("workspace")}
          />
        )}
      </div>
    </>
  );
}

function WebhookKey({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  return (
    <Dialog title={t("notifications.keyTitle")} onClose={onClose}>
      <p>{t("notifications.keyText")}</p>
      <CopyField label={t("notifications.key")} value={value} />
      <div class="dialog-actions">
        <Button kind="main" onClick={onClose}>
          {t("administration.done")}
        </Button>
      </div>
    </Dialog>
  );
}
