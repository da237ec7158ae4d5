import { element } from "./element.ts";

/**
 * Puts text on the clipboard. The modern way exists only on localhost and with HTTPS; a dashboard that is opened from
 * another PC of the shop has the old one. @throws Error when neither works
 */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return;
    } catch {
      // Without the permission, the old way may still work.
    }
  }
  const field = element("textarea", { class: "spoken", readonly: true, "aria-hidden": "true" });
  field.value = text;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("The browser did not let the text be copied.");
}
