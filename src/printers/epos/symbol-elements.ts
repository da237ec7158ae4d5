import type { Attributes } from "./attributes.ts";
import { word } from "../byte-writer.ts";
import { pairCodes } from "./character-tables.ts";
import type { EposElements } from "./epos-element.ts";
import { endLine, FONTS, writePlacement } from "./text-elements.ts";
import { textOf } from "./xml-element.ts";

const GS = 0x1d;

/** GS k, the form that counts its bytes. */
const BARCODES = {
  upc_a: 65,
  upc_e: 66,
  ean13: 67,
  jan13: 67,
  ean8: 68,
  jan8: 68,
  code39: 69,
  itf: 70,
  codabar: 71,
  code93: 72,
  code128: 73,
  gs1_128: 74,
  gs1_databar_omnidirectional: 75,
  gs1_databar_truncated: 76,
  gs1_databar_limited: 77,
  gs1_databar_expanded: 78,
  code128_auto: 79,
} as const;

/** GS H. */
const INTERPRETATIONS = { none: 0, above: 1, below: 2, both: 3 };

const MOST_BARCODE_BYTES = 255;

/** What is not given is as at power-on, whatever the bar code before it had (GS H, GS f, GS w, GS h). */
const BARCODE_DEFAULTS = { interpretation: 0, font: 0, width: 3, height: 162 } as const;

/** Two-dimensional symbols: cn of GS ( k, and what of the settings is in the type. */
const SYMBOLS = {
  pdf417_standard: [48, 48],
  pdf417_truncated: [48, 49],
  qrcode_model_1: [49, 49],
  qrcode_model_2: [49, 50],
  qrcode_micro: [49, 51],
  maxicode_mode_2: [50, 50],
  maxicode_mode_3: [50, 51],
  maxicode_mode_4: [50, 52],
  maxicode_mode_5: [50, 53],
  maxicode_mode_6: [50, 54],
  gs1_databar_stacked: [51, 72],
  gs1_databar_stacked_omnidirectional: [51, 73],
  gs1_databar_expanded_stacked: [51, 76],
  azteccode_fullrange: [53, 48],
  azteccode_compact: [53, 49],
  datamatrix_square: [54, 0],
  datamatrix_rectangle_8: [54, 8],
  datamatrix_rectangle_12: [54, 12],
  datamatrix_rectangle_16: [54, 16],
} as const;

const PDF417 = 48;
const QR_CODE = 49;
const MAXICODE = 50;
const DATA_BAR = 51;
const AZTEC = 53;

/** Error correction of PDF417 (level_0 to 8) and QR codes (level_l to h). */
const LEVELS = Object.fromEntries([
  ...Array.from({ length: 9 }, (_, level): [string, number] => [`level_${level}`, level]),
  ...["l", "m", "q", "h"].map((letter, level): [string, number] => [`level_${letter}`, level]),
]);

export const SYMBOL_ELEMENTS: EposElements = {
  /** One that breaks the rules of its system is not printed, and that is no error, as on Epson's printers. */
  barcode: {
    write(state, attributes, element) {
      const system = attributes.requiredChoice("type", BARCODES);
      const interpretation = attributes.choice("hri", INTERPRETATIONS) ?? BARCODE_DEFAULTS.interpretation;
      const font = attributes.choice("font", FONTS) ?? BARCODE_DEFAULTS.font;
      const width = within(attributes.integer("width", 0, 255), 2, 6) ?? BARCODE_DEFAULTS.width;
      const height = within(attributes.integer("height", 0, 255), 1, 255) ?? BARCODE_DEFAULTS.height;
      const data = symbolData(textOf(element), inUtf8);
      const isPrinted = data.length > 0 && data.length <= MOST_BARCODE_BYTES;
      if (isPrinted) endLine(state);
      writePlacement(state, attributes);
      if (!isPrinted) return;
      state.bytes.write(GS, 0x48, interpretation, GS, 0x66, font, GS, 0x77, width, GS, 0x68, height);
      state.bytes.write(GS, 0x6b, system, data.length);
      state.bytes.append(data);
    },
  },

  /** Sets it up, stores its data, prints it (GS ( k). */
  symbol: {
    write(state, attributes, element) {
      const [kind, variant] = attributes.requiredChoice("type", SYMBOLS);
      const { bytes } = state;
      const request = readRequest(attributes);
      const data = symbolData(textOf(element), kind === QR_CODE ? inShiftJis : inUtf8);
      writePlacement(state, attributes);
      const isTyped = kind === DATA_BAR;
      const length = data.length + (isTyped ? 4 : 3);
      // More than the command can count is more than any symbol holds.
      if (data.length === 0 || length > 0xffff) return;
      for (const [fn, ...parameters] of setup(kind, variant, request)) {
        bytes.write(GS, 0x28, 0x6b, ...word(parameters.length + 2), kind, fn, ...parameters);
      }
      bytes.write(GS, 0x28, 0x6b, ...word(length), kind, 80, 48, ...(isTyped ? [variant] : []));
      bytes.append(data);
      bytes.write(GS, 0x28, 0x6b, 3, 0, kind, 81, 48);
    },
  },
};

/** What a symbol asks for; what is not given or out of range is as at power-on. */
function readRequest(attributes: Attributes) {
  return {
    ...readLevel(attributes),
    width: attributes.integer("width", 0, 255),
    height: attributes.integer("height", 0, 255),
    size: attributes.integer("size", 0, 65_535),
  };
}

/** The level of error correction; `isLetter` for that of a QR code. */
function readLevel(attributes: Attributes): { level: number | undefined; isLetter: boolean } {
  const text = attributes.text("level");
  if (text === undefined || text === "default") return { level: undefined, isLetter: false };
  if (/^\d/.test(text)) return { level: attributes.integer("level", 0, 255), isLetter: false };
  return { level: attributes.choice("level", LEVELS), isLetter: /[a-z]$/.test(text) };
}

/** Functions of GS ( k with their parameters. */
function setup(
  kind: number,
  variant: number,
  { level, isLetter, width, height, size }: ReturnType<typeof readRequest>,
): readonly (readonly [number, ...number[]])[] {
  switch (kind) {
    case PDF417: {
      const known = isLetter ? undefined : within(level, 0, 8);
      return [
        [65, within(size, 0, 30) ?? 0],
        [66, 0],
        [67, within(width, 2, 8) ?? 3],
        [68, within(height, 2, 8) ?? 3],
        known === undefined ? [69, 49, 1] : [69, 48, 48 + known],
        [70, variant - 48],
      ];
    }
    case QR_CODE:
      return [
        [65, variant, 0],
        [67, within(width, 1, 16) ?? 3],
        [69, 48 + (isLetter ? (level ?? 0) : 0)],
      ];
    case MAXICODE:
      return [[65, variant]];
    case DATA_BAR:
      return [
        [67, within(width, 2, 8) ?? 2],
        [71, ...word(size ?? 0)],
      ];
    case AZTEC:
      return [
        [66, variant, 0],
        [67, within(width, 2, 16) ?? 3],
        [69, isLetter ? 23 : (within(level, 5, 95) ?? 23)],
      ];
    default:
      return [variant === 0 ? [66, 48, 0, 0] : [66, 49, 0, variant], [67, within(width, 2, 16) ?? 3]];
  }
}

function within(value: number | undefined, least: number, most: number): number | undefined {
  return value !== undefined && value >= least && value <= most ? value : undefined;
}

/** `\xnn` is a byte, `\\` a backslash; what is between them are characters. */
const ESCAPES = /\\(?:x([0-9A-Fa-f]{2})|\\)/g;

/**
 * The bytes that a bar code or symbol is given as characters. White space around it is of the document's layout where
 * it holds line breaks. Source: Epson ePOS-Print XML User's Manual, `barcode` and `symbol`.
 * @param encode what characters are encoded in
 */
function symbolData(text: string, encode: (characters: string) => Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  const content = /[\r\n]/.test(text) ? text.trim() : text;
  for (const escape of content.matchAll(ESCAPES)) {
    parts.push(encode(content.slice(from, escape.index)));
    parts.push(Uint8Array.of(escape[1] === undefined ? 0x5c : Number.parseInt(escape[1], 16)));
    from = escape.index + escape[0].length;
  }
  parts.push(encode(content.slice(from)));
  return Buffer.concat(parts);
}

function inUtf8(characters: string): Uint8Array {
  return Buffer.from(characters);
}

/** QR codes hold Shift JIS, for the sake of their kanji; what it lacks makes the whole of it UTF-8. */
function inShiftJis(characters: string): Uint8Array {
  const pairs = pairCodes("shift_jis");
  const bytes: number[] = [];
  for (const character of characters) {
    const unit = character.charCodeAt(0);
    const pair = character.length > 1 ? 0 : (pairs[unit] ?? 0);
    if (unit < 0x80) bytes.push(unit);
    else if (unit >= 0xff61 && unit <= 0xff9f) bytes.push(unit - 0xfec0);
    else if (pair !== 0) bytes.push(pair >> 8, pair & 0xff);
    else return inUtf8(characters);
  }
  return Uint8Array.from(bytes);
}
