import type { Drawing } from "../symbols/symbol.ts";
import { labelText, onOneLine } from "./label.ts";
import { MAXIMUM_LABEL_BYTES } from "./limits.ts";
import type { Machine } from "./machine.ts";
import { symbolBlock } from "./symbol-block.ts";
import { makeStyle, PLAIN } from "./text-style.ts";

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
  const style = makeStyle(look, { spacing: 0, bold: false, turn: state.style.turn, rotated: false });
  const { areaWidth } = surface;
  const block = symbolBlock(drawing, symbols.interpretation, style, areaWidth);
  if (block.width <= areaWidth) {
    surface.symbol(block);
    return;
  }
  list.note(`${content} is not printed: it is ${block.width} dots wide and the print area ${areaWidth}`);
  if (machine.inPageMode) return;
  // The paper is fed all the same.
  surface.finishLine();
  surface.printLine(block.height);
}
