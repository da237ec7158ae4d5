import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isAbort, RefusedError, UnreachableError } from "../client/errors.ts";
import { reachable } from "../client/request.ts";
import { Notice } from "../design/notice.tsx";
import { t } from "../texts/texts.ts";

/** How long an offer to undo stays, milliseconds. */
const TOAST_MILLISECONDS = 8000;

interface Toast {
  readonly message: string;
  readonly undo?: () => void;
}

const failure = signal<string | null>(null);
const shownToast = signal<Toast | null>(null);

/** Says on top of the page why something failed. A lost connection has its own notice already. */
export function fail(error: unknown): void {
  if (error instanceof UnreachableError || isAbort(error)) return;
  if (!(error instanceof RefusedError)) console.error(error);
  failure.value = error instanceof RefusedError ? error.message : t("shell.unexpected");
}

/** Takes the last failure away: something later went well, or another page is shown. */
export function clearFailure(): void {
  failure.value = null;
}

/** Does something that a reader asked for; a failure is said on top of the page. @returns whether it went well */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    clearFailure();
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

/** Says for a while that something is done, and offers to undo it. */
export function toast(message: string, undo?: () => void): void {
  shownToast.value = { message, ...(undo === undefined ? {} : { undo }) };
}

/** What all pages have on top: that the service does not answer, and why something failed. */
export function Notices() {
  return (
    <>
      {reachable.value ? null : <Notice>{t("shell.unreachable")}</Notice>}
      {failure.value === null ? null : (
        <Notice kind="bad" onDismiss={clearFailure}>
          {failure.value}
        </Notice>
      )}
    </>
  );
}

/** The newest toast. It stays while it is pointed at or focused. */
export function Toasts() {
  const shown = shownToast.value;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hold = () => clearTimeout(timer.current);
  const release = () => {
    hold();
    timer.current = setTimeout(() => (shownToast.value = null), TOAST_MILLISECONDS);
  };
  useEffect(() => {
    if (shown !== null) release();
    return hold;
  }, [shown]);
  return (
    <div class="toasts" role="status">
      {shown === null ? null : (
        <div
          class="toast"
          onPointerEnter={hold}
          onPointerLeave={release}
          onFocusIn={hold}
          onFocusOut={release}
        >
          <span class="toast-text">{shown.message}</span>
          {shown.undo === undefined ? null : (
            <button
              type="button"
              class="toast-undo"
              onClick={() => {
                shownToast.value = null;
                shown.undo?.();
              }}
            >
              {t("design.undo")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
