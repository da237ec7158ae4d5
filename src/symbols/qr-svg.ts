import { drawModules, planQr } from "./qr/encode.ts";
import { sizeOf } from "./qr/versions.ts";

/** Modules without anything around a symbol (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/**
 * A QR code of a text, such as an address, as an SVG of its own for a screen: dark on light, whatever the theme, with the
 * quiet zone. One unit is one module.
 * @throws RangeError when it is too much for the largest symbol
 */
export function qrSvg(text: string): string {
  const plan = planQr(new TextEncoder().encode(text), "M", false);
  if (plan === undefined) throw new RangeError("the text is too long for a QR code");
  const size = sizeOf(plan.version);
  const modules = drawModules(plan);
  const rowBytes = (size + 7) >> 3;
  const path: string[] = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (((modules[row * rowBytes + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) !== 0)
        path.push(`M${column + QUIET} ${row + QUIET}h1v1h-1z`);
  const side = size + 2 * QUIET;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path.join("")}"/></svg>`
  );
}
