import { MAXIMUM_LABEL_BYTES } from "./limits.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Text for one line of a label or note: control characters become spaces. */
export function onOneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, " ").trim();
}

/** Data of a symbol as text for a label: UTF-8, control characters as spaces, cut at a limit. */
export function labelText(bytes: Uint8Array): string {
  const text = onOneLine(utf8.decode(bytes.subarray(0, MAXIMUM_LABEL_BYTES)));
  return bytes.length > MAXIMUM_LABEL_BYTES ? `${text}…` : text;
}

/** Dots of the letters, lines and padding of a placeholder's box. */
const CHARACTER_WIDTH = 12;
const LINE_HEIGHT = 24;
const PADDING = 12;

/** A label broken into lines, and the box in dots that holds them in an area of `areaWidth` dots. */
export function labelBox(
  label: string,
  areaWidth: number,
): { lines: readonly string[]; width: number; height: number } {
  const lines = wrapLabel(label, Math.max(1, Math.floor((areaWidth - 2 * PADDING) / CHARACTER_WIDTH)));
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  return {
    lines,
    width: Math.min(areaWidth, longest * CHARACTER_WIDTH + 2 * PADDING),
    height: lines.length * LINE_HEIGHT + 2 * PADDING,
  };
}

/** Breaks a label into lines of at most `columns` characters, at spaces where there are any. */
function wrapLabel(label: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of label.split(" ")) {
    if (line !== "" && line.length + 1 + word.length <= columns) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (line.length > columns) {
      // A pair of surrogates is one character and stays together.
      const end = isLowSurrogate(line, columns) ? columns + 1 : columns;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  lines.push(line);
  return lines;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
