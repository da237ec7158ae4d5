import { signal } from "@preact/signals";
import type { PrintAnswer } from "../../../../../contract/print.ts";
import type { Explanation } from "../../../../../explain/explanation.ts";
import type { ModelId } from "../../../../../escpos/models/models.ts";
import type { Charset } from "../../../../../escpos/text/charset.ts";
import type { PrinterProfile } from "../../../../../escpos/text/printer-profile.ts";
import { send, withQuery, workspacePath } from "../../../client/request.ts";
import { loadFonts, loadTextFont } from "../../../receipt-fonts.ts";
import { columnsOf, paperOf, printerOf, textPaperOf } from "./receipt-paper.ts";

/** The forms in which a print is shown. */
export const FORMATS = ["svg", "text", "commands"] as const;

export type Format = (typeof FORMATS)[number];

/** The form that the reader has chosen; it stays for the next print. */
export const format = signal<Format>("svg");

/** What the reader has chosen of the printer that a print is shown on; what is not there is as it is set. */
export interface PaperWish {
  readonly width?: number;
  readonly model?: ModelId;
  readonly charset?: Charset;
  readonly profile?: PrinterProfile;
}

/** A wish with something else chosen. @param value undefined for what is as it is set */
export function withWish<Key extends keyof PaperWish>(
  wish: PaperWish,
  key: Key,
  value: PaperWish[Key] | undefined,
): PaperWish {
  const { [key]: _, ...others } = wish;
  return value === undefined ? others : { ...others, [key]: value };
}

/** A print as it was drawn. */
export interface Drawing {
  readonly format: Format;
  /** As paper, to be laid on the page. */
  readonly paper: HTMLElement;
  /** What its commands do, where they are shown. */
  readonly explanation: Explanation | null;
  /** Columns of the paper, where the drawing tells. */
  readonly columns: number | null;
  /** The printer that it is drawn on, where the drawing tells. */
  readonly printer: string | null;
}

/** The path of what a print looks like in a form. */
export function previewPath(
  slug: string,
  printId: number,
  wish: PaperWish & { readonly format: string; readonly origins?: boolean },
): string {
  return withQuery(workspacePath(slug, "prints", printId, "preview"), { ...wish });
}

/** Draws a print in a form, with its fonts. @param columns of its paper where the reader has chosen none */
export async function draw(
  slug: string,
  { id }: Pick<PrintAnswer, "id">,
  wanted: { readonly format: Format; readonly wish: PaperWish; readonly columns: number },
  end: AbortSignal,
): Promise<Drawing> {
  const { wish } = wanted;
  const ask = async (how: { readonly format: string; readonly origins?: boolean }) =>
    (await send("GET", previewPath(slug, id, { ...wish, ...how }), { end })).text();
  if (wanted.format === "text") {
    const text = await ask({ format: "text" });
    await loadTextFont(text);
    const paper = textPaperOf(text, wish.width ?? wanted.columns);
    return { format: "text", paper, explanation: null, columns: null, printer: null };
  }
  const isExplained = wanted.format === "commands";
  const [answer, svg] = await Promise.all([
    isExplained ? ask({ format: "explain" }) : null,
    ask({ format: "svg", ...(isExplained && { origins: true }) }),
  ]);
  const paper = await paperOf(svg);
  await loadFonts(paper);
  return {
    format: wanted.format,
    paper,
    explanation: answer === null ? null : (JSON.parse(answer) as Explanation),
    columns: columnsOf(paper),
    printer: printerOf(paper),
  };
}
