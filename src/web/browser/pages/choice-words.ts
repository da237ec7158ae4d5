import { PRINTER_PROTOCOLS, PROTOCOLS } from "../../../domain/protocols.ts";
import { said } from "../texts/sentences.ts";
import { isText, t } from "../texts/texts.ts";

/**
 * What a choice of a setting is called, of a printer as of a workspace: in a form, and where it is told what was chosen.
 * @returns `null` for a value that has no other name
 */
export function choiceWords(setting: string, value: string): string | null {
  if (setting === "protocols") {
    const protocol = PRINTER_PROTOCOLS.find((name) => name === value);
    return protocol === undefined ? null : said(PROTOCOLS[protocol].title);
  }
  if (setting === "profile") return profileTitle(value);
  const key = setting === "charset" ? `print.charset.${value}` : `printerSettings.choice.${setting}.${value}`;
  return isText(key) ? t(key) : null;
}

/** "Epson", "HP", "POS-5890". */
function profileTitle(name: string): string {
  if (name === "hp" || name === "mpt" || name.startsWith("pos-")) return name.toUpperCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
