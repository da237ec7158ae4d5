import type { PrintAnswer } from "../../../../contract/print.ts";
import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { printsAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { addressOf } from "../../base-path.ts";
import { withQuery, workspacePath } from "../../client/request.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { formatShortTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { OPERATE, testPrint } from "../printers/printer-acts.ts";

interface PrintStepProps {
  readonly slug: string;
  readonly printer: PrinterAnswer | undefined;
  /** The newest print; `null` while there is none. */
  readonly print: PrintAnswer | null;
}

/** Waits for the first print, and shows it as it comes. */
export function FirstPrint({ slug, printer, print }: PrintStepProps) {
  return (
    <div class="start-print">
      <div class="start-body">
        <p role="status">
          {print === null
            ? t("start.printWaiting")
            : t("start.printCame", { time: formatShortTime(print.createdAt) })}
        </p>
        <div class="page-actions">
          {printer === undefined || !may(OPERATE) ? null : (
            <Button
              icon="receipt"
              kind={print === null ? "main" : "plain"}
              onClick={() => testPrint({ slug, printer, onChanged: () => {} })}
            >
              {t("start.printTest")}
            </Button>
          )}
          {print === null ? null : (
            <LinkButton href={printsAddress(slug, print.id)}>{t("start.printOpen")}</LinkButton>
          )}
        </div>
      </div>
      {print === null ? null : (
        <img
          key={print.id}
          class="start-paper"
          src={addressOf(withQuery(workspacePath(slug, "prints", print.id, "preview"), { format: "png" }))}
          alt={t("start.printLabel")}
        />
      )}
    </div>
  );
}
