/** What a terminal would obey instead of showing it: some cells are what a browser or another person said. */
const CONTROLS = /\p{Cc}/gu;

/** Lines up rows under headings, two spaces between the columns, none at the ends of lines. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows].map((row) => row.map((cell) => cell.replace(CONTROLS, "\ufffd")));
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - Bun.stringWidth(cell))).join("  ");
  return all.map((row) => line(row).trimEnd()).join("\n");
}
