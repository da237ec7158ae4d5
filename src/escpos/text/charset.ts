/**
 * What a printer makes of bytes from 80h up where a print does not say: a property of the region the
 * printer was sold in. "auto" looks at the text of the print; "western" is the code pages of ESC t alone.
 */
export const CHARSETS = ["auto", "western", "japan", "china", "taiwan", "korea", "thai", "utf-8"] as const;

export type Charset = (typeof CHARSETS)[number];

/** A charset that is settled: what "auto" found, or what was chosen. */
export type SettledCharset = Exclude<Charset, "auto">;

/** How the charset of a print was found, and how sure it is that its sender meant it. */
export interface CharsetEvidence {
  /** The settings, commands of the print, its text, or what the earlier prints of its device were read as. */
  readonly from: "settings" | "commands" | "text" | "earlier prints";
  readonly certainty: "certain" | "likely" | "doubtful";
}
