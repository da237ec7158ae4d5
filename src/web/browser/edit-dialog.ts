import { PRINT_LIMITS } from "../../domain/limits.ts";
import { crossIcon, element, find } from "./element.ts";
import { patchOf, type Print, type PrintPatch } from "./print.ts";

/** The form in which a print's label, device and tags are changed. */
export class EditDialog {
  private readonly dialog = find("#edit-dialog", HTMLDialogElement);
  private readonly label = find("#edit-label", HTMLInputElement);
  private readonly device = find("#edit-device", HTMLInputElement);
  private readonly tags = find("#edit-tags", HTMLElement);
  private readonly problem = find("#edit-problem", HTMLElement);
  private readonly save = find("#edit-save", HTMLButtonElement);
  private print: Print | null = null;

  /** @param onSave stores the patch; when it fails the dialog stays and says why */
  constructor(private readonly onSave: (print: Print, patch: PrintPatch) => Promise<void>) {
    this.label.maxLength = PRINT_LIMITS.labelCharacters;
    this.device.maxLength = PRINT_LIMITS.deviceIdCharacters;
    find("#edit-add-tag", HTMLButtonElement).addEventListener("click", () => this.addTag("", "").focus());
    find("#edit-cancel", HTMLButtonElement).addEventListener("click", () => this.dialog.close());
    find("#edit-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.submit();
    });
  }

  open(print: Print): void {
    this.print = print;
    this.problem.textContent = "";
    this.label.value = print.label ?? "";
    this.device.value = print.deviceId ?? "";
    this.tags.replaceChildren();
    for (const [key, value] of Object.entries(print.tag)) this.addTag(key, value);
    this.dialog.showModal();
    this.label.select();
  }

  private addTag(key: string, value: string): HTMLInputElement {
    const shared = { autocomplete: "off", spellcheck: "false" };
    const keyField = element("input", { ...shared, "aria-label": "Tag key", placeholder: "orderId" });
    const valueField = element("input", { ...shared, "aria-label": "Tag value", placeholder: "1001" });
    keyField.maxLength = PRINT_LIMITS.tagKeyCharacters;
    valueField.maxLength = PRINT_LIMITS.tagValueCharacters;
    keyField.value = key;
    valueField.value = value;
    const remove = element("button", { type: "button", class: "button-quiet", "aria-label": "Remove tag" });
    remove.append(crossIcon());
    const row = element("div", { class: "edit-tag" }, keyField, valueField, remove);
    remove.addEventListener("click", () => {
      row.remove();
      find("#edit-add-tag", HTMLButtonElement).focus();
    });
    this.tags.append(row);
    return keyField;
  }

  private async submit(): Promise<void> {
    const print = this.print;
    if (print === null || this.save.disabled) return;
    const tags = [...this.tags.children].map((row) => {
      const [key, value] = [...row.querySelectorAll("input")].map((input) => input.value);
      return [key ?? "", value ?? ""] as const;
    });
    if (tags.some(([key, value]) => key === "" && value !== "")) {
      this.problem.textContent = "Every tag needs a key.";
      return;
    }
    this.save.disabled = true;
    try {
      const patch = patchOf(print, { label: this.label.value, deviceId: this.device.value, tags });
      if (Object.keys(patch).length > 0) await this.onSave(print, patch);
      this.dialog.close();
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
    }
    this.save.disabled = false;
  }
}
