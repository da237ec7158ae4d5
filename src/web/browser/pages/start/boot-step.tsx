import type { InstallationAnswer } from "../../../../contract/installation.ts";
import { toast } from "../../app/notices.tsx";
import { copyText } from "../../clipboard.ts";
import { Button } from "../../design/button.tsx";
import { t } from "../../texts/texts.ts";

/** Whether the service starts with its machine; what to type where it does not. It may not do that itself: it is no administrator. */
export function BootFacts({ installation }: { readonly installation: InstallationAnswer }) {
  const { isInstalled, isThis, command } = installation;
  if (isInstalled) return <p>{t(isThis ? "start.bootInstalled" : "start.bootOther")}</p>;
  if (command === null) return <p>{t("start.bootUnknown")}</p>;
  const copy = () =>
    copyText(command).then(
      () => toast(t("printers.copied")),
      () => toast(t("printers.copyFailed")),
    );
  return (
    <>
      <p>{t("start.bootCommand")}</p>
      <code class="printer-poll">{command}</code>
      <div class="page-actions">
        <Button icon="copy" onClick={() => void copy()}>
          {t("start.bootCopy")}
        </Button>
      </div>
      <p class="page-about">{t("start.bootMoves")}</p>
    </>
  );
}
