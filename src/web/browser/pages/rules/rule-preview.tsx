import type { RulePreviewAnswer } from "../../../../contract/rule.ts";
import { printsAddress } from "../../app/route.ts";
import { post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useSettled } from "../../client/use-settled.ts";
import { Card } from "../../design/card.tsx";
import { t } from "../../texts/texts.ts";
import { type DraftRule, givesAnything, givingOf, triedOf } from "./draft-rule.ts";
import { Gives } from "./rule-list.tsx";

/** Time between the last key and the preview, which reads many prints, milliseconds. */
const TYPING_MILLISECONDS = 600;

interface RulePreviewProps {
  readonly slug: string;
  readonly draft: DraftRule;
  /** Whether its pattern is right, as far as that is known. */
  readonly isRight: boolean;
}

/** How many of the newest prints a rule would match, and some of them. */
export function RulePreviewWords({ slug, draft, isRight }: RulePreviewProps) {
  const given = useSettled({ ...givingOf(draft), appliesTo: draft.appliesTo }, TYPING_MILLISECONDS);
  const isAsked = isRight && given.pattern !== "";
  const asked = useAnswer(
    async (end) => (isAsked ? previewOf(slug, given, end) : null),
    [slug, isAsked, JSON.stringify(given)],
  );
  const { answer } = asked;
  if (answer === null) return null;
  const { looked, matched, filled, prints } = answer;
  return (
    <Card title={t("rules.previewPrints")}>
      <p role="status">
        {looked === 0 ? t("rules.previewNone") : t("rules.preview", { n: looked, matched, filled })}
      </p>
      <ul class="rules-prints">
        {prints.map(({ printId, label, tag }) => (
          <li key={printId}>
            <a href={printsAddress(slug, printId)}>{printId}</a>{" "}
            {givesAnything(given) ? <Gives label={label} tag={tag} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function previewOf(
  slug: string,
  { appliesTo, ...giving }: ReturnType<typeof givingOf> & Pick<DraftRule, "appliesTo">,
  end: AbortSignal,
): Promise<RulePreviewAnswer> {
  const body = { ...triedOf(giving), appliesTo };
  return post<RulePreviewAnswer>(workspacePath(slug, "rules", "preview"), body, end);
}
