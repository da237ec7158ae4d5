import { useLayoutEffect, useState } from "preact/hooks";
import type { Comparison } from "../../../../compare/comparison.ts";
import { printsAddress, workspaceAddress } from "../../app/route.ts";
import { Badge } from "../../design/badge.tsx";
import { IconButton } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { formatFullTime } from "../../texts/format.ts";
import { actorWords } from "../audit/actor-words.ts";
import { t } from "../../texts/texts.ts";
import { ComparedPapers } from "./compared-papers.tsx";
import type { Side } from "./compared-side.ts";
import { differenceWords } from "./difference-words.ts";
import { TextDifference } from "./text-difference.tsx";
import type { Loaded } from "./use-comparison.ts";
import { useKeys } from "./use-keys.ts";

interface ComparisonViewProps {
  readonly slug: string;
  readonly loaded: Loaded;
  readonly comparison: Comparison;
}

type Part = "paper" | "text" | "commands";

/** A comparison: the verdict, and the papers, lines and commands side by side. */
export function ComparisonView({ slug, loaded, comparison }: ComparisonViewProps) {
  const [part, setPart] = useState<Part>("paper");
  const [current, setCurrent] = useState<number | null>(null);
  const { differences, notes, text, commands = [] } = comparison;
  useLayoutEffect(() => setCurrent(null), [comparison]);
  const step = (by: 1 | -1) => {
    if (differences.length === 0) return;
    setPart("paper");
    setCurrent((now) => {
      const next = now === null ? (by === 1 ? 0 : differences.length - 1) : now + by;
      return (next + differences.length) % differences.length;
    });
  };
  useKeys({ n: () => step(1), p: () => step(-1) });
  const sides = sidesOf(loaded);
  const names = [nameOf(sides[0]), nameOf(sides[1])] as const;
  return (
    <div class="compare-page">
      <VerdictLine comparison={comparison} current={current} onStep={step} />
      {notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      <Tabs
        label={t("compare.parts")}
        chosen={part}
        onChoose={setPart}
        tabs={[
          { name: "paper", title: t("compare.paper") },
          { name: "text", title: t("compare.textCount", { n: text.length }) },
          { name: "commands", title: t("compare.commandCount", { n: commands.length }) },
        ]}
      >
        {part === "paper" ? (
          <ComparedPapers
            slug={slug}
            sides={sides}
            names={names}
            titles={[titleOf(slug, loaded, sides[0]), titleOf(slug, loaded, sides[1])]}
            comparison={comparison}
            current={current}
          />
        ) : (
          <TextDifference
            hunks={part === "text" ? text : commands}
            names={names}
            nothing={t(part === "text" ? "compare.sameText" : "compare.sameCommands")}
          />
        )}
      </Tabs>
    </div>
  );
}

interface VerdictLineProps {
  readonly comparison: Comparison;
  readonly current: number | null;
  readonly onStep: (by: 1 | -1) => void;
}

/** Whether both are the same, or the difference that is looked at, and the ways to the others. */
function VerdictLine({ comparison, current, onStep }: VerdictLineProps) {
  const { differences } = comparison;
  const shown = current === null ? undefined : differences[current];
  return (
    <section class="compare-verdict" aria-label={t("compare.verdict")}>
      <Badge kind={comparison.same ? "good" : "bad"}>
        {t(comparison.same ? "compare.same" : "compare.different")}
      </Badge>
      <p class="compare-words" role="status">
        {shown === undefined ? verdictOf(comparison) : differenceWords(shown)}
      </p>
      {differences.length === 0 ? null : (
        <span class="compare-steps">
          <IconButton icon="up" label={t("compare.previous")} onClick={() => onStep(-1)} />
          <span class="compare-count">
            {t("compare.count", { place: current === null ? "–" : current + 1, all: differences.length })}
          </span>
          <IconButton icon="down" label={t("compare.next")} onClick={() => onStep(1)} />
        </span>
      )}
    </section>
  );
}

function verdictOf({ same, sameBytes, differenceCount, paper }: Comparison): string {
  if (same) return t(sameBytes ? "compare.sameBytes" : "compare.samePaper");
  if (paper.a.columns !== paper.b.columns)
    return t("compare.otherWidth", { a: paper.a.columns, b: paper.b.columns });
  return differenceCount === 0 ? t("compare.unknown") : t("compare.places", { n: differenceCount });
}

/** What is on the left, and on the right. */
function sidesOf({ print, other, reference, isSecond }: Loaded): readonly [Side, Side] {
  const own: Side = { kind: "print", printId: print.id };
  const second: Side =
    reference === null
      ? { kind: "print", printId: other?.id ?? print.id }
      : { kind: "reference", name: reference.name };
  return isSecond ? [second, own] : [own, second];
}

function nameOf(side: Side): string {
  return side.kind === "print"
    ? t("compare.print", { id: String(side.printId) })
    : t("compare.reference", { name: side.name });
}

/** What is above a paper: what it is, with a way to it, and when it was printed or approved. */
function titleOf(slug: string, { print, other, reference }: Loaded, side: Side) {
  if (side.kind === "reference")
    return (
      <>
        <a href={workspaceAddress(slug, "references")}>{nameOf(side)}</a>
        <span class="compared-when">
          {reference === null
            ? ""
            : t("compare.approvedAt", {
                time: formatFullTime(reference.approvedAt),
                name: actorWords(reference.approvedBy),
              })}
        </span>
      </>
    );
  const shown = side.printId === print.id ? print : other;
  return (
    <>
      <a href={printsAddress(slug, side.printId)}>
        {nameOf(side)}
        {shown?.label ? ` · ${shown.label}` : ""}
      </a>
      <span class="compared-when">{shown === null ? "" : formatFullTime(shown.createdAt)}</span>
    </>
  );
}
