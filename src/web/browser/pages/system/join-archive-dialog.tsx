import type { UpstreamAnswer } from "../../../../contract/joined-archive.ts";
import { workspaces } from "../../app/session.ts";
import { put, workspacePath } from "../../client/request.ts";
import { useForm } from "../../client/use-form.ts";
import { Field, Select } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { t } from "../../texts/texts.ts";
import { LimitField, readLimit, writtenLimit } from "./limit-archive-dialog.tsx";

interface JoinArchiveDialogProps {
  /** The workspace that is chosen first. */
  readonly slug: string;
  /** What it has joined already; `null` for nothing. */
  readonly joined: UpstreamAnswer["archive"];
  readonly onJoined: () => void;
  readonly onClose: () => void;
}

/** Has the prints of a workspace sent to an archive, as `tillroll upstream join` does. */
export function JoinArchiveDialog({ slug, joined, onJoined, onClose }: JoinArchiveDialogProps) {
  const kept = writtenLimit(joined?.bytesPerSecond ?? null);
  const form = useForm({ slug, url: "", code: "", kilobytes: kept }, ["url", "code", "bytesPerSecond"]);
  const { url, code, kilobytes } = form.values;
  const join = () => {
    const wish = { url: url.trim(), code: code.trim(), bytesPerSecond: readLimit(kilobytes) };
    return put(workspacePath(form.values.slug, "upstream"), wish);
  };
  return (
    <FormDialog
      title={t("system.archiveJoinTitle")}
      action={t("system.archiveJoin")}
      form={form}
      onSend={join}
      onSent={() => {
        onJoined();
        onClose();
      }}
      onClose={onClose}
    >
      {workspaces.value.length < 2 ? null : (
        <Select
          label={t("system.archiveWorkspace")}
          choices={workspaces.value.map((workspace) => ({ value: workspace.slug, name: workspace.slug }))}
          value={form.values.slug}
          onValue={form.set("slug")}
        />
      )}
      <Field
        label={t("system.archiveAddress")}
        hint={t("system.archiveAddressHint")}
        type="url"
        value={url}
        onValue={form.set("url")}
        problem={form.problem("url")}
        placeholder="https://archive.example#1f…"
        spellcheck={false}
        autofocus
      />
      <Field
        label={t("system.archiveCode")}
        hint={t("system.archiveCodeHint")}
        value={code}
        onValue={form.set("code")}
        problem={form.problem("code")}
        autocomplete="one-time-code"
        spellcheck={false}
      />
      <LimitField form={form} />
    </FormDialog>
  );
}
