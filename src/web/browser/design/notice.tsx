import type { ComponentChildren } from "preact";
import { t } from "../texts/texts.ts";
import { Button, IconButton } from "./button.tsx";

interface NoticeProps {
  readonly kind?: "warning" | "bad" | "good";
  /** Buttons at its end. */
  readonly actions?: ComponentChildren;
  /** Adds a cross. */
  readonly onDismiss?: () => void;
  readonly children: ComponentChildren;
}

/** A line across the page that says what the reader should know. Screen readers say it when it comes. */
export function Notice({ kind = "warning", actions, onDismiss, children }: NoticeProps) {
  return (
    <div class={`banner notice-${kind}`} role={kind === "bad" ? "alert" : "status"}>
      <span>{children}</span>
      {actions === undefined ? null : <span class="banner-buttons">{actions}</span>}
      {onDismiss === undefined ? null : (
        <IconButton icon="cross" label={t("design.dismiss")} onClick={onDismiss} />
      )}
    </div>
  );
}

/** What failed, with a button to try it again. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const message = error instanceof Error ? error.message : t("shell.unexpected");
  return (
    <Notice kind="bad" actions={onRetry && <Button onClick={onRetry}>{t("design.retry")}</Button>}>
      {message}
    </Notice>
  );
}
