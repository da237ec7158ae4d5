/** The forms a print can be shown in. */
export const PREVIEW_FORMATS = ["html", "svg", "text", "png", "pdf", "json", "commands", "explain"] as const;

export type PreviewFormat = (typeof PREVIEW_FORMATS)[number];
