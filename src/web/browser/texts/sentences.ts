import { signal } from "@preact/signals";
import { formatFullTime, formatNumber, formatWallTime } from "./format.ts";
import { type Language, LANGUAGES } from "./languages.ts";
import type { Sentences } from "./text-types.ts";
import { isText, language, t } from "./texts.ts";

/*
 * What the service says it says in English, in its answers as in its log. A page says it in the reader's language, where that
 * has a catalogue of such sentences: by the English words as the source has them.
 */

/** A catalogue, ready to look in. */
interface Sayings {
  /** Those without a place. */
  readonly whole: ReadonlyMap<string, string>;
  /** Those with places, what has the most words of its own first: that is the most particular one. */
  readonly templates: readonly { readonly pattern: RegExp; readonly words: string }[];
}

const sayings = signal<Sayings | null>(null);
/** Whether the catalogue could not be had: then sentences are better in English than not there. */
const hasFailed = signal(false);
/** The catalogue that is there, or on its way. */
let loading: { readonly of: Language; readonly done: Promise<void> } | null = null;

/** Waits until sentences can be said in the reader's language; at once where they are in English. */
export async function allSentences(): Promise<void> {
  const of = language.value;
  const { loadSentences } = LANGUAGES[of];
  if (loadSentences === null) return;
  if (loading?.of !== of) {
    sayings.value = null;
    const done = loadSentences().then((sentences) => void (sayings.value = sayingsOf(sentences)));
    // What failed is tried again with the next sentence.
    done.catch(() => {
      loading = null;
      hasFailed.value = true;
    });
    loading = { of, done };
  }
  await loading.done;
}

/**
 * A sentence of the service in the reader's language; as it is where the catalogue does not have it. Points in time are as the
 * reader writes them. It is empty while the catalogue is on its way, as a text is: a component that calls it is drawn anew
 * then, and whoever calls it elsewhere waits for {@link allSentences}.
 */
export function said(sentence: string): string {
  if (LANGUAGES[language.value].loadSentences === null) return asReaderWrites(sentence);
  if (sentence === "") return sentence;
  const known = sayings.value;
  if (known === null) void allSentences().catch(() => {});
  if (known !== null) return saidBy(known, sentence);
  return hasFailed.value ? asReaderWrites(sentence) : "";
}

/** As {@link said}, with a catalogue. */
export function saidBy(known: Sayings, sentence: string): string {
  const whole = known.whole.get(sentence);
  if (whole !== undefined) return whole;
  for (const { pattern, words } of known.templates) {
    const values = pattern.exec(sentence);
    if (values === null || isTooMuch(words, values)) continue;
    // A sentence that ends in what is put in would take those behind it for a part of that.
    const each = values.slice(1).some(isSeveral) ? oneByOne(known, sentence) : null;
    if (each !== null) return each;
    return words.replaceAll(PLACE, (_, kind: string, index: string) => {
      const value = values[Number(index)] ?? "";
      if (kind === "") return asReaderWrites(value);
      return kind === "=" ? partBy(known, value) : textOr(value, kind);
    });
  }
  // What is told of a real printer are the sentences of any.
  const ofAny = sentence.replace(/^The real printer\b/, "The printer");
  const words = ofAny === sentence ? ofAny : saidBy(known, ofAny);
  if (words !== ofAny) return words;
  // Several sentences are said one by one.
  const all = sentence.split(BETWEEN_SENTENCES);
  return all.length === 1 ? sentence : all.map((one) => saidBy(known, one)).join(" ");
}

/** Several sentences, each said by itself; `null` where one of them is not known. */
function oneByOne(known: Sayings, sentences: string): string | null {
  const all = sentences.split(BETWEEN_SENTENCES).map((one) => [one, saidBy(known, one)] as const);
  return all.some(([one, words]) => one === words) ? null : all.map(([, words]) => words).join(" ");
}

function isSeveral(text: string): boolean {
  return BETWEEN_SENTENCES.test(text);
}

/** Whether what would be put in as it stands is more than a sentence: the words are those of the first of several. */
function isTooMuch(words: string, values: readonly string[]): boolean {
  return [...words.matchAll(PLACE)].some(
    ([, kind, index]) => kind === "" && isSeveral(values[Number(index)] ?? ""),
  );
}

const BETWEEN_SENTENCES = /(?<=[.!]) (?=["A-Z])/;

/** Places in the words of a catalogue: `{1}`, `{=1}` or `{health.part.1}`. */
const PLACE = /\{(=|[\w.]+\.|)(\d+)\}/g;

/** The text of what has a name on pages; what it is called by the service where there is none. */
function textOr(name: string, area: string): string {
  const key = `${area}${name}`;
  return isText(key) ? t(key) : name;
}

/** A part of a sentence: a phrase, a sentence, or a list. */
function partBy(known: Sayings, part: string): string {
  const all = saidBy(known, part);
  if (all !== part) return all;
  for (const between of [", ", " and ", " or "]) {
    const pieces = part.split(between);
    if (pieces.length === 1) continue;
    const words = pieces.map((piece) => partBy(known, piece));
    if (words.some((word, index) => word !== pieces[index]))
      return words.join(known.whole.get(between) ?? between);
  }
  return asReaderWrites(part);
}

/** Points in time as the service writes them, between words: not in a name. Without a zone they are by its own clock. */
const TIMES = /(?<![^\s(])(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z| UTC)?(?![^\s.,:;)])/g;

/** Numbers of sizes with a fraction, as the service writes them: `69.5 GB`. */
const FRACTIONS = /(?<![^\s(])\d+\.\d+(?= [kMGT]B\b)/g;

/** The points in time and the sizes in it as the reader writes them; all else as it is. */
function asReaderWrites(sentence: string): string {
  return sentence
    .replaceAll(TIMES, (_, day: string, time: string, zone?: string) =>
      zone === undefined ? formatWallTime(`${day}T${time}`) : formatFullTime(`${day}T${time}Z`),
    )
    .replaceAll(FRACTIONS, (fraction) => formatNumber(Number(fraction), { minimumFractionDigits: 1 }));
}

/** Makes a catalogue ready to look in. */
export function sayingsOf(sentences: Sentences): Sayings {
  const entries = Object.entries(sentences);
  const own = (english: string) => english.replaceAll("{}", "").length;
  return {
    whole: new Map(entries.filter(([english]) => !english.includes("{}"))),
    templates: entries
      .filter(([english]) => english.includes("{}"))
      .toSorted(([left], [right]) => own(right) - own(left))
      .map(([english, words]) => ({ pattern: patternOf(english), words })),
  };
}

function patternOf(english: string): RegExp {
  const pieces = english.split("{}").map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${pieces.join("(.*?)")}$`, "s");
}
