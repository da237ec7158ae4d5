import { isText, t } from "../../texts/texts.ts";
import { choiceWords } from "../choice-words.ts";
import { conditionParts } from "../retention/condition-words.ts";
import { plainWords } from "./plain-words.ts";

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
      return Object.entries(value).map(
        ([changed, pair]) => [nameOf(act, changed), changeOf(act, changed, pair)] as const,
      );
    // What was made or removed is told as a whole.
    if (isRecord(value) && Object.keys(value).length > 0 && (name === "made" || name === "removed"))
      return toldDetails(act, value);
    const words = wordsOf(act, name, value);
    return words === "" ? [] : [[nameOf(act, name), words] as const];
  });
}

/** Where settings of a kind of thing have their names. */
const SETTINGS: Readonly<Record<string, string>> = {
  printer: "printerSettings",
  workspace: "workspaceSettings",
};

/** Where values have their words: by the particular, of any act or of what an act is about. */
const VALUES: Readonly<Record<string, string>> = {
  appliesTo: "rules.appliesTo",
  by: "people.way",
  format: "finder.export.format",
  language: "notifications.language",
  role: "people.role",
  scopes: "tokens.scope",
  simulate: "printers.fault",
  "notification.events": "notifications.event",
  "notification.kind": "notifications.kind",
  "notification.priority": "notifications.priority",
  "notification.state": "notifications.state",
  "webhook.events": "webhooks.kind",
  "webhook.state": "webhooks.state",
};

/** What a particular is called in the reader's language; its own name where it has no other. */
function nameOf(act: string, name: string): string {
  const area = SETTINGS[subjectOf(act)];
  // What is told of prints is what they have.
  const key = [`${area}.${name}`, `audit.detail.${name}`, `print.field.${name}`].find(isText);
  return key === undefined ? name : t(key);
}

/** What a particular is, in the words that it has on the page where it is set. */
function wordsOf(act: string, name: string, value: unknown): string {
  if (name === "condition" && isRecord(value)) {
    const parts = conditionParts(value);
    return parts.length === 0 ? t("retention.allPrints") : listed(parts);
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord))
    return value.map((one) => listed(toldDetails(act, one))).join("; ");
  if (Array.isArray(value))
    return value.map((one) => knownWords(act, name, one) ?? plainWords([one])).join(", ");
  return knownWords(act, name, value) ?? plainWords(value);
}

/** The words of a value that has some; `null` for any other. */
function knownWords(act: string, name: string, value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const subject = subjectOf(act);
  const area = VALUES[`${subject}.${name}`] ?? VALUES[name];
  const key = `${area}.${value}`;
  if (isText(key)) return t(key);
  return SETTINGS[subject] === undefined ? null : choiceWords(name, String(value));
}

function changeOf(act: string, name: string, pair: unknown): string {
  if (!Array.isArray(pair) || pair.length !== 2) return wordsOf(act, name, pair);
  return pair.map((value) => wordsOf(act, name, value) || "–").join(" → ");
}

function listed(parts: readonly (readonly [name: string, words: string])[]): string {
  return parts.map(([name, words]) => `${name}: ${words}`).join(", ");
}

/** What an act is about: what stands before the dot. */
function subjectOf(act: string): string {
  return act.split(".")[0] ?? "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
