/**
 * What a printer makes of bytes from 80h up where a print does not say: a property of the region the
 * printer was sold in. "auto" looks at the text of the print; "western" is the code pages of ESC t alone.
 */
export const CHARSETS = ["auto", "western", "japan", "china", "taiwan", "korea", "thai", "utf-8"] as const;

export type Charset = (typeof CHARSETS)[number];

/** A charset that is settled: what "auto" found, or what was chosen. */
export type SettledCharset = Exclude<Charset, "auto">;
