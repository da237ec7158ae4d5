import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts/texts.ts";
import { Button } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  /** Called when it is closed without being done: by Esc, a button, or a click beside it. */
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /**
   * Something is being sent: it stays until the answer, which it may have to show, and which must not close another dialog.
   */
  readonly isBusy?: boolean;
  /** A button of its own stops what is under way; it is not left otherwise, which would throw away what has come. */
  readonly hasStop?: boolean;
  readonly children: ComponentChildren;
}

/** How long a dialog stays that waits for its answer, milliseconds: whose network is gone is not kept in it. */
const BUSY_MILLISECONDS = 15_000;

const Leaving = createContext({ onClose: () => {}, isBusy: false });

/** A window in the page that must be answered first. It is there while it is rendered. */
export function Dialog(props: DialogProps) {
  const { title, onClose, isWide = false, hasStop = false, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const isRecent = useRecent(props.isBusy === true);
  const isBusy = hasStop ? props.isBusy === true : isRecent;
  const leave = () => (isBusy ? undefined : onClose());
  return (
    <dialog
      ref={dialog}
      class={isWide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // Browsers let a page refuse one Esc, and close it by the next.
      onKeyDown={(event) => {
        if (isBusy && event.key === "Escape") event.preventDefault();
      }}
      // The focus may be lost, and other ways back are no keys.
      onClose={() => (isBusy ? dialog.current?.showModal() : onClose())}
      onMouseDown={(event) => {
        if (event.target === dialog.current) leave();
      }}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        <Leaving.Provider value={{ onClose, isBusy }}>{children}</Leaving.Provider>
      </div>
    </dialog>
  );
}

/** Whether something is so, and has not been for too long. */
function useRecent(isSo: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!isSo) return;
    const timer = setTimeout(() => setOver(true), BUSY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isSo]);
  return isSo && !isOver;
}

/** The buttons of a dialog: to leave it, and what it is for. */
export function DialogActions({ children }: { readonly children: ComponentChildren }) {
  const { onClose, isBusy } = useContext(Leaving);
  return (
    <div class="dialog-actions">
      <Button isBusy={isBusy} onClick={onClose}>
        {t("design.cancel")}
      </Button>
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
  /** The dialog closes when it, or the promise that it gives, is done; a failure is shown in it. */
  readonly onConfirm: () => unknown;
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
    <Dialog title={title} onClose={onClose} isBusy={isBusy}>
      <div class="dialog-words">{children}</div>
      <p class="field-problem" role="alert">
        {problem}
      </p>
      <DialogActions>
        <Button kind={isDangerous ? "danger" : "main"} isBusy={isBusy} onClick={confirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
