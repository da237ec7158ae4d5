import type { Receipt } from "../escpos/receipt.ts";
import { renderCommands, renderExplanation, renderLint } from "./commands.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderPdf } from "./pdf.ts";
import { renderPng } from "./png.ts";
import type { RenderFormat, RenderOptions } from "./preview-format.ts";
import { renderSvg } from "./svg.ts";
import { renderText } from "./text.ts";

type Renderer = (receipt: Receipt, options: RenderOptions) => string | Uint8Array<ArrayBuffer>;

const RENDERERS: Readonly<Record<RenderFormat, Renderer>> = {
  html: renderHtml,
  svg: renderSvg,
  text: (receipt, options) => renderText(receipt, options),
  png: renderPng,
  pdf: renderPdf,
  json: (receipt, options) => renderJson(receipt, options),
  commands: (receipt) => renderCommands(receipt),
  explain: (receipt, options) => renderExplanation(receipt, options),
  lint: renderLint,
};

/** A receipt in the format wanted: bytes for png and pdf, text for the others. Pure; never throws. */
export function render(
  receipt: Receipt,
  format: RenderFormat,
  options: RenderOptions,
): string | Uint8Array<ArrayBuffer> {
  return RENDERERS[format](receipt, options);
}
