import { CHARSETS, type Charset } from "../../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../../escpos/text/printer-profile.ts";
import { element, find } from "./element.ts";
import type { PreviewQuery, Workspace } from "./service.ts";

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

/** Two selects: the characters and the maker of the printer that the print is shown on. */
export class PrinterChoice {
  private readonly charset = find("#charset", HTMLSelectElement);
  private readonly profile = find("#profile", HTMLSelectElement);
  private own = { charset: "auto", profile: "epson" };

  constructor(onChange: () => void) {
    this.charset.replaceChildren(
      ...CHARSETS.map((name) => element("option", { value: name }, CHARSET_NAMES[name])),
    );
    this.profile.replaceChildren(
      ...PRINTER_PROFILES.map((name) => element("option", { value: name }, profileTitle(name))),
    );
    for (const select of [this.charset, this.profile]) select.addEventListener("change", onChange);
  }

  reset(workspace: Workspace | undefined): void {
    this.own = { charset: workspace?.charset ?? "auto", profile: workspace?.profile ?? "epson" };
    this.charset.value = this.own.charset;
    this.profile.value = this.own.profile;
  }

  /** What the reader has chosen other than the workspace. */
  get changed(): Pick<PreviewQuery, "charset" | "profile"> {
    const [charset, profile] = [this.charset.value, this.profile.value];
    return {
      ...(charset === this.own.charset ? {} : { charset }),
      ...(profile === this.own.profile ? {} : { profile }),
    };
  }
}

/** "Epson", "HP", "POS-5890". */
function profileTitle(name: string): string {
  if (name === "hp" || name === "mpt" || name.startsWith("pos-")) return name.toUpperCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
