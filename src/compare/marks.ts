type Colour = readonly [red: number, green: number, blue: number];

/** The colours of what differs: orange and blue, which nobody takes for each other. */
export const MARK_COLOURS = {
  around: [232, 232, 232],
  ignored: [224, 224, 224],
  a: { fill: [255, 228, 204], line: [194, 82, 0] },
  b: { fill: [214, 233, 250], line: [0, 94, 162] },
} as const satisfies Readonly<Record<string, Colour | { readonly fill: Colour; readonly line: Colour }>>;

/** A colour as SVG writes it. */
export function colourOf([red, green, blue]: Colour): string {
  return `#${Buffer.from([red, green, blue]).toString("hex")}`;
}
