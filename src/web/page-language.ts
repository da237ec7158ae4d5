import { isLanguage, type Language, LANGUAGE_COOKIE, languageFor } from "./browser/texts/languages.ts";

/** The language of a page: the one that was chosen in this browser, else the first that it wants and that there is. */
export function pageLanguage({ headers }: Pick<Request, "headers">): Language {
  const chosen = new Bun.CookieMap(headers.get("cookie") ?? "").get(LANGUAGE_COOKIE);
  return isLanguage(chosen) ? chosen : languageFor(wantedLanguages(headers.get("accept-language") ?? ""));
}

/** The languages of an Accept-Language header, the most wanted first. */
function wantedLanguages(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((word) => word.trim());
      const quality = parameters.find((word) => word.startsWith("q="))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
