import type { FaultResult } from "./fault-results.ts";

const INTRODUCTION = `# What was done to Tillroll, and what it lost

Tillroll is an archive of copies of receipts, no fiscal system. This page is made by \`bun run faults --report\` from the figures that
the parts of \`bun run faults\` left in \`scripts/faults/results\`; a test compares the two. Each part has a short form among the tests
(\`test/faults\`), which runs with every change. A part is run again with

\`\`\`sh
bun run build
bun run faults PART --binary dist/tillroll --seed SEED --rounds ROUNDS --record
\`\`\`

*Acknowledged* is what a till or a client was told to be kept. *Lost* is what of that was not there afterwards; *wrong* is what had
other bytes than were sent, or was served as what it is not. Both must be 0, and so must *faults*, which counts everything else that
was not as promised.
`;

/** The page of all results, in the order of the parts. */
export function faultsReport(results: readonly FaultResult[], order: readonly string[]): string {
  const place = ({ part }: FaultResult) => (order.includes(part) ? order.indexOf(part) : order.length);
  const sorted = results.toSorted((left, right) => place(left) - place(right));
  const rows = sorted.map((result) => [
    `\`${result.part}\``,
    result.what,
    countsOf(result),
    result.figures.acknowledged === null ? "–" : inDigits(result.figures.acknowledged),
    ...["lost", "wrong"].map((name) => sure(result, name as "lost" | "wrong")),
    inDigits(result.faults.length),
  ]);
  const runs = sorted.map(({ part, date, version, commit, seed, seconds, machine }) => [
    `\`${part}\``,
    date,
    version,
    commit,
    String(seed),
    duration(seconds),
    machine,
  ]);
  return [
    INTRODUCTION,
    table(["Part", "What is done", "How much", "Acknowledged", "Lost", "Wrong", "Faults"], rows),
    ...sorted.filter(({ faults }) => faults.length > 0).map(faultsOf),
    ...sorted.flatMap(({ part, figures }) =>
      figures.table === undefined
        ? []
        : [`## ${part}\n\n${table(figures.table.columns, figures.table.rows)}`],
    ),
    "## The runs\n",
    table(["Part", "Date", "Version", "Commit", "Seed", "Took", "Machine"], runs),
  ].join("\n");
}

function countsOf({ figures }: FaultResult): string {
  return Object.entries(figures.counts)
    .map(([name, value]) => (typeof value === "string" ? value : `${inDigits(value)} ${name}`))
    .join(", ");
}

/** A figure that was counted by itself; where it was not, none is when there is no fault at all. */
function sure({ figures, faults }: FaultResult, name: "lost" | "wrong"): string {
  const counted = figures[name];
  if (counted !== undefined) return inDigits(counted);
  return faults.length === 0 ? "0" : "see below";
}

function faultsOf({ part, faults }: FaultResult): string {
  return [`## Faults of ${part}\n`, ...faults.map((fault) => `- ${oneLine(fault)}`), ""].join("\n");
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(oneLine).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line), ""].join("\n");
}

/** A text that is a cell of a table, or a line of a list. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
}

function inDigits(number: number): string {
  return number.toLocaleString("en");
}

function duration(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
