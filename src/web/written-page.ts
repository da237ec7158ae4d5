import type { Catalogue, Language } from "./browser/texts/languages.ts";
import type { Text } from "./browser/texts/text-types.ts";

/* Pages that the service writes itself, in the reader's language: they are there without scripts. */

/** Parts of a page, from `<!-- name -->` to `<!-- /name -->`. */
const PART = /\s*<!-- (\w+) -->(.*?)<!-- \/\1 -->/gs;

/** Texts, such as `{{text.password}}`, and values. */
const PLACE = /\{\{(?:text\.(\w+)|(\w+))\}\}/g;

/** What a page is filled in with. */
interface Filling {
  readonly language: Language;
  /** A text of the page's area. */
  readonly text: (name: string) => Text;
  /** Which parts of it are shown. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** HTML, by the names of places. */
  readonly values: Readonly<Record<string, string>>;
}

/** A page as it is shown. */
export function writtenPage(html: string, { language, text, parts, values }: Filling): string {
  return html
    .replace(PART, (_, part: string, content: string) => (parts[part] === true ? content : ""))
    .replace(PLACE, (_, key: string | undefined, place: string) =>
      key === undefined ? ({ language, ...values }[place] ?? "") : filledText(text(key), {}),
    );
}

/** A text by its key, such as `signIn.failure.link`; the key where there is none. */
export function textOf(texts: Catalogue, key: string): Text {
  const [area = "", ...name] = key.split(".");
  return texts[area]?.[name.join(".")] ?? key;
}

/** A text as HTML. @param values of its places, which are HTML */
export function filledText(text: Text, values: Readonly<Record<string, string>>): string {
  const words = typeof text === "string" ? text : text.other;
  return Bun.escapeHTML(words).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
