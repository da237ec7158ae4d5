import { addressOf } from "./base-path.ts";
import { element } from "./element.ts";

/** Double-byte characters, two columns of font A each: what most systems have no font for, and the last font of the page. */
const PAGE_FAMILY = "Tillroll-12x24-wide";

/** Families of the glyphs that receipts are drawn with; each has its style sheet. */
const FAMILY = /^Tillroll-[\w-]+/;

/** Any size: a font is for all. */
const SIZE = "20px";

/** How long a drawing waits for its fonts, milliseconds; then it is shown in those of the system until they come. */
const PATIENCE_MILLISECONDS = 2_000;

/** The style sheets that the page has, by family; settled once there, or when they cannot be had. */
const styles = new Map<string, Promise<void>>();

/** Gives the page the glyphs of receipts, for words of receipts that no font of the system has. Never throws. */
export function loadPageFont(): Promise<void> {
  return styleOf(PAGE_FAMILY);
}

/** Loads the glyphs of a receipt that is shown as text. Never throws: there are other fonts. */
export async function loadTextFont(text: string): Promise<void> {
  await loadPageFont();
  await patiently(document.fonts.load(`${SIZE} ${PAGE_FAMILY}`, text));
}

/** Loads the fonts of the texts of a drawing, which need not be on the page yet. Never throws: there are other fonts. */
export async function loadFonts(drawing: Element): Promise<void> {
  const texts = new Map<string, Set<string>>();
  for (const text of drawing.querySelectorAll("text")) {
    const family = FAMILY.exec(attributeOf(text, "font-family") ?? "")?.[0];
    if (family === undefined) continue;
    const look = [attributeOf(text, "font-style") ?? "", attributeOf(text, "font-weight") ?? ""].join(" ");
    const font = `${look} ${SIZE} ${family}`;
    const characters = texts.get(font) ?? new Set();
    for (const character of text.textContent) characters.add(character);
    texts.set(font, characters);
  }
  const loading = Array.from(texts, async ([font, characters]) => {
    await styleOf(font.slice(font.lastIndexOf(" ") + 1));
    await document.fonts.load(font, [...characters].join("")).catch(() => []);
  });
  await patiently(Promise.all(loading));
}

/** Waits for fonts, but not for ever. */
async function patiently(loading: Promise<unknown>): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, PATIENCE_MILLISECONDS);
  await Promise.race([loading.catch(() => []), patience]);
  clearTimeout(timer);
}

/** An attribute of an element, or of what it is in. */
function attributeOf(part: Element, name: string): string | null {
  return part.closest(`[${name}]`)?.getAttribute(name) ?? null;
}

function styleOf(family: string): Promise<void> {
  const known = styles.get(family);
  if (known !== undefined) return known;
  const { promise, resolve } = Promise.withResolvers<void>();
  const link = element("link", { rel: "stylesheet", href: addressOf(`/assets/font-styles/${family}.css`) });
  link.addEventListener("load", () => resolve());
  link.addEventListener("error", () => {
    // The next drawing asks again.
    styles.delete(family);
    link.remove();
    resolve();
  });
  styles.set(family, promise);
  document.head.append(link);
  return promise;
}
