import type { PageProps } from "../../app/pages.ts";
import type { WorkspaceOptionsAnswer } from "../../../../contract/workspace.ts";
import { isArchive } from "../../app/session.ts";
import { get, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Loading } from "../../design/loading.tsx";
import { Page } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { IndexCard } from "./index-card.tsx";
import { NewestPrintCard } from "./newest-print-card.tsx";
import { WorkspaceForm } from "./workspace-form.tsx";

/** What of a workspace is set, and its search index. */
export function SettingsPage({ slug }: PageProps) {
  const asked = useAnswer((end) => get<WorkspaceOptionsAnswer>(workspacePath(slug, "settings"), end), [slug]);
  const { answer } = asked;
  return (
    <Page
      title={t("workspaceSettings.title")}
      about={t(isArchive() ? "workspaceSettings.aboutInArchive" : "workspaceSettings.about")}
    >
      <Loading of={asked} lines={10} />
      {answer === null ? null : (
        <WorkspaceForm key={slug} slug={slug} settings={answer} onSaved={asked.set} />
      )}
      <NewestPrintCard slug={slug} />
      {isArchive() ? null : <IndexCard key={`index ${slug}`} slug={slug} />}
    </Page>
  );
}
