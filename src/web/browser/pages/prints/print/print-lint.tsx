import type { LintReportAnswer } from "../../../../../contract/about-print.ts";
import { get, withQuery, workspacePath } from "../../../client/request.ts";
import { useAnswer } from "../../../client/use-answer.ts";
import { useKept } from "../../../client/use-kept.ts";
import { t } from "../../../texts/texts.ts";
import type { PaperWish } from "./drawing.ts";
import { FaultList } from "./fault-list.tsx";
import type { ByteRange } from "./paper-highlight.ts";

interface PrintLintProps {
  readonly slug: string;
  readonly printId: number;
  /** The printer that it is looked at on. */
  readonly wish: PaperWish;
  /** Called with the bytes of the command that a fault is about. */
  readonly onChoose: (range: ByteRange) => void;
}

/** What the chosen printer would not print of a print as it was meant. */
export function PrintLint({ slug, printId, wish, onChoose }: PrintLintProps) {
  const asked = useAnswer(
    (end) =>
      get<LintReportAnswer>(withQuery(workspacePath(slug, "prints", printId, "lint"), { ...wish }), end),
    [slug, printId, wish],
  );
  const answer = useKept(asked.answer, `${slug}/${printId}`);
  if (answer === null) return null;
  const { warnings } = answer;
  const printer = `${answer.printer.maker} ${answer.printer.name}`.trim();
  return (
    <section id="lint" class="facts-part" aria-labelledby="lint-title">
      <h2 id="lint-title">{t("print.lint")}</h2>
      {warnings.length === 0 ? (
        <p class="lint-good">{t("print.lintGood", { printer })}</p>
      ) : (
        <>
          <p class="lint-bad">{t("print.lintBad", { n: warnings.length, printer })}</p>
          <FaultList faults={warnings} onChoose={onChoose} />
        </>
      )}
    </section>
  );
}
