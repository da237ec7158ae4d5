import { isArchive } from "../../app/session.ts";
import { addressOf } from "../../base-path.ts";
import { workspacePath } from "../../client/request.ts";
import { Card } from "../../design/card.tsx";
import { CopyField } from "../../design/copy-field.tsx";
import { t } from "../../texts/texts.ts";

/**
 * Where the newest print always is: for a screen on a wall, and in a shop for tests of who writes software for tills, which print
 * to no archive.
 */
export function NewestPrintCard({ slug }: { readonly slug: string }) {
  const preview = addressOf(workspacePath(slug, "prints", "latest", "preview"));
  const address = new URL(preview, location.href).href;
  return (
    <Card title={t("workspaceSettings.newest")}>
      <p>{t(isArchive() ? "workspaceSettings.newestAboutInArchive" : "workspaceSettings.newestAbout")}</p>
      <div class="newest-print">
        <CopyField label={t("workspaceSettings.newestPage")} value={`${address}?format=html`} />
        <CopyField label={t("workspaceSettings.newestPicture")} value={`${address}?format=png`} />
      </div>
      {isArchive() ? null : (
        <p>
          <a href={addressOf("/guide/testing-your-pos")}>{t("workspaceSettings.newestGuide")}</a>
        </p>
      )}
    </Card>
  );
}
