import { labelsOf } from "../../escpos/models/describe-model.ts";
import { type ModelId, PRINTER_MODELS } from "../../escpos/models/models.ts";
import { columnsOf, powerOnFontOf } from "../../escpos/models/printer-model.ts";
import { CHARSETS, type Charset } from "../../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../../escpos/text/printer-profile.ts";
import { element, find } from "./element.ts";
import type { PreviewQuery } from "./service.ts";

const CHARSET_NAMES: Readonly<Record<Charset, string>> = {
  auto: "automatic",
  western: "Western",
  japan: "Japan",
  china: "China",
  taiwan: "Taiwan",
  korea: "Korea",
  thai: "Thailand",
  "utf-8": "UTF-8",
};

/** Of what the reader has not chosen: as the print's printer, its model and its workspace are set. */
const AS_SET = "";
const AS_SET_TITLE = "as set";

/** Three selects: the printer that the print is shown on, and what is said of it otherwise than its model does. */
export class PrinterChoice {
  private readonly model = find("#model", HTMLSelectElement);
  private readonly charset = find("#charset", HTMLSelectElement);
  private readonly profile = find("#profile", HTMLSelectElement);

  constructor(onChange: () => void) {
    this.model.replaceChildren(asSet(), ...modelGroups());
    this.charset.replaceChildren(asSet(), ...CHARSETS.map((name) => option(name, CHARSET_NAMES[name])));
    this.profile.replaceChildren(
      asSet(),
      ...PRINTER_PROFILES.map((name) => option(name, profileTitle(name))),
    );
    for (const select of this.selects) select.addEventListener("change", onChange);
  }

  /** Everything is as set again. */
  reset(): void {
    for (const select of this.selects) select.value = AS_SET;
    this.tell(null);
  }

  /** Says which printer the print is shown on where the reader has chosen none. @param printer `null` for not known */
  tell(printer: string | null): void {
    if (this.model.value !== AS_SET) return;
    const [first] = this.model.options;
    if (first !== undefined)
      first.textContent = printer === null ? AS_SET_TITLE : `${AS_SET_TITLE}: ${printer}`;
  }

  /** What the reader has chosen. */
  get chosen(): Pick<PreviewQuery, "model" | "charset" | "profile"> {
    const chosen = this.selects.filter(({ value }) => value !== AS_SET);
    return Object.fromEntries(chosen.map(({ id, value }) => [id, value]));
  }

  /** Columns of the paper of the model that the reader has chosen; `null` without one. */
  get columns(): number | null {
    if (this.model.value === AS_SET) return null;
    const model = PRINTER_MODELS[this.model.value as ModelId];
    return columnsOf(model, powerOnFontOf(model));
  }

  private get selects(): readonly HTMLSelectElement[] {
    return [this.model, this.charset, this.profile];
  }
}

function asSet(): HTMLElement {
  return option(AS_SET, AS_SET_TITLE);
}

function option(value: string, text: string): HTMLElement {
  return element("option", { value }, text);
}

/** The models by their makers, in the order of the table. */
function modelGroups(): HTMLElement[] {
  const groups = Map.groupBy(Object.values(PRINTER_MODELS), ({ maker }) => maker);
  return [...groups].map(([maker, models]) =>
    element("optgroup", { label: maker }, ...models.map((model) => option(model.id, labelsOf(model)))),
  );
}

/** "Epson", "HP", "POS-5890". */
function profileTitle(name: string): string {
  if (name === "hp" || name === "mpt" || name.startsWith("pos-")) return name.toUpperCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
