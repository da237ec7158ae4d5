const SVG = "http://www.w3.org/2000/svg";

/** Strokes of each icon in a box of 16. */
const PATHS = {
  back: "M10 3 5 8l5 5",
  copy: "M6 6h7v7H6zM10 6V3H3v7h3",
  download: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10",
  edit: "M3 13l.6-2.8L10.8 3 13 5.2 5.8 12.4z",
  print: "M4.5 6V2.5h7V6M4.5 11.5H2.5V6h11v5.5h-2M4.5 9.5h7v4h-7z",
  remove: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.7 7v4M9.3 7v4",
  restore: "M3 3v3.5h3.5M3.3 6.3A5 5 0 1 1 3 9",
  close: "M4 4l8 8M12 4l-8 8",
  add: "M8 3v10M3 8h10",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside a word that says the same: hidden from screen readers. */
export function icon(name: IconName): SVGSVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 16 16");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  drawing.append(path);
  return drawing;
}
