/** How the pixels of a page are written; `white` is what a line is filled up with that ends early. */
export interface PixelFormat {
  readonly bitsPerPixel: number;
  readonly white: 0x00 | 0xff;
  /** Reads a line. @param ink of each of its pixels, 0 white to 255 black */
  readInk(line: Uint8Array, ink: Uint8Array): void;
}

/** What the channels of a pixel mean: light, ink, three lights, or four inks. */
export type ColorSpace = "luminance" | "black" | "rgb" | "cmyk";

const CHANNELS: Readonly<Record<ColorSpace, number>> = { luminance: 1, black: 1, rgb: 3, cmyk: 4 };

/** How light red, green and blue are to the eye, of 256 (ITU-R BT.601). */
const RED = 77;
const GREEN = 150;
const BLUE = 29;

/** The format of pixels in a space with so many bits a channel; `undefined` for one that is not read. */
export function pixelFormat(space: ColorSpace, bits: number): PixelFormat | undefined {
  const isInk = space === "black" || space === "cmyk";
  const white = isInk ? 0x00 : 0xff;
  if (bits === 1 && CHANNELS[space] === 1)
    return { bitsPerPixel: 1, white, readInk: (line, ink) => readBits(line, ink, isInk) };
  if (bits !== 8 && bits !== 16) return undefined;
  // Of 16 bits the upper 8 come first.
  const step = bits >> 3;
  return {
    bitsPerPixel: CHANNELS[space] * bits,
    white,
    readInk: (line, ink) => READERS[space](line, ink, step),
  };
}

function readBits(line: Uint8Array, ink: Uint8Array, isInk: boolean): void {
  const flip = isInk ? 0 : 0xff;
  for (let x = 0; x < ink.length; x++) {
    const dots = (line[x >> 3] ?? 0) ^ flip;
    ink[x] = (dots & (0x80 >> (x & 7))) === 0 ? 0 : 255;
  }
}

/** Reads a line of pixels. @param step bytes a channel */
type Reader = (line: Uint8Array, ink: Uint8Array, step: number) => void;

const READERS: Readonly<Record<ColorSpace, Reader>> = {
  luminance(line, ink, step) {
    for (let x = 0, at = 0; x < ink.length; x++, at += step) ink[x] = 255 - (line[at] ?? 255);
  },
  black(line, ink, step) {
    for (let x = 0, at = 0; x < ink.length; x++, at += step) ink[x] = line[at] ?? 0;
  },
  rgb(line, ink, step) {
    for (let x = 0, at = 0; x < ink.length; x++, at += 3 * step) ink[x] = 255 - lightness(line, at, step);
  },
  cmyk(line, ink, step) {
    for (let x = 0, at = 0; x < ink.length; x++, at += 4 * step) {
      // Cyan takes red away, magenta green, yellow blue.
      const black = (line[at + 3 * step] ?? 0) + lightness(line, at, step);
      ink[x] = Math.min(255, black);
    }
  },
};

function lightness(line: Uint8Array, at: number, step: number): number {
  const [red = 0, green = 0, blue = 0] = [line[at], line[at + step], line[at + 2 * step]];
  return (red * RED + green * GREEN + blue * BLUE) >> 8;
}
