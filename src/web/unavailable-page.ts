import { withAssets } from "./assets.ts";
import { type Language, LANGUAGES } from "./browser/texts/languages.ts";
import page from "./pages/unavailable.html" with { type: "text" };
import { filledText, textOf, writtenPage } from "./written-page.ts";

/** What is not there. */
export interface Unavailable {
  /** Whether it is the database of an archive; else what a shop's service has stored. */
  readonly isArchive: boolean;
  readonly isDiskFull: boolean;
  /** After how long it is worth another try. */
  readonly retryAfterSeconds: string;
}

// Bun's types know imported HTML only as a bundle to serve; with `type: "text"` it is text.
const html = withAssets(page as unknown as string);

/** The page in place of one for which the storage is needed, while that is away: what is wrong, and what to do. */
export async function unavailablePage(
  { isArchive, isDiskFull, retryAfterSeconds }: Unavailable,
  language: Language,
): Promise<string> {
  const texts = await LANGUAGES[language].loadWritten();
  const text = (name: string) => textOf(texts, `unavailable.${name}`);
  const trouble = isDiskFull ? "full" : isArchive ? "archive" : "shop";
  return writtenPage(html, {
    language,
    text,
    parts: { archive: isArchive, shop: !isArchive },
    values: {
      trouble: filledText(text(trouble), {}),
      help: filledText(text("shopHelp"), { command: "<code>tillroll doctor</code>" }),
      seconds: Bun.escapeHTML(retryAfterSeconds),
    },
  });
}
