/* What the font generator uses of fontkit, which has no types of its own. Measures are font units. */
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
    glyphForCodePoint(codePoint: number): OutlineGlyph;
  }
  export function create(bytes: Buffer): OutlineFont;
}
