import { may } from "../../app/session.ts";
import { Notice } from "../../design/notice.tsx";
import { Page } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { DesktopCard } from "./desktop-card.tsx";
import { TargetsCard } from "./targets-card.tsx";

/** Hearing of troubles: on this computer, and away from it. */
export function NotificationsPage() {
  return (
    <Page title={t("notifications.title")} about={t("notifications.about")}>
      <DesktopCard />
      {may("service") ? <TargetsCard /> : <Notice>{t("notifications.awayAdministrators")}</Notice>}
    </Page>
  );
}
