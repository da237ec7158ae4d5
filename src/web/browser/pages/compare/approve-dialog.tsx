import { useState } from "preact/hooks";
import type { ReferenceAnswer } from "../../../../contract/reference.ts";
import type { PrintAnswer } from "../../../../contract/print.ts";
import { toast } from "../../app/notices.tsx";
import { goTo } from "../../app/router.ts";
import { put, workspacePath } from "../../client/request.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";
import { Field } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";
import { compareAddress } from "./compare-address.ts";

interface ApproveDialogProps {
  readonly slug: string;
  readonly print: PrintAnswer;
  /** The reference that it is compared with. */
  readonly reference: ReferenceAnswer | null;
  readonly ignore: readonly string[];
  readonly tolerance: number | null;
  readonly onClose: () => void;
}

/** Makes a print the reference that later ones are compared with. */
export function ApproveDialog({ slug, print, reference, ignore, tolerance, onClose }: ApproveDialogProps) {
  const [name, setName] = useState(reference?.name ?? print.label ?? "");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isReplaced = reference !== null && reference.name === name.trim();
  const patterns = [...new Set([...(isReplaced ? reference.ignore : []), ...ignore])];
  const approve = async () => {
    setBusy(true);
    try {
      const body = { printId: print.id, ignore: patterns, ...(tolerance !== null && { tolerance }) };
      const path = workspacePath(slug, "references", name.trim());
      const approved = await put<ReferenceAnswer>(path, body);
      onClose();
      toast(t("compare.approved", { name: approved.name }));
      goTo(compareAddress(slug, { a: print.id, reference: approved.name }), true);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("compare.approveTitle", { id: String(print.id) })} onClose={onClose} isBusy={isBusy}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void approve();
        }}
      >
        <p class="dialog-words">{t(isReplaced ? "compare.approveAgain" : "compare.approveAbout")}</p>
        <Field
          label={t("compare.name")}
          hint={t("compare.nameHint")}
          value={name}
          problem={problem}
          required
          onValue={setName}
        />
        {patterns.length === 0 ? null : (
          <p class="dialog-words">{t("compare.approveIgnored", { patterns: patterns.join("  ") })}</p>
        )}
        <DialogActions>
          <Button type="submit" kind="main" isBusy={isBusy} disabled={name.trim() === ""}>
            {t("compare.approve")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
