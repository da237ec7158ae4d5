import { useState } from "preact/hooks";
import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { Button } from "../../design/button.tsx";
import { t } from "../../texts/texts.ts";
import { FoundPrinters } from "../printers/detect-dialog.tsx";
import { PrinterDialog } from "../printers/printer-dialogs.tsx";
import { situationWords } from "../printers/situation-words.ts";
import { firstPrinter } from "./first-printer.ts";

interface TargetStepProps {
  readonly slug: string;
  readonly printers: readonly PrinterAnswer[];
  readonly onChanged: () => void;
}

/** Offers as the real printer what is found on this machine and its networks; one that is not found has its address typed in. */
export function RealPrinter(props: TargetStepProps) {
  const [isLooking, setLooking] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const first = firstPrinter(props.printers);
  const targeted = props.printers.filter(({ target }) => target !== null);
  return (
    <>
      {targeted.map((printer) => (
        <p key={printer.id}>
          {t("start.targetIs", { printer: printer.name, target: printer.target ?? "" })}{" "}
          {situationWords(printer)}
        </p>
      ))}
      {targeted.length === 0 ? <p>{t("start.targetNone")}</p> : null}
      {isLooking ? <FoundPrinters {...props} /> : null}
      <div class="page-actions">
        {isLooking ? null : (
          <Button icon="search" onClick={() => setLooking(true)}>
            {t("start.targetLook")}
          </Button>
        )}
        {first === undefined ? null : (
          <Button icon="pencil" onClick={() => setTyping(true)}>
            {t("start.targetType")}
          </Button>
        )}
      </div>
      {isTyping && first !== undefined ? (
        <PrinterDialog
          {...props}
          asking={{ what: "change", printer: first }}
          ask={() => {}}
          onClose={() => setTyping(false)}
        />
      ) : null}
    </>
  );
}
