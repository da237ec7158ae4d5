import type { PrinterState } from "./printer-state.ts";
import type { Raster } from "./raster.ts";
import type { Layer, Surface } from "./surface.ts";
import { MAXIMUM_PAGE_TEXT_BYTES } from "./limits.ts";

/** Page mode (ESC L): keeps what is printed into the page as text, for the label of a placeholder. */
export class PageCollector implements Surface {
  readonly #state: PrinterState;
  #content = "";

  constructor(state: PrinterState) {
    this.#state = state;
  }

  /** The page so far, in words. */
  get label(): string {
    const content = this.#content.toWellFormed().replace(/\s+/g, " ").trim();
    return content === "" ? "page mode" : `page mode: ${content}`;
  }

  /** True when nothing was printed into the page. */
  get blank(): boolean {
    return this.#content.trim() === "";
  }

  /** Forgets the page (CAN, ESC S). */
  clear(): void {
    this.#content = "";
  }

  readonly empty = true;

  get areaWidth(): number {
    return this.#state.paperWidth;
  }

  get room(): number {
    return this.#state.paperWidth;
  }

  text(characters: string): void {
    this.#append(characters);
  }

  character(character: string): void {
    this.#append(character);
  }

  tab(): void {
    this.#append(" ");
  }

  moveTo(): void {
    this.#append(" ");
  }

  moveBy(distance: number): void {
    if (distance > 0) this.#append(" ");
  }

  moveVertically(): void {
    this.#append(" ");
  }

  printLine(): void {
    this.#append(" ");
  }

  printLines(): void {
    this.#append(" ");
  }

  finishLine(): void {}

  discardLine(): void {}

  strip(raster: Raster): void {
    this.#append(` [image ${raster.columns}×${raster.rows}] `);
  }

  block(layers: readonly Layer[]): void {
    for (const { raster } of layers) this.strip(raster);
  }

  rule(): void {
    this.#append(" [line] ");
  }

  placeholder(label: string): void {
    this.#append(` [${label}] `);
  }

  inlinePlaceholder(label: string): void {
    this.placeholder(label);
  }

  #append(text: string): void {
    const room = MAXIMUM_PAGE_TEXT_BYTES - this.#content.length;
    if (room > 0 && !(text === " " && this.#content.endsWith(" "))) this.#content += text.slice(0, room);
  }
}
