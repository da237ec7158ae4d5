import { useState } from "preact/hooks";
import type { PrintAnswer } from "../../../../contract/print.ts";
import type { PageAnswer } from "../../../../contract/search.ts";
import { isDamaged } from "../../../../domain/damaged-print.ts";
import type { RuleTrialAnswer } from "../../../../contract/rule.ts";
import { RefusedError } from "../../client/errors.ts";
import { get, post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useKept } from "../../client/use-kept.ts";
import { useSettled } from "../../client/use-settled.ts";
import { type DraftRule, givesAnything, givingOf, triedOf } from "./draft-rule.ts";

/** Time between the last key and the trial, milliseconds. */
const TYPING_MILLISECONDS = 150;

/** Receipts that a rule can be tried on. */
const PRINTS = 30;

/** The trial of a rule on a receipt, while it is being written. */
export interface RuleTrial {
  readonly prints: readonly PrintAnswer[];
  readonly printId: number | null;
  readonly isLoading: boolean;
  choose(printId: number): void;
  readonly answer: RuleTrialAnswer | null;
  /** Whether nothing is looked for yet. */
  readonly isEmpty: boolean;
  /** Whether it gives anything yet. */
  readonly gives: boolean;
  /** What is wrong with the pattern; empty for nothing. */
  readonly patternProblem: string;
  /** The same of what it gives. */
  problem(field: "label" | "tag"): string;
}

/** @param wanted the id of the receipt to begin with; `null` for the newest */
export function useRuleTrial(slug: string, draft: DraftRule, wanted: string | null): RuleTrial {
  const [chosen, setChosen] = useState<number | null>(wanted === null ? null : Number(wanted));
  const prints = useAnswer((end) => readPrints(slug, wanted, end), [slug, wanted]);
  const printId = chosen ?? prints.answer?.[0]?.id ?? null;
  const giving = useSettled(givingOf(draft), TYPING_MILLISECONDS);
  const isEmpty = giving.pattern === "";
  const trial = useAnswer(
    (end) => tryOut(slug, giving, printId, end),
    [slug, printId, JSON.stringify(giving)],
  );
  // While it is written on, and where the pattern is not finished, the receipt stays.
  const answer = useKept(trial.answer, JSON.stringify([slug, printId]));
  const issues = issuesOf(trial.error);
  const problem = (field: string) =>
    issues
      .filter(({ path }) => path.split(".")[0] === field)
      .map(({ message }) => message)
      .join(" ");
  return {
    prints: prints.answer ?? [],
    printId,
    isLoading: prints.isLoading || (answer === null && trial.error === null && printId !== null),
    choose: setChosen,
    answer,
    isEmpty,
    gives: givesAnything(giving),
    patternProblem: problem("pattern"),
    problem,
  };
}

/** The newest prints, and before them the one that is wanted. */
async function readPrints(slug: string, wanted: string | null, end: AbortSignal): Promise<PrintAnswer[]> {
  const body = { pageSize: PRINTS };
  const page = await post<PageAnswer>(workspacePath(slug, "prints", "search"), body, end);
  const items = page.items.flatMap((item) => (isDamaged(item) ? [] : [item]));
  if (wanted === null || items.some(({ id }) => String(id) === wanted)) return items;
  return [await get<PrintAnswer>(workspacePath(slug, "prints", wanted), end), ...items];
}

/** Tries a rule out; one that looks for nothing yet shows the text of the receipt alone. */
async function tryOut(
  slug: string,
  giving: ReturnType<typeof givingOf>,
  printId: number | null,
  end: AbortSignal,
): Promise<RuleTrialAnswer | null> {
  if (printId === null) return null;
  // An empty pattern would match everywhere.
  const rule = giving.pattern === "" ? {} : triedOf(giving);
  return post<RuleTrialAnswer>(workspacePath(slug, "rules", "test"), { ...rule, printId }, end);
}

function issuesOf(error: unknown): readonly { readonly path: string; readonly message: string }[] {
  const issues = error instanceof RefusedError ? error.data["issues"] : null;
  return Array.isArray(issues) ? (issues as { path: string; message: string }[]) : [];
}
