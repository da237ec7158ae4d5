import { useState } from "preact/hooks";
import type { InvitedPersonAnswer } from "../../../../contract/person.ts";
import { qrSvg } from "../../../../symbols/qr-svg.ts";
import { copyText } from "../../clipboard.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Field } from "../../design/field.tsx";
import { formatShortTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { QrPicture } from "./qr-picture.tsx";

/** Shows the link of a person, this once. */
export function LinkDialog(props: { readonly invited: InvitedPersonAnswer; readonly onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const { person, link } = props.invited;
  if (link === null) return null;
  const { address, expiresAt } = link;
  const copy = async () => {
    await copyText(address);
    setCopied(true);
  };
  return (
    <Dialog title={t("people.linkTitle", { name: person.name })} onClose={props.onClose}>
      <p>{t("people.linkAbout", { name: person.name, when: formatShortTime(expiresAt) })}</p>
      <QrPicture svg={qrSvg(address)} label={t("people.linkCode")} />
      <Field
        id="person-link"
        label={t("people.link")}
        value={address}
        onValue={() => {}}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <p class="people-said" role="status">
        {isCopied ? t("people.copied") : ""}
      </p>
      <div class="dialog-actions">
        <Button icon="copy" onClick={() => void copy().catch(() => setCopied(false))}>
          {t("people.copy")}
        </Button>
        <Button kind="main" onClick={props.onClose}>
          {t("people.done")}
        </Button>
      </div>
    </Dialog>
  );
}
