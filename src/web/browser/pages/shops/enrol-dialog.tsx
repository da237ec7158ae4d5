import { useState } from "preact/hooks";
import type { EnrolledShopAnswer, ShopAnswer } from "../../../../contract/shop.ts";
import { loadSession } from "../../app/session.ts";
import { post } from "../../client/request.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { CopyField } from "../../design/copy-field.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Field } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { formatShortTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";

interface EnrolDialogProps {
  /** The shop that is enrolled again; `null` for a new one. */
  readonly shop: ShopAnswer | null;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Makes a code for a shop, and shows what is to be typed there, this once. */
export function EnrolDialog({ shop, onMade, onClose }: EnrolDialogProps) {
  const [made, setMade] = useState<EnrolledShopAnswer | null>(null);
  const form = useForm({ workspace: shop?.workspace ?? "", group: shop?.group ?? "" });
  if (made !== null) return <Enrolled made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t("shops.enrol")}
      action={t("shops.enrol")}
      form={form}
      onSend={async () => {
        setMade(await post<EnrolledShopAnswer>("/api/shops", form.values));
        // Its workspace may be a new one.
        await loadSession();
      }}
      onSent={onMade}
      onClose={onClose}
    >
      <Field
        label={t("shops.workspace")}
        hint={t("shops.workspaceHint")}
        value={form.values.workspace}
        onValue={form.set("workspace")}
        problem={form.problem("workspace")}
        readOnly={shop !== null}
        spellcheck={false}
        autofocus
      />
      <Field
        label={t("shops.group")}
        hint={t("shops.groupHint")}
        value={form.values.group}
        onValue={form.set("group")}
        problem={form.problem("group")}
      />
    </FormDialog>
  );
}

function Enrolled({ made, onClose }: { readonly made: EnrolledShopAnswer; readonly onClose: () => void }) {
  const { shop, command, code, codeExpiresAt } = made;
  return (
    <Dialog title={t("shops.enrolledTitle")} onClose={onClose}>
      <p>{t("shops.enrolledText", { name: shop.workspace, when: formatShortTime(codeExpiresAt) })}</p>
      <CopyField label={t("shops.command")} value={command} />
      <CopyField label={t("shops.code")} value={code} />
      <div class="dialog-actions">
        <Button kind="main" onClick={onClose}>
          {t("administration.done")}
        </Button>
      </div>
    </Dialog>
  );
}
