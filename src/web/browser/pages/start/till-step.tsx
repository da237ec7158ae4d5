import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { attempt } from "../../app/notices.tsx";
import { may } from "../../app/session.ts";
import { post, workspacePath } from "../../client/request.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { QrCode } from "../../design/qr-code.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { ConnectionFacts } from "../printers/connection.tsx";
import { nextRawPort } from "../printers/printer-acts.ts";
import { closedRawPort, OtherPort } from "../printers/other-port.tsx";
import { portWords } from "../printers/situation-words.ts";
import { firstPrinter } from "./first-printer.ts";

interface TillStepProps {
  readonly slug: string;
  readonly printers: readonly PrinterAnswer[];
  readonly onChanged: () => void;
}

/** What a till must be told, large; and what is in the way of that. */
export function TillAddress({ slug, printers, onChanged }: TillStepProps) {
  const printer = firstPrinter(printers);
  const make = () =>
    attempt(async () => {
      await post(workspacePath(slug, "printers"), { name: "receipt", rawPort: nextRawPort(printers) });
      onChanged();
    });
  if (printer === undefined)
    return (
      <>
        <p>{t("start.noPrinter")}</p>
        {may("admin") ? (
          <div>
            <Button kind="main" onClick={() => void make()}>
              {t("start.makePrinter")}
            </Button>
          </div>
        ) : null}
      </>
    );
  const { connection } = printer;
  const [way] = connection.ways;
  return (
    <>
      <ClosedPort slug={slug} printers={printers} printer={printer} onChanged={onChanged} />
      <div class="start-till">
        <div class="start-address">
          <ConnectionFacts printer={printer} />
          <p class="page-about">{t("start.otherMachine")}</p>
        </div>
        {way === undefined ? null : (
          <QrCode text={way.address} label={t("printers.qr", { address: way.address })} />
        )}
      </div>
    </>
  );
}

/** Another program has the printer's port, or it may not be opened: why, and another one. */
function ClosedPort({
  slug,
  printers,
  printer,
  onChanged,
}: TillStepProps & { readonly printer: PrinterAnswer }) {
  const closed = closedRawPort(printer);
  if (closed === undefined) return null;
  return (
    <Notice
      kind="bad"
      actions={<OtherPort slug={slug} printer={printer} printers={printers} onChanged={onChanged} />}
    >
      {t("start.portTaken", { reason: portWords(closed) || said(closed.reason ?? "") })}
    </Notice>
  );
}
