import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { toast } from "../../app/notices.tsx";
import { post, remove } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Confirmation, Dialog } from "../../design/dialog.tsx";
import { Loading } from "../../design/loading.tsx";
import { Failure } from "../../design/notice.tsx";
import { t } from "../../texts/texts.ts";
import { DetectDialog } from "./detect-dialog.tsx";
import { type ActOn, cancelWaiting, openDrawer, printerPath } from "./printer-acts.ts";

/** What a person is asked before it is done, or for it. */
export type Asking =
  | { readonly what: "add"; readonly given?: Partial<PrinterAnswer> }
  | { readonly what: "find" }
  | {
      readonly what: "change" | "cancel" | "drawer" | "poll" | "remove";
      readonly printer: PrinterAnswer;
    };

interface DialogsProps {
  readonly slug: string;
  readonly asking: Asking;
  readonly printers: readonly PrinterAnswer[];
  readonly ask: (asking: Asking) => void;
  readonly onClose: () => void;
  /** Printers have come, gone or changed. */
  readonly onChanged: () => void;
}

/** The dialog that is open. */
export function PrinterDialog(props: DialogsProps) {
  const { slug, asking, printers, onClose, onChanged } = props;
  switch (asking.what) {
    case "find":
      return <DetectDialog slug={slug} printers={printers} onClose={onClose} onChanged={onChanged} />;
    case "add":
      return <PrinterForm {...props} given={asking.given ?? {}} printer={null} />;
    case "change":
      return <PrinterForm {...props} given={{}} printer={asking.printer} />;
    case "poll":
      return <PollAddress slug={slug} printer={asking.printer} onChanged={onChanged} onClose={onClose} />;
    default:
      return (
        <Sure
          slug={slug}
          printer={asking.printer}
          what={asking.what}
          onChanged={onChanged}
          onClose={onClose}
        />
      );
  }
}

interface SureProps extends ActOn {
  readonly what: "cancel" | "drawer" | "remove";
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. */
function Sure({ what, onClose, ...on }: SureProps) {
  const { printer } = on;
  const { name } = printer;
  const common = { onClose, isDangerous: what !== "drawer" };
  if (what === "cancel") {
    const { waiting, held } = printer.situation;
    return (
      <Confirmation
        {...common}
        title={t("printers.cancelTitle", { printer: name })}
        action={t("printers.cancelAll")}
        onConfirm={() => cancelWaiting(on)}
      >
        <p>{t("printers.cancelAbout", { n: waiting + held })}</p>
      </Confirmation>
    );
  }
  if (what === "drawer")
    return (
      <Confirmation
        {...common}
        title={t("printers.drawerTitle", { printer: name })}
        action={t("printers.drawer")}
        onConfirm={() => openDrawer(on)}
      >
        <p>{t("printers.drawerAbout")}</p>
      </Confirmation>
    );
  return (
    <Confirmation
      {...common}
      title={t("printers.removeTitle", { printer: name })}
      action={t("printers.remove")}
      onConfirm={async () => {
        await remove(printerPath(on));
        toast(t("printers.removed", { printer: name }));
        on.onChanged(printer);
      }}
    >
      <p>{t("printers.removeAbout")}</p>
    </Confirmation>
  );
}

/** The address that a real printer asks for its prints: made when the dialog opens, and shown this once. */
function PollAddress({ onClose, ...on }: ActOn & { readonly onClose: () => void }) {
  const { name } = on.printer;
  const made = useAnswer(() => post<{ readonly address: string }>(printerPath(on, "poll-address")), [name]);
  return (
    <Dialog title={t("printers.pollTitle", { printer: name })} onClose={onClose} isWide>
      <p>{t("printers.pollAbout")}</p>
      {made.error === null ? null : <Failure error={made.error} />}
      {made.answer === null ? null : <code class="printer-poll">{made.answer.address}</code>}
    </Dialog>
  );
}

interface PrinterFormProps extends DialogsProps {
  readonly printer: PrinterAnswer | null;
  readonly given: Partial<PrinterAnswer>;
}

/** The form comes with the rows of all settings and the names of all models, which only it needs. */
function PrinterForm(props: PrinterFormProps) {
  const loaded = useAnswer(() => import("./printer-form.tsx"), []);
  if (loaded.answer !== null) return <loaded.answer.PrinterFormDialog {...props} />;
  return (
    <Dialog title={t("printers.addTitle")} onClose={props.onClose} isWide>
      {<Loading of={loaded} lines={6} />}
    </Dialog>
  );
}
