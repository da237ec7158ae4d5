import { useState } from "preact/hooks";
import type { FiscalCertificateItem, FiscalCertificatesAnswer } from "../../../../contract/fiscal.ts";
import { may } from "../../app/session.ts";
import { get, post, remove, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Field, TextArea } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { Table } from "../../design/table.tsx";
import { formatShortTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";

interface CertificatesCardProps {
  readonly slug: string;
  /** Called when other signatures can be checked. */
  readonly onChange: () => void;
}

/** The certificates that Austrian codes are checked with. */
export function CertificatesCard({ slug, onChange }: CertificatesCardProps) {
  const path = workspacePath(slug, "fiscal", "certificates");
  const { answer, again } = useAnswer((end) => get<FiscalCertificatesAnswer>(path, end), [path]);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<FiscalCertificateItem | null>(null);
  const changed = () => {
    again();
    onChange();
  };
  const items = answer?.items ?? [];
  return (
    <Card
      title={t("fiscal.certificates")}
      actions={may("admin") ? <Button onClick={() => setAdding(true)}>{t("fiscal.add")}</Button> : null}
    >
      <p>{t("fiscal.certificatesAbout")}</p>
      {items.length === 0 ? (
        <p>{t("fiscal.noCertificates")}</p>
      ) : (
        <Table
          label={t("fiscal.certificatesList")}
          rows={items}
          keyOf={({ serial }) => serial}
          columns={[
            { title: t("fiscal.serial"), cell: ({ serial }) => <code>{serial}</code> },
            { title: t("fiscal.subject"), cell: ({ subject }) => subject || t("fiscal.key") },
            { title: t("fiscal.given"), cell: ({ createdAt }) => formatShortTime(createdAt) },
            {
              title: t("fiscal.actions"),
              isTitleHidden: true,
              cell: (item) =>
                may("admin") ? (
                  <Button
                    kind="danger"
                    aria-label={t("fiscal.removeOf", { serial: item.serial })}
                    onClick={() => setRemoving(item)}
                  >
                    {t("fiscal.remove")}
                  </Button>
                ) : null,
            },
          ]}
        />
      )}
      {isAdding ? <AddDialog path={path} onAdded={changed} onClose={() => setAdding(false)} /> : null}
      {removing === null ? null : (
        <Confirmation
          title={t("fiscal.removeTitle", { serial: removing.serial })}
          action={t("fiscal.remove")}
          isDangerous
          onConfirm={async () => {
            await remove(workspacePath(slug, "fiscal", "certificates", removing.serial));
            changed();
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{t("fiscal.removeText")}</p>
        </Confirmation>
      )}
    </Card>
  );
}

interface AddDialogProps {
  readonly path: string;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

function AddDialog({ path, onAdded, onClose }: AddDialogProps) {
  const form = useForm({ certificate: "", serial: "" });
  const { certificate, serial } = form.values;
  return (
    <FormDialog
      title={t("fiscal.addTitle")}
      action={t("fiscal.add")}
      form={form}
      onSend={async () => {
        await post(path, { certificate, ...(serial !== "" && { serial }) });
        onAdded();
      }}
      onClose={onClose}
    >
      <TextArea
        label={t("fiscal.certificate")}
        value={certificate}
        onValue={form.set("certificate")}
        problem={form.problem("certificate")}
        spellcheck={false}
      />
      <Field
        label={t("fiscal.serial")}
        hint={t("fiscal.serialHint")}
        value={serial}
        onValue={form.set("serial")}
        problem={form.problem("serial")}
      />
    </FormDialog>
  );
}
