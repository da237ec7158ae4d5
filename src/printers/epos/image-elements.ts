import type { Attributes } from "./attributes.ts";
import { word } from "../byte-writer.ts";
import { EPOS_LIMITS } from "./epos-limits.ts";
import type { EposElements, EposState } from "./epos-element.ts";
import { COLORS, writePlacement } from "./text-elements.ts";
import { localName, textOf, type XmlElement } from "./xml-element.ts";

const GS = 0x1d;

const MODES = { mono: false, gray16: true };

const NO_COLOR = 0x30;
const FIRST_COLOR = 0x31;

export const IMAGE_ELEMENTS: EposElements = {
  /** Rows of dots, most significant bit left; in `gray16` of four bits a dot, 0 for white, 15 for black. */
  image: {
    write(state, attributes, element) {
      const width = attributes.required("width", 0, 65_535);
      const height = attributes.required("height", 0, 65_535);
      const color = attributes.choice("color", COLORS) ?? FIRST_COLOR;
      const isGray = attributes.choice("mode", MODES) ?? false;
      const rowBytes = Math.ceil(width / (isGray ? 2 : 8));
      const given = decodeBase64(element, attributes);
      if (given.length < rowBytes * height)
        throw attributes.fault("height", `the picture has fewer than ${height} rows of ${rowBytes} bytes`);
      writePlacement(state, attributes);
      if (width === 0 || height === 0 || color === NO_COLOR) return;
      const dots = isGray ? ditherGray(given, width, height) : given.subarray(0, rowBytes * height);
      // GS v 0 is what every printer has; only GS ( L has colours.
      if (color === FIRST_COLOR) writeRaster(state, dots, Math.ceil(width / 8), height);
      else writeGraphics(state, dots, width, height, color);
    },
  },

  /** Graphics stored in the printer under two key bytes (GS ( L function 69). */
  logo: {
    write(state, attributes) {
      const key1 = attributes.required("key1", 0, 255);
      const key2 = attributes.required("key2", 0, 255);
      writePlacement(state, attributes);
      state.bytes.write(GS, 0x28, 0x4c, 6, 0, 0x30, 0x45, key1, key2, 1, 1);
    },
  },
};

/** The bytes that an element's text holds as base64. @throws TillrollError BAD_REQUEST */
export function decodeBase64(element: XmlElement, attributes: Attributes): Uint8Array {
  const compact = textOf(element).replaceAll(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact))
    throw attributes.fault(localName(element), "its content must be base64");
  return Buffer.from(compact, "base64");
}

/** GS v 0, in strips; in page mode in one, because the position stays. */
function writeRaster({ bytes, inPage }: EposState, dots: Uint8Array, rowBytes: number, rows: number): void {
  const most = inPage ? rows : EPOS_LIMITS.stripRows;
  for (let row = 0; row < rows; row += most) {
    const count = Math.min(most, rows - row);
    bytes.write(GS, 0x76, 0x30, 0, ...word(rowBytes), ...word(count));
    bytes.append(dots.subarray(row * rowBytes, (row + count) * rowBytes));
  }
}

/** GS 8 L function 112 stores the picture in a colour, GS ( L function 50 prints it. */
function writeGraphics(
  { bytes }: EposState,
  dots: Uint8Array,
  width: number,
  rows: number,
  color: number,
): void {
  const length = dots.length + 10;
  bytes.write(GS, 0x38, 0x4c, ...word(length), ...word(length >>> 16), 0x30, 0x70, 0x30, 1, 1, color);
  bytes.write(...word(width), ...word(rows));
  bytes.append(dots);
  bytes.write(GS, 0x28, 0x4c, 2, 0, 0x30, 0x32);
}

/** Bayer's matrix of 4 by 4: the order in which dots of a tone become black. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const;

/** Sixteen tones as black dots: the multi-tone data of GS ( L is not published, and few printers have it. */
function ditherGray(gray: Uint8Array, width: number, height: number): Uint8Array {
  const grayBytes = Math.ceil(width / 2);
  const rowBytes = Math.ceil(width / 8);
  const dots = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pair = gray[y * grayBytes + (x >> 1)] ?? 0;
      const tone = (x & 1) === 0 ? pair >> 4 : pair & 0x0f;
      if (tone > (BAYER[(y & 3) * 4 + (x & 3)] ?? 0) * (15 / 16)) {
        const at = y * rowBytes + (x >> 3);
        dots[at] = (dots[at] ?? 0) | (0x80 >> (x & 7));
      }
    }
  }
  return dots;
}
