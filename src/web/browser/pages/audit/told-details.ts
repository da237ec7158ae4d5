import { plainWords } from "./plain-words.ts";
import { isText, t } from "../../texts/texts.ts";

/**
 * Particulars of an act as they are read: name by name, what has no value left out, and changes as `48 → 42`.
 * @param act such as `printer.changed`: settings are called as on the page where they are set
 */
export function toldDetails(
  act: string,
  details: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, words: string])[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (name === "changed" && isRecord(value))
      return Object.entries(value).map(([changed, pair]) => [nameOf(act, changed), changeOf(pair)] as const);
    // What was made or removed is told as a whole.
    if (isRecord(value) && Object.keys(value).length > 0 && (name === "made" || name === "removed"))
      return toldDetails(act, value);
    const words = plainWords(value);
    return words === "" ? [] : [[nameOf(act, name), words] as const];
  });
}

/** Where settings of a kind of thing have their names. */
const SETTINGS: Readonly<Record<string, string>> = {
  printer: "printerSettings",
  workspace: "workspaceSettings",
};

/** What a particular is called in the reader's language; its own name where it has no other. */
function nameOf(act: string, name: string): string {
  const area = SETTINGS[act.split(".")[0] ?? ""];
  const key = [`${area}.${name}`, `audit.detail.${name}`].find(isText);
  return key === undefined ? name : t(key);
}

function changeOf(pair: unknown): string {
  if (!Array.isArray(pair) || pair.length !== 2) return plainWords(pair);
  return pair.map((value) => plainWords(value) || "–").join(" → ");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
