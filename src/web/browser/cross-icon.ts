const SVG = "http://www.w3.org/2000/svg";

/** A cross, for a button that names itself to screen readers. */
export function crossIcon(): SVGSVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 16 16");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", "M4 4l8 8M12 4l-8 8");
  drawing.append(path);
  return drawing;
}
