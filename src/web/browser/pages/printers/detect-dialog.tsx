import { useState } from "preact/hooks";
import type { DetectedPrintersAnswer } from "../../../../contract/detected-printers.ts";
import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { toast } from "../../app/notices.tsx";
import { get, patch, post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Failure } from "../../design/notice.tsx";
import { Skeleton } from "../../design/page.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { nextRawPort } from "./printer-acts.ts";

type Found = DetectedPrintersAnswer["printers"][number];

interface DetectProps {
  readonly slug: string;
  readonly printers: readonly PrinterAnswer[];
  /** A printer was added, or has a real one now. */
  readonly onChanged: () => void;
}

/** Real printers that are found, in a dialog. */
export function DetectDialog({ onClose, ...others }: DetectProps & { readonly onClose: () => void }) {
  return (
    <Dialog title={t("printers.findTitle")} onClose={onClose} isWide>
      <FoundPrinters {...others} />
      <div class="dialog-actions">
        <Button onClick={onClose}>{t("design.close")}</Button>
      </div>
    </Dialog>
  );
}

/** Looks for real printers, and makes one of ours of each by one press. */
export function FoundPrinters({ slug, printers, onChanged }: DetectProps) {
  const [problem, setProblem] = useState<unknown>(null);
  const search = useAnswer(
    (end) => get<DetectedPrintersAnswer>(workspacePath(slug, "detected-printers"), end),
    [slug],
  );
  const { answer, error, isLoading, again } = search;
  const change = async (act: () => Promise<unknown>, done: string) => {
    try {
      await act();
      setProblem(null);
      toast(done);
      onChanged();
      return true;
    } catch (failure) {
      setProblem(failure);
      return false;
    }
  };
  if (isLoading)
    return (
      <>
        <p role="status">{t("printers.finding")}</p>
        <Skeleton lines={3} />
      </>
    );
  if (answer === null) return <Failure error={error} onRetry={again} />;
  return (
    <>
      {problem === null ? null : <Failure error={problem} />}
      {answer.printers.length === 0 ? <p>{t("printers.foundNone")}</p> : null}
      <ul class="found-list">
        {answer.printers.map((found) => (
          <FoundPrinter
            key={found.target}
            found={found}
            printers={printers}
            onAdd={() =>
              change(
                () => post(workspacePath(slug, "printers"), newPrinter(found, printers)),
                t("printers.added", { printer: found.name }),
              )
            }
            onPutBehind={({ name }) =>
              change(
                () => patch(workspacePath(slug, "printers", name), { target: found.target }),
                t("printers.putBehindDone", { printer: name }),
              )
            }
          />
        ))}
      </ul>
      {answer.unasked.map(({ source, reason }) => (
        <p key={source} class="found-unasked">
          {t("printers.unasked", { source, reason: said(reason) })}
        </p>
      ))}
      <div>
        <Button icon="search" onClick={again}>
          {t("printers.lookAgain")}
        </Button>
      </div>
    </>
  );
}

interface FoundPrinterProps {
  readonly found: Found;
  readonly printers: readonly PrinterAnswer[];
  /** What these give is whether it went well. */
  readonly onAdd: () => Promise<boolean>;
  readonly onPutBehind: (printer: PrinterAnswer) => Promise<boolean>;
}

/** One that was found. Where a printer of ours has no real one yet, it can stand behind that: tills print there already. */
function FoundPrinter({ found, printers, onAdd, onPutBehind }: FoundPrinterProps) {
  const known = printers.find(({ target }) => target === found.target);
  const alone = printers.find(({ target }) => target === null);
  // It is used already while the printers are still read anew.
  const [isUsed, setUsed] = useState(false);
  return (
    <li class="found">
      <div class="found-words">
        <strong>{found.title}</strong>
        <span class="found-place">
          <code>{found.target}</code> · {t("printers.foundBy", { source: found.source })}
        </span>
      </div>
      {known !== undefined ? (
        <span>{t("printers.known", { printer: known.name })}</span>
      ) : isUsed ? null : (
        <div class="printer-buttons">
          {alone === undefined ? null : (
            <Button kind="main" onClick={async () => setUsed(await onPutBehind(alone))}>
              {t("printers.putBehind", { printer: alone.name })}
            </Button>
          )}
          <Button icon="plus" onClick={async () => setUsed(await onAdd())}>
            {t("printers.useIt")}
          </Button>
        </div>
      )}
    </li>
  );
}

/** A printer of ours in front of one that was found, with the next raw port that no other of ours has. */
function newPrinter({ name, target, model }: Found, printers: readonly PrinterAnswer[]) {
  return { name, target, rawPort: nextRawPort(printers), ...(model !== null && { model }) };
}
