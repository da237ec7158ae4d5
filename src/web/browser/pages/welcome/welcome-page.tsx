import { goingOnFromHere } from "../../app/router.ts";
import { printsAddress } from "../../app/route.ts";
import { toast } from "../../app/notices.tsx";
import { me, workspaces } from "../../app/session.ts";
import { LinkButton } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { PasswordForm } from "./password-form.tsx";

/** Where somebody who was invited chooses a name and a password, or leaves it for later. */
export function WelcomePage() {
  const prints = printsAddress(workspaces.value[0]?.slug ?? "");
  const skip = <LinkButton href={prints}>{t("people.welcomeSkip")}</LinkButton>;
  if (me.value === null || me.value.role === null) return null;
  const goOn = goingOnFromHere();
  const done = () => {
    toast(t("people.passwordSet"));
    goOn(prints, true);
  };
  return (
    <Page title={t("people.welcome")} about={t("people.welcomeAbout")} actions={skip}>
      <div class="welcome">
        <Card title={t("people.password")}>
          <PasswordForm hasName onDone={done} />
        </Card>
      </div>
    </Page>
  );
}
