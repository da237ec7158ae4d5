import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { CertificateAnswer } from "../../../../contract/service.ts";
import { addressOf } from "../../base-path.ts";
import { RefusedError } from "../../client/errors.ts";
import { get, post } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useForm } from "../../client/use-form.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Facts } from "../../design/facts.tsx";
import { TextArea } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { Notice } from "../../design/notice.tsx";
import { EmptyState } from "../../design/page.tsx";
import { formatFullTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";

const CERTIFICATE = "/api/certificate";

/** What is asked before it is done, by the path that does it. */
const DEEDS = {
  renew: { path: "renew", body: {}, isDangerous: false },
  renewAuthority: { path: "renew-authority", body: {}, isDangerous: true },
  backToLocal: { path: "replace", body: { certificate: null, key: null }, isDangerous: true },
} as const;

type Deed = keyof typeof DEEDS;

/** The certificate of HTTPS, and the authority that vouches for it. */
export function CertificatePart() {
  const asked = useAnswer((end) => get<CertificateAnswer>(CERTIFICATE, end), []);
  const [deed, setDeed] = useState<Deed | "replace" | null>(null);
  const { answer, error } = asked;
  if (error instanceof RefusedError && error.status === 404)
    return (
      <EmptyState title={t("system.noHttps")}>
        <p>{t("system.noHttpsWhy")}</p>
      </EmptyState>
    );
  if (answer === null) return <Loading of={asked} lines={6} />;
  const close = () => setDeed(null);
  return (
    <div class="system-cards">
      <ShownCertificate answer={answer} onDeed={setDeed} />
      <Card
        title={t("system.authority")}
        actions={<Button onClick={() => setDeed("renewAuthority")}>{t("system.renewAuthority")}</Button>}
      >
        <Facts
          of={[
            [t("system.subject"), answer.authority.subject],
            [t("system.ends"), formatFullTime(answer.authority.until)],
            [t("system.fingerprint"), <code>{answer.authority.fingerprint}</code>],
          ]}
        />
        <p>
          <a href={addressOf("/trust")}>{t("system.trust")}</a>
        </p>
      </Card>
      {deed === null || deed === "replace" ? null : (
        <Confirmation
          title={t(`system.${deed}Title`)}
          action={t(`system.${deed}`)}
          isDangerous={DEEDS[deed].isDangerous}
          onConfirm={async () => {
            const { path, body } = DEEDS[deed];
            asked.set(await post<CertificateAnswer>(`${CERTIFICATE}/${path}`, body));
          }}
          onClose={close}
        >
          <p>{t(`system.${deed}Text`)}</p>
        </Confirmation>
      )}
      {deed === "replace" ? <ReplaceDialog onAnswer={asked.set} onClose={close} /> : null}
    </div>
  );
}

interface ShownCertificateProps {
  readonly answer: CertificateAnswer;
  readonly onDeed: (deed: Deed | "replace") => void;
}

function ShownCertificate({ answer, onDeed }: ShownCertificateProps) {
  const { source, subject, issuer, hosts, uncovered, until, fingerprint, trouble } = answer;
  return (
    <Card
      title={t("system.shown")}
      aside={<Badge>{t(`system.source.${source}`)}</Badge>}
      actions={
        <>
          {source === "local" ? (
            <Button onClick={() => onDeed("renew")}>{t("system.renew")}</Button>
          ) : (
            <Button onClick={() => onDeed("backToLocal")}>{t("system.backToLocal")}</Button>
          )}
          <Button onClick={() => onDeed("replace")}>{t("system.replace")}</Button>
        </>
      }
    >
      {trouble === null ? null : <Notice kind="bad">{trouble}</Notice>}
      <Facts
        of={[
          [t("system.subject"), subject],
          [t("system.issuer"), issuer],
          [t("system.hosts"), hosts.join(", ")],
          [t("system.uncovered"), uncovered.length === 0 ? null : uncovered.join(", ")],
          [t("system.ends"), formatFullTime(until)],
          [t("system.fingerprint"), <code>{fingerprint}</code>],
        ]}
      />
    </Card>
  );
}

interface ReplaceDialogProps {
  readonly onAnswer: (answer: CertificateAnswer) => void;
  readonly onClose: () => void;
}

function ReplaceDialog({ onAnswer, onClose }: ReplaceDialogProps) {
  const form = useForm({ certificate: "", key: "" });
  return (
    <FormDialog
      title={t("system.replace")}
      action={t("system.replace")}
      form={form}
      onSend={async () => onAnswer(await post<CertificateAnswer>(`${CERTIFICATE}/replace`, form.values))}
      onClose={onClose}
    >
      <p>{t("system.replaceAbout")}</p>
      {(["certificate", "key"] as const).map((name) => (
        <TextArea
          key={name}
          label={t(`system.${name}`)}
          placeholder="-----BEGIN"
          value={form.values[name]}
          onValue={form.set(name)}
          problem={form.problem(name)}
          autocomplete="off"
          spellcheck={false}
        />
      ))}
    </FormDialog>
  );
}
