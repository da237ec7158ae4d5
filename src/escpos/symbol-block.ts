import type { Drawing, DrawnSymbol } from "../symbols/symbol.ts";
import { labelText, onOneLine } from "./label.ts";
import { MAXIMUM_LABEL_BYTES } from "./limits.ts";
import type { Machine } from "./machine.ts";
import { turned } from "./raster-transform.ts";
import type { InterpretationPlaces } from "./symbol-memory.ts";
import type { Rectangle, SymbolContent, TextStyle } from "./receipt.ts";
import type { Layer } from "./surface.ts";
import { makeStyle, PLAIN } from "./text-style.ts";

/** Characters above or below a bar code (GS H), their box in dots from the top left of the block. */
export interface Caption extends Rectangle {
  readonly text: string;
  readonly style: TextStyle;
}

/** A symbol and its captions as one block to print on lines of its own. All measures are dots. */
export interface SymbolBlock {
  readonly width: number;
  readonly height: number;
  /** In reading order: captions above come before the bars. */
  readonly above: readonly Caption[];
  readonly below: readonly Caption[];
  /** The picture of the symbol, at (`x`, `y`) from the top left of the block. */
  readonly layer: Layer;
  readonly x: number;
  readonly y: number;
}

/**
 * Sets the characters of a symbol in the middle above or below it. A block is as wide as its widest line
 * (Epson: characters wider than the bars make the bar code that wide).
 *
 * @param styleOf the style of the characters, without magnification, from the dots between them
 * @param cellWidth dots of a character
 * @param availableWidth dots of the print area; characters beyond it are left out
 */
function symbolBlock(
  symbol: DrawnSymbol,
  places: InterpretationPlaces,
  styleOf: (spacing: number) => TextStyle,
  cellWidth: number,
  availableWidth: number,
): SymbolBlock {
  const { raster, scaleX, scaleY, system, text, isSpread = false } = symbol;
  const barsWidth = raster.columns * scaleX;
  const barsHeight = raster.rows * scaleY;
  const interpretation = symbol.interpretation.slice(0, Math.floor(availableWidth / cellWidth));
  const { length } = interpretation;
  // The same gap before, between and behind them.
  const gap = isSpread ? Math.max(0, Math.floor((barsWidth - length * cellWidth) / (length + 1))) : 0;
  const style = styleOf(gap);
  const textWidth = length * (cellWidth + gap) - gap;
  const shown = interpretation !== "";
  const above = shown && places.above;
  const below = shown && places.below;
  const width = above || below ? Math.max(barsWidth, textWidth) : barsWidth;
  const height = style.cellHeight;
  const y = above ? height : 0;
  const caption = {
    text: interpretation,
    style,
    x: (width - textWidth) >> 1,
    width: textWidth + gap,
    height,
  };
  const content: SymbolContent = { system, text };
  return {
    width,
    height: y + barsHeight + (below ? height : 0),
    above: above ? [{ ...caption, y: 0 }] : [],
    below: below ? [{ ...caption, y: y + barsHeight }] : [],
    layer: { raster, scaleX, scaleY, symbol: content },
    x: (width - barsWidth) >> 1,
    y,
  };
}

/**
 * Prints a drawn bar code or symbol. One that the printer would not print leaves a note, one beyond the
 * limits of a print a placeholder.
 *
 * @param name for notes and the placeholder
 */
export function printSymbol(
  machine: Machine,
  name: string,
  data: Uint8Array,
  drawing: Drawing | undefined,
): void {
  const { list, state, surface, symbols } = machine;
  const label = (): string => `${name} ${labelText(data)}`.trim();
  if (drawing === undefined) {
    list.note("bar codes and symbols beyond the limit of a print are not drawn", true);
    surface.placeholder(label());
    return;
  }
  if ("problem" in drawing) {
    list.note(`${label()} is not printed: ${drawing.problem}`);
    return;
  }
  const shown = drawing.text.slice(0, MAXIMUM_LABEL_BYTES).toWellFormed();
  const content = onOneLine(`${drawing.system} ${shown}`);
  if (drawing.note !== undefined) list.note(`${content}: ${drawing.note}`);
  // Only the turn of the line acts on the characters (Epson ESC/POS reference, GS k).
  const look = { ...PLAIN, font: state.fonts.get(symbols.interpretationFont) ?? PLAIN.font };
  const { turn } = state.style;
  const styleOf = (spacing: number): TextStyle =>
    makeStyle(look, { spacing, bold: false, turn, rotated: false });
  const { areaWidth } = surface;
  const block = symbolBlock(drawing, symbols.interpretation, styleOf, look.font.width, areaWidth);
  if (block.width <= areaWidth) {
    surface.symbol(block);
    return;
  }
  list.widthWanted(block.width, areaWidth);
  list.note(`${content} is not printed: it is ${block.width} dots wide and the print area ${areaWidth}`);
  if (machine.inPageMode) return;
  // The paper is fed all the same.
  surface.finishLine();
  surface.printLine(block.height);
}

/** The block turned by 180 degrees (ESC {); the style of its captions says already that they are. */
export function turnedBlock(block: SymbolBlock): SymbolBlock {
  const { layer, width, height } = block;
  const turnCaption = (caption: Caption): Caption => ({
    ...caption,
    x: width - caption.x - caption.width,
    y: height - caption.y - caption.height,
  });
  const raster = turned(layer.raster, 180);
  return {
    width,
    height,
    above: block.below.map(turnCaption),
    below: block.above.map(turnCaption),
    layer: { ...layer, raster },
    x: width - block.x - raster.columns * layer.scaleX,
    y: height - block.y - raster.rows * layer.scaleY,
  };
}

/** The same picture with rows of one dot each, which can be cut at any height. */
export function unstretched(layer: Layer): Layer {
  const { raster, scaleY } = layer;
  const rowBytes = Math.ceil(raster.columns / 8);
  const bytes = new Uint8Array(raster.bytes.length * scaleY);
  for (let row = 0; row < raster.rows * scaleY; row++) {
    const from = Math.floor(row / scaleY) * rowBytes;
    bytes.set(raster.bytes.subarray(from, from + rowBytes), row * rowBytes);
  }
  return { ...layer, raster: { columns: raster.columns, rows: raster.rows * scaleY, bytes }, scaleY: 1 };
}
