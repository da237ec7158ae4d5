import { onOneLine } from "../escpos/label.ts";
import type { PlacedPicture } from "../recognition/placed.ts";
import type { RecognisedCode, RecognisedLine, RecognisedWord } from "../recognition/recognised.ts";
import { baselineOf, codeText, recognisedMark } from "../recognition/words.ts";
import { escapeXml } from "./xml.ts";

/** Dots of the smallest letters that can still be selected. */
const LEAST_SIZE = 6;

/**
 * What was recognised in a picture as text over it, which is not seen but can be found, selected and copied; codes as shapes
 * with a name. A line is one text, so that its words are copied as one line.
 */
export function svgRecognised(picture: PlacedPicture): string {
  const { lines, codes } = picture;
  return (
    `<g class="recognised" role="group" aria-label="${escapeXml(recognisedMark(picture))}" ` +
    `font-family="monospace" fill-opacity="0">${lines.map(lineElement).join("")}${codes.map(codeElement).join("")}</g>`
  );
}

function lineElement(line: RecognisedLine): string {
  const size = number(Math.max(LEAST_SIZE, line.box.height));
  return `<text y="${number(baselineOf(line))}" font-size="${size}">${line.words.map(wordElement).join(" ")}</text>`;
}

function wordElement({ text, box }: RecognisedWord): string {
  const length = `textLength="${number(Math.max(1, box.width))}" lengthAdjust="spacingAndGlyphs"`;
  return `<tspan x="${number(box.x)}" ${length}>${escapeXml(text)}</tspan>`;
}

function codeElement(code: RecognisedCode): string {
  const { x, y, width, height } = code.box;
  const label = escapeXml(onOneLine(codeText(code)));
  return (
    `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" ` +
    `fill="none" role="img" aria-label="${label}"/>`
  );
}

/** At most two decimals, which is far below a dot. */
function number(value: number): number {
  return Math.round(value * 100) / 100;
}
