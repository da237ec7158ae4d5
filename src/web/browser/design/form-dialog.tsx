import type { ComponentChildren } from "preact";
import type { Form } from "../client/use-form.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";

interface FormDialogProps<Values extends object> {
  readonly title: string;
  /** What the button says: the deed, not "OK". */
  readonly action: string;
  readonly form: Form<Values>;
  readonly isWide?: boolean;
  readonly isDangerous?: boolean;
  readonly onSend: () => Promise<unknown>;
  /** Called when that went well; the dialog closes when it is not given. */
  readonly onSent?: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A window in the page with a form: what is wrong is said at its fields, the rest above the buttons. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, action, form, isWide = false, isDangerous = false, onSend, onClose, children } = props;
  const { onSent = onClose } = props;
  return (
    <Dialog title={title} onClose={onClose} isWide={isWide} isBusy={form.isBusy}>
      <form
        class="form-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.send(onSend).then((isDone) => isDone && onSent());
        }}
      >
        {children}
        <p class="field-problem" role="alert">
          {form.rest}
        </p>
        <DialogActions>
          <Button type="submit" kind={isDangerous ? "danger" : "main"} isBusy={form.isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
