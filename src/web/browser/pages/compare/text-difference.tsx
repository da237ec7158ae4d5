import type { Hunk } from "../../../../compare/text-difference.ts";
import { t } from "../../texts/texts.ts";

interface TextDifferenceProps {
  readonly hunks: readonly Hunk[];
  readonly names: readonly [string, string];
  /** What is said where nothing differs. */
  readonly nothing: string;
}

/** Lines that differ, side by side; on phones one below the other. */
export function TextDifference({ hunks, names, nothing }: TextDifferenceProps) {
  if (hunks.length === 0) return <p class="compare-nothing">{nothing}</p>;
  return (
    <div class="compare-text" role="region" aria-label={t("compare.text")} tabIndex={0}>
      <table class="compare-lines">
        <caption class="spoken">{t("compare.text")}</caption>
        <thead>
          <tr>
            {names.map((name, index) => (
              <th key={index} scope="col" colSpan={2}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {hunks.map((hunk) => (
          <tbody key={`${hunk.a.from} ${hunk.b.from}`}>
            {rowsOf(hunk).map(({ a, b }, index) => (
              <tr key={index}>
                <Line line={a} other={b} kind="removed" />
                <Line line={b} other={a} kind="added" />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface NumberedLine {
  readonly number: number;
  readonly text: string;
  readonly isSame: boolean;
}

interface LineProps {
  readonly line: NumberedLine | null;
  readonly other: NumberedLine | null;
  readonly kind: "removed" | "added";
}

function Line({ line, other, kind }: LineProps) {
  if (line === null)
    return (
      <>
        <td class="compare-number" />
        <td class="compare-gap" />
      </>
    );
  if (line.isSame)
    return (
      <>
        <td class="compare-number">{line.number}</td>
        <td class="compare-line">{line.text}</td>
      </>
    );
  const [before, middle, after] = changedPart(line.text, other?.isSame === false ? other.text : null);
  return (
    <>
      <td class={`compare-number compare-${kind}`}>{line.number}</td>
      <td class={`compare-line compare-${kind}`}>
        <span class="spoken">{t(`compare.line.${kind}`)}</span>
        {before}
        {middle === "" ? null : <mark class="compare-word">{middle}</mark>}
        {after}
      </td>
    </>
  );
}

/** A line in three parts: what it has in common with another at its beginning and end, and what is between. */
export function changedPart(
  text: string,
  other: string | null,
): [before: string, middle: string, after: string] {
  if (other === null) return [text, "", ""];
  const [one, two] = [[...text], [...other]];
  const most = Math.min(one.length, two.length);
  let start = 0;
  while (start < most && one[start] === two[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === two.at(-1 - end)) end++;
  const part = (from: number, to: number) => one.slice(from, to).join("");
  return [part(0, start), part(start, one.length - end), part(one.length - end, one.length)];
}

/** The lines of a hunk side by side: what was replaced beside what is there instead. */
function rowsOf({ a, b, lines }: Hunk): { a: NumberedLine | null; b: NumberedLine | null }[] {
  const rows: { a: NumberedLine | null; b: NumberedLine | null }[] = [];
  let [ofA, ofB] = [a.from, b.from];
  /** The first row since the last line that both have. */
  let first = 0;
  for (const { kind, text } of lines) {
    if (kind === "same") {
      rows.push({ a: { number: ofA++, text, isSame: true }, b: { number: ofB++, text, isSame: true } });
      first = rows.length;
      continue;
    }
    const side = kind === "removed" ? "a" : "b";
    const line = { number: side === "a" ? ofA++ : ofB++, text, isSame: false };
    const free = rows.slice(first).find((row) => row[side] === null);
    if (free === undefined) rows.push({ a: null, b: null, [side]: line });
    else free[side] = line;
  }
  return rows;
}
