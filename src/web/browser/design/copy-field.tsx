import { useId, useRef, useState } from "preact/hooks";
import { t } from "../texts/texts.ts";
import { Button } from "./button.tsx";

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
}

/** A text to take elsewhere, with a button that copies it. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    // The modern way exists only on localhost and with HTTPS; what is selected here can be copied from everywhere.
    if (window.isSecureContext)
      await navigator.clipboard.writeText(value).catch(() => document.execCommand("copy"));
    else document.execCommand("copy");
    setCopied(true);
  };
  return (
    <div class="field-frame">
      <label class="field-label" for={id}>
        {label}
      </label>
      <div class="copy-field">
        <input ref={field} id={id} class="field-input copy-field-value" readOnly value={value} />
        <Button icon={isCopied ? "check" : "copy"} onClick={() => void copy()}>
          {isCopied ? t("design.copied") : t("design.copy")}
        </Button>
        <span class="spoken" role="status">
          {isCopied ? t("design.copied") : ""}
        </span>
      </div>
      {hint === undefined ? null : <p class="field-hint">{hint}</p>}
    </div>
  );
}
