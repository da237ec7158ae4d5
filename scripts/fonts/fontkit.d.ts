/* What the font generator and tests of fonts use of fontkit, which has no types of its own. Measures are font units. */
declare module "fontkit" {
  interface PathCommand {
    readonly command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
    readonly args: readonly number[];
  }
  interface OutlineGlyph {
    readonly advanceWidth: number;
    readonly path: { readonly commands: readonly PathCommand[] };
  }
  interface OutlineFont {
    readonly characterSet: readonly number[];
    readonly unitsPerEm: number;
    readonly ascent: number;
    /** Negative. */
    readonly descent: number;
    glyphForCodePoint(codePoint: number): OutlineGlyph;
  }
  export function create(bytes: Buffer): OutlineFont;
}
