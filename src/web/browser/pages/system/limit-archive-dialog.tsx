import { patch, workspacePath } from "../../client/request.ts";
import { type Form, useForm } from "../../client/use-form.ts";
import { Field } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { t } from "../../texts/texts.ts";

const BYTES_PER_KILOBYTE = 1000;

/** A limit of bytes a second as it is filled in: kilobytes, or nothing for none. */
export function writtenLimit(bytesPerSecond: number | null): string {
  return bytesPerSecond === null ? "" : String(bytesPerSecond / BYTES_PER_KILOBYTE);
}

/** The inverse of {@link writtenLimit}. */
export function readLimit(kilobytes: string): number | null {
  return kilobytes === "" ? null : Number(kilobytes) * BYTES_PER_KILOBYTE;
}

/** The field of such a limit. */
export function LimitField<Values extends { readonly kilobytes: string }>({
  form,
}: {
  readonly form: Pick<Form<Values>, "values" | "problem"> & {
    set(name: "kilobytes"): (value: string) => void;
  };
}) {
  return (
    <Field
      label={t("system.archiveLimit")}
      hint={t("system.archiveLimitHint")}
      type="number"
      inputMode="numeric"
      min={2}
      value={form.values.kilobytes}
      onValue={form.set("kilobytes")}
      problem={form.problem("bytesPerSecond")}
    />
  );
}

interface LimitArchiveDialogProps {
  readonly slug: string;
  readonly bytesPerSecond: number | null;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Changes what is sent to an archive a second, as `tillroll upstream limit` does. */
export function LimitArchiveDialog({ slug, bytesPerSecond, onChanged, onClose }: LimitArchiveDialogProps) {
  const form = useForm({ kilobytes: writtenLimit(bytesPerSecond) }, ["bytesPerSecond"]);
  return (
    <FormDialog
      title={t("system.archiveLimitTitle")}
      action={t("system.archiveLimitChange")}
      form={form}
      onSend={() =>
        patch(workspacePath(slug, "upstream"), { bytesPerSecond: readLimit(form.values.kilobytes) })
      }
      onSent={() => {
        onChanged();
        onClose();
      }}
      onClose={onClose}
    >
      <LimitField form={form} />
    </FormDialog>
  );
}
