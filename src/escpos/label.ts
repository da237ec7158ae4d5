import { MAXIMUM_LABEL_BYTES } from "./limits.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Data of a symbol as text for a label: UTF-8, control characters as spaces, cut at a limit. */
export function labelText(bytes: Uint8Array): string {
  const text = utf8
    .decode(bytes.subarray(0, MAXIMUM_LABEL_BYTES))
    .replace(/\p{Cc}/gu, " ")
    .trim();
  return bytes.length > MAXIMUM_LABEL_BYTES ? `${text}…` : text;
}

/** Breaks a label into lines of at most `columns` characters, at spaces where there are any. */
export function wrapLabel(label: string, columns: number): string[] {
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
