import { type ComponentChildren, createContext } from "preact";
import { useContext, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts/texts.ts";
import { Button } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  /** Called when it is closed without being done: by Esc, a button, or a click beside it. */
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

const Close = createContext(() => {});

/** A window in the page that must be answered first. It is there while it is rendered. */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        <Close.Provider value={onClose}>{children}</Close.Provider>
      </div>
    </dialog>
  );
}

/** The buttons of a dialog: to leave it, and what it is for. */
export function DialogActions({ children }: { readonly children: ComponentChildren }) {
  const close = useContext(Close);
  return (
    <div class="dialog-actions">
      <Button onClick={close}>{t("design.cancel")}</Button>
      {children}
    </div>
  );
}

interface ConfirmationProps {
  readonly title: string;
  /** What will happen, by name and number. */
  readonly children: ComponentChildren;
  /** What the button says: the deed, not "OK". */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** The dialog closes when it is done; a failure is shown in it. */
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function Confirmation(props: ConfirmationProps) {
  const { title, children, action, isDangerous = false, onConfirm, onClose } = props;
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-words">{children}</div>
      <p class="field-problem" role="alert">
        {problem}
      </p>
      <DialogActions>
        <Button kind={isDangerous ? "danger" : "main"} disabled={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
