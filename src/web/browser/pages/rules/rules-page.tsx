import type { RulesAnswer } from "../../../../contract/rule.ts";
import type { PageProps } from "../../app/pages.ts";
import { workspaceAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { get, workspacePath } from "../../client/request.ts";
import { useAnswer, useProgress } from "../../client/use-answer.ts";
import { LinkButton } from "../../design/button.tsx";
import { Loading } from "../../design/loading.tsx";
import { Page } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { DefaultRules } from "./default-rules.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { RuleList } from "./rule-list.tsx";
import { Reapplication } from "./reapplication.tsx";

/** What stands in the address for a rule that is to be made. */
const NEW = "new";

/** The rules of a workspace: `#/SLUG/rules`, one of them behind it, or `new`; `?print=` is the receipt that it is tried on. */
export function RulesPage({ slug, parts, query }: PageProps) {
  const asked = useAnswer((end) => get<RulesAnswer>(workspacePath(slug, "rules"), end), [slug]);
  const { answer } = asked;
  useProgress(asked, ({ reapplication, pending }) => reapplication?.isDone === false || pending > 0);
  const [shown = null] = parts;
  const rule = answer?.items.find(({ id }) => String(id) === shown) ?? null;
  if (answer !== null && shown !== null && (rule !== null || shown === NEW))
    return (
      <RuleEditor
        key={shown}
        slug={slug}
        rule={rule}
        count={answer.items.length}
        printId={query.get("print")}
        onChanged={asked.again}
      />
    );
  return (
    <Page
      title={t("rules.title")}
      about={t("rules.about")}
      actions={
        may("admin") ? (
          <LinkButton kind="main" icon="plus" href={workspaceAddress(slug, "rules", NEW)}>
            {t("rules.make")}
          </LinkButton>
        ) : undefined
      }
    >
      <Loading of={asked} lines={5} />
      {answer === null ? null : (
        <>
          <RuleList slug={slug} rules={answer.items} onChanged={asked.again} />
          <Reapplication slug={slug} answer={answer} onAnswer={asked.set} />
          <DefaultRules slug={slug} answer={answer} onAnswer={asked.set} />
        </>
      )}
    </Page>
  );
}
