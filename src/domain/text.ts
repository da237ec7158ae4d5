/** Whether a text has more than `maximum` code points. Counts only where the UTF-16 length leaves any doubt. */
export function hasMoreCodePoints(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  if (text.length > maximum * 2) return true;
  let count = 0;
  for (const _ of text) count++;
  return count > maximum;
}

/**
 * Folds a text for `contains`: lower-cased by Unicode, composed (NFC, Unicode Standard Annex 15), since macOS types an
 * umlaut as two characters, and a final sigma is a sigma. So the fold of a part, unless it was cut between a letter and
 * its marks, is always part of the fold of the whole (api-decisions, Search). `STRASSE` and `straße` stay different.
 */
export function fold(text: string): string {
  // Lower-cased first: of j with a caron only the small letter has a composed form.
  const lower = text.toLowerCase().normalize("NFC");
  return lower.includes("ς") ? lower.replaceAll("ς", "σ") : lower;
}

/** The first `maximum` code points of a text, well formed. */
export function firstCodePoints(text: string, maximum: number): string {
  const wellFormed = text.toWellFormed();
  if (!hasMoreCodePoints(wellFormed, maximum)) return wellFormed;
  return Array.from(wellFormed.slice(0, 2 * maximum))
    .slice(0, maximum)
    .join("");
}

/** A text cut to a number of bytes of UTF-8, never within a character. */
export function cutToBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
