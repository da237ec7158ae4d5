import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { IndexAnswer } from "../../../../contract/service.ts";
import { may } from "../../app/session.ts";
import { get, post, workspacePath } from "../../client/request.ts";
import { useAnswer, useProgress } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { t } from "../../texts/texts.ts";

/** The search index of a workspace, and building it anew. */
export function IndexCard({ slug }: { readonly slug: string }) {
  const asked = useAnswer((end) => get<IndexAnswer>(workspacePath(slug, "index"), end), [slug]);
  const [isAsking, setAsking] = useState(false);
  const { answer } = asked;
  useProgress(asked, ({ rebuild, textPending }) => rebuild !== null || textPending > 0);
  if (answer === null) return <Loading of={asked} lines={3} />;
  return (
    <Card
      title={t("workspaceSettings.index")}
      actions={
        may("admin") ? (
          <Button disabled={answer.rebuild !== null} onClick={() => setAsking(true)}>
            {t("workspaces.rebuild")}
          </Button>
        ) : undefined
      }
    >
      <p>{t("workspaceSettings.indexText", { n: answer.prints, sealed: answer.sealed })}</p>
      <p role="status">{wordsOf(answer)}</p>
      {isAsking ? (
        <Confirmation
          title={t("workspaces.rebuildTitle")}
          action={t("workspaces.rebuild")}
          onConfirm={async () => asked.set(await post<IndexAnswer>(workspacePath(slug, "index", "rebuild")))}
          onClose={() => setAsking(false)}
        >
          <p>{t("workspaces.rebuildText")}</p>
        </Confirmation>
      ) : null}
    </Card>
  );
}

function wordsOf({ rebuild, textPending }: IndexAnswer): string {
  if (rebuild !== null)
    return t("workspaces.building", {
      percent: Math.floor((100 * rebuild.done) / Math.max(rebuild.total, 1)),
    });
  return textPending > 0 ? t("workspaces.pending", { n: textPending }) : "";
}
