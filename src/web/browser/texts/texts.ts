import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { addressOf } from "../base-path.ts";
import type { en } from "./en.ts";
import {
  type Catalogue,
  isLanguage,
  type Language,
  LANGUAGE_COOKIE,
  languageFor,
  LANGUAGES,
} from "./languages.ts";
import type { Forms, NamesOf, Text } from "./text-types.ts";

type Areas = typeof en;

/** The key of a text: `shell.signOut`. */
export type TextKey = {
  [Area in keyof Areas & string]: `${Area}.${keyof Areas[Area] & string}`;
}[keyof Areas & string];

type TextOf<Key> = Key extends `${infer Area}.${infer Name}`
  ? Area extends keyof Areas
    ? Name extends keyof Areas[Area]
      ? Areas[Area][Name]
      : never
    : never
  : never;

/** What a text needs: nothing, or a value for each of its places. `n` is the number that chooses its form. */
type Given<Key, Value> = [NamesOf<TextOf<Key>>] extends [never]
  ? []
  : [values: { readonly [Name in NamesOf<TextOf<Key>>]: Name extends "n" ? number : Value }];

const STORED = "tillroll.language";

/** The language that is shown. */
export const language = signal<Language>("en");
const catalogue = signal<Catalogue>({});

/** Settled once all texts of the language that is shown are there. */
let whole: Promise<void> = Promise.resolve();
let isWhole = false;

/**
 * Loads the texts of the language that was chosen, else of the first that the browser wants: those that the list of prints
 * needs, and behind them all others ({@link allTexts}).
 */
export async function loadTexts(): Promise<void> {
  const chosen = localStorage.getItem(STORED);
  const wanted = isLanguage(chosen) ? chosen : languageFor(navigator.languages);
  if (wanted === chosen) tellService(wanted);
  const { load, loadFirst } = LANGUAGES[wanted];
  const first = await loadFirst();
  show(wanted, first, false);
  whole = load().then((texts) => show(wanted, texts, true));
  // Who waits for them hears of a failure.
  whole.catch(() => {});
}

/** Waits until the texts of all pages are there. Without it those that are not there yet are empty. */
export function allTexts(): Promise<void> {
  return whole;
}

/** Shows the dashboard in a language, now and when it is opened again. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await whole;
  show(wanted, await LANGUAGES[wanted].load(), true);
  localStorage.setItem(STORED, wanted);
  tellService(wanted);
}

/** Tells the service the language, which it needs where no script has run yet. */
function tellService(wanted: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${LANGUAGE_COOKIE}=${wanted}; Path=${addressOf("/")}; Max-Age=${KEPT_SECONDS}; SameSite=Lax${secure}`;
}

/** For how long the service is told, seconds: a year from the last time that the page was opened. */
const KEPT_SECONDS = 365 * 86_400;

function show(wanted: Language, texts: Catalogue, isAll: boolean): void {
  showTexts(wanted, texts, isAll);
  document.documentElement.lang = wanted;
}

/** Takes over texts that are loaded. @param isAll whether these are all that there are */
export function showTexts(wanted: Language, texts: Catalogue, isAll = true): void {
  isWhole = isAll;
  language.value = wanted;
  catalogue.value = texts;
}

/** A text in the reader's language. Numbers are written as the language does. A component that calls it follows the language. */
export function t<Key extends TextKey>(key: Key, ...[values]: Given<Key, string | number>): string {
  return partsOf<string | number>(key, { ...values }).join("");
}

/** As {@link t}, with elements in the places. */
export function rich<Key extends TextKey>(
  key: Key,
  ...[values]: Given<Key, ComponentChildren>
): ComponentChildren {
  return partsOf<ComponentChildren>(key, { ...values });
}

const PLACE = /\{(\w+)\}/;

function partsOf<Value>(key: TextKey, values: Readonly<Record<string, Value>>): (Value | string)[] {
  const [area = "", ...name] = key.split(".");
  const text = catalogue.value[area]?.[name.join(".")];
  // A text that is missing shows its key, which says what to mend; one that is on its way is drawn when it comes.
  if (text === undefined) return isWhole ? [key] : [];
  // Of the pieces between the places every second one is a place's name.
  return formOf(text, values["n"])
    .split(PLACE)
    .map((piece, index) => (index % 2 === 0 ? piece : written(values[piece])));
}

function formOf(text: Text, n: unknown): string {
  if (typeof text === "string") return text;
  const forms: Forms = text;
  return forms[new Intl.PluralRules(locale()).select(Number(n))] ?? forms.other;
}

function written<Value>(value: Value | undefined): Value | string {
  if (value === undefined) return "";
  return typeof value === "number" ? value.toLocaleString(locale()) : value;
}

/** As which numbers and dates are written: the browser's region, where it speaks the language that is shown. */
export function locale(): string {
  const shown = language.value;
  const regional = globalThis.navigator?.languages?.find((tag) => tag.toLowerCase().split("-")[0] === shown);
  return regional ?? shown;
}

/** The key of a text that needs no values. */
export type PlainTextKey = {
  [Key in TextKey]: [NamesOf<TextOf<Key>>] extends [never] ? Key : never;
}[TextKey];

/** Whether there is a text of a key that is put together. */
export function isText(key: string): key is PlainTextKey {
  const [area = "", ...name] = key.split(".");
  return typeof catalogue.value[area]?.[name.join(".")] === "string";
}
