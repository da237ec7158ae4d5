import { Loading } from "../../../design/loading.tsx";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { DeliveryAnswer } from "../../../../../contract/delivery.ts";
import type { PrintAnswer } from "../../../../../contract/print.ts";
import type { PrinterAnswer } from "../../../../../contract/printer.ts";
import { RETENTION_LIMITS } from "../../../../../domain/retention-limits.ts";
import { toast } from "../../../app/notices.tsx";
import { workspaceAddress } from "../../../app/route.ts";
import { get, post, put, workspacePath } from "../../../client/request.ts";
import { useAnswer } from "../../../client/use-answer.ts";
import { LinkButton } from "../../../design/button.tsx";
import { Confirmation, Dialog, DialogActions } from "../../../design/dialog.tsx";
import { Field, Select } from "../../../design/field.tsx";
import { t } from "../../../texts/texts.ts";
import { nameOf } from "../print-name.ts";

interface PrintDialogProps {
  readonly slug: string;
  readonly print: PrintAnswer;
  readonly onClose: () => void;
}

interface PrinterDialogProps {
  readonly slug: string;
  readonly title: string;
  readonly action: string;
  /** The printer that is chosen at first, when it has a real one. */
  readonly first: string | null;
  readonly onPrinter: (name: string) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Asks for a printer with a real one behind it, and does something there. */
function PrinterDialog({ slug, title, action, first, onPrinter, onClose, children }: PrinterDialogProps) {
  const asked = useAnswer(
    (end) => get<{ readonly items: readonly PrinterAnswer[] }>(workspacePath(slug, "printers"), end),
    [slug],
  );
  const [chosen, choose] = useState<string | null>(null);
  if (asked.answer === null)
    return (
      <Dialog title={title} onClose={onClose}>
        <Loading of={asked} />
        <DialogActions>{null}</DialogActions>
      </Dialog>
    );
  const names = asked.answer.items.filter(({ target }) => target !== null).map(({ name }) => name);
  const printer = chosen ?? names.find((name) => name === first) ?? names[0];
  if (printer === undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{t("print.again.none")}</p>
        <DialogActions>
          <LinkButton kind="main" href={workspaceAddress(slug, "printers")}>
            {t("print.toPrinters")}
          </LinkButton>
        </DialogActions>
      </Dialog>
    );
  return (
    <Confirmation title={title} action={action} onConfirm={() => onPrinter(printer)} onClose={onClose}>
      {children}
      <Select
        id="again-printer"
        label={t("print.again.printer")}
        choices={names.map((name) => ({ value: name, name }))}
        value={printer}
        onValue={choose}
      />
    </Confirmation>
  );
}

/** Has a print printed again, by any printer of its workspace. @param printer the one that it came in by */
export function PrintAgainDialog({
  slug,
  print,
  printer,
  onDone,
  onClose,
}: PrintDialogProps & { readonly printer: string | null; readonly onDone: () => void }) {
  const name = nameOf(print);
  return (
    <PrinterDialog
      slug={slug}
      title={t("print.again.title", { name })}
      action={t("print.again.action")}
      first={printer}
      onClose={onClose}
      onPrinter={async (chosen) => {
        const path = workspacePath(slug, "prints", print.id, "deliver");
        await post<DeliveryAnswer>(path, { printer: chosen });
        toast(t("print.again.queued", { name, printer: chosen }));
        onDone();
      }}
    />
  );
}

/** Opens the cash drawer at a printer. */
export function DrawerDialog({
  slug,
  printer,
  onClose,
}: {
  readonly slug: string;
  readonly printer: string | null;
  readonly onClose: () => void;
}) {
  return (
    <PrinterDialog
      slug={slug}
      title={t("print.drawer.title")}
      action={t("print.drawer.action")}
      first={printer}
      onClose={onClose}
      onPrinter={async (chosen) => {
        await post(workspacePath(slug, "printers", chosen, "drawer"));
        toast(t("print.drawer.opened", { printer: chosen }));
      }}
    >
      <p>{t("print.drawer.about")}</p>
    </PrinterDialog>
  );
}

/** Puts a print under a legal hold: nobody and nothing removes it. */
export function KeepDialog({
  slug,
  print,
  onDone,
  onClose,
}: PrintDialogProps & { readonly onDone: () => void }) {
  const [reason, setReason] = useState("");
  const name = nameOf(print);
  return (
    <Confirmation
      title={t("print.keep.title", { name })}
      action={t("print.keep.action")}
      onClose={onClose}
      onConfirm={async () => {
        await post(workspacePath(slug, "retention-holds"), {
          name: nameOf({ id: print.id, label: null }),
          condition: { printKey: print.printKey },
          reason,
        });
        toast(t("print.keep.done", { name }));
        onDone();
      }}
    >
      <p>{t("print.keep.about")}</p>
      <Field
        label={t("print.keep.reason")}
        value={reason}
        onValue={setReason}
        maxLength={RETENTION_LIMITS.reasonCharacters}
        required
      />
    </Confirmation>
  );
}

/** Makes a print the reference with which later ones are compared. */
export function ApproveDialog({ slug, print, onClose }: PrintDialogProps) {
  const [reference, setReference] = useState(print.label ?? "");
  const name = nameOf(print);
  return (
    <Confirmation
      title={t("print.approve.title", { name })}
      action={t("print.approve.action")}
      onClose={onClose}
      onConfirm={async () => {
        await put(workspacePath(slug, "references", reference), { printId: print.id });
        toast(t("print.approve.done", { name, reference }));
      }}
    >
      <p>{t("print.approve.about")}</p>
      <Field
        label={t("print.approve.name")}
        hint={t("print.approve.hint")}
        value={reference}
        onValue={setReference}
        required
      />
    </Confirmation>
  );
}
