import type { RulesAnswer } from "../../../../contract/rule.ts";
import { attempt } from "../../app/notices.tsx";
import { may } from "../../app/session.ts";
import { patch, workspacePath } from "../../client/request.ts";
import { Card } from "../../design/card.tsx";
import { Checkbox } from "../../design/field.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { Gives } from "./rule-list.tsx";

interface DefaultRulesProps {
  readonly slug: string;
  readonly answer: RulesAnswer;
  readonly onAnswer: (answer: RulesAnswer) => void;
}

/** The rules that come with Tillroll: whether they count, and which they are. */
export function DefaultRules({ slug, answer: { defaults }, onAnswer }: DefaultRulesProps) {
  const change = (enabled: boolean) =>
    void attempt(async () =>
      onAnswer(await patch<RulesAnswer>(workspacePath(slug, "rules", "defaults"), { enabled })),
    );
  return (
    <Card title={t("rules.defaults")}>
      <Checkbox
        label={t("rules.defaultsOn")}
        hint={t("rules.defaultsAbout")}
        checked={defaults.enabled}
        disabled={!may("admin")}
        onValue={change}
      />
      <details>
        <summary>{t("rules.defaultsWhat")}</summary>
        <ul class="rules-defaults">
          {differentRules(defaults.items).map(([key, rule]) => (
            <li key={key}>
              {said(rule.name)} <Gives {...rule} />
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

/** The rules by what they are called and give: several that do the same by other patterns are one to who reads. */
function differentRules(rules: RulesAnswer["defaults"]["items"]) {
  return [...new Map(rules.map((rule) => [JSON.stringify([rule.name, rule.label, rule.tag]), rule]))];
}
