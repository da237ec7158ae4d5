import type { Form } from "../../client/use-form.ts";
import { Checkbox, Field, Select } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";
import type { TargetDraft } from "./target-draft.ts";

const SECURITIES = ["starttls", "tls", "none"] as const satisfies readonly TargetDraft["security"][];

/** The ports that mail servers have where none is given. */
const PORTS = { starttls: "587", tls: "465", none: "25" } as const;

interface MailServerFieldsProps {
  readonly form: Form<TargetDraft>;
  readonly isNew: boolean;
  /** The mail server of the service; `null` for none. */
  readonly mailServer: string | null;
}

/** By which server mail goes: that of the service, or one of its own. */
export function MailServerFields({ form, isNew, mailServer }: MailServerFieldsProps) {
  const { values, set, problem } = form;
  return (
    <fieldset class="notifications-server">
      <legend class="field-label">{t("notifications.server")}</legend>
      {mailServer === null ? null : (
        <Checkbox
          label={t("notifications.serverOwn", { server: mailServer })}
          checked={values.isServiceServer}
          onValue={set("isServiceServer")}
        />
      )}
      {values.isServiceServer && mailServer !== null ? null : (
        <>
          <div class="notifications-pair">
            <Field
              label={t("notifications.host")}
              value={values.host}
              placeholder="mail.example.com"
              onValue={(host) => {
                set("host")(host);
                set("isServiceServer")(false);
              }}
              problem={problem("server")}
              spellcheck={false}
            />
            <Field
              label={t("notifications.port")}
              inputMode="numeric"
              value={values.port}
              placeholder={PORTS[values.security]}
              onValue={set("port")}
            />
          </div>
          <Select
            label={t("notifications.security")}
            choices={SECURITIES.map((value) => ({ value, name: t(`notifications.security.${value}`) }))}
            value={values.security}
            onValue={set("security")}
          />
          <div class="notifications-pair">
            <Field
              label={t("notifications.user")}
              value={values.user}
              onValue={set("user")}
              spellcheck={false}
            />
            <Field
              label={t("notifications.password")}
              {...(isNew ? {} : { hint: t("notifications.passwordKept") })}
              type="password"
              autocomplete="new-password"
              value={values.password}
              onValue={set("password")}
            />
          </div>
        </>
      )}
    </fieldset>
  );
}
