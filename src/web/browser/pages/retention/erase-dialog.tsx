import type { ErasureAnswer } from "../../../../contract/erasure.ts";
import { post, workspacePath } from "../../client/request.ts";
import { useForm } from "../../client/use-form.ts";
import { Field } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { t } from "../../texts/texts.ts";

interface EraseDialogProps {
  readonly slug: string;
  readonly printId: string;
  readonly onErased: (erasure: ErasureAnswer) => void;
  readonly onClose: () => void;
}

/** Asks why a print is erased for good, and erases it. */
export function EraseDialog({ slug, printId, onErased, onClose }: EraseDialogProps) {
  const form = useForm({ reason: "" });
  return (
    <FormDialog
      title={t("retention.eraseTitle", { id: printId })}
      action={t("retention.eraseIt")}
      isDangerous
      form={form}
      onSend={async () =>
        onErased(await post<ErasureAnswer>(workspacePath(slug, "prints", printId, "erase"), form.values))
      }
      onClose={onClose}
    >
      <p>{t("retention.eraseText")}</p>
      <Field
        label={t("administration.reason")}
        hint={t("administration.reasonHint")}
        value={form.values.reason}
        onValue={form.set("reason")}
        problem={form.problem("reason")}
        autofocus
      />
    </FormDialog>
  );
}
