import { useState } from "preact/hooks";
import type { MeAnswer, SessionAnswer } from "../../../../contract/service.ts";
import { toast } from "../../app/notices.tsx";
import { me, workspaces } from "../../app/session.ts";
import { get, remove } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Failure } from "../../design/notice.tsx";
import { Page, Skeleton } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { roleWords } from "../people/role-words.ts";
import { SessionTable } from "../sessions/session-table.tsx";
import { PasswordForm } from "../welcome/password-form.tsx";
import { NameForm } from "./name-form.tsx";
import { PhoneCard } from "./phone-dialog.tsx";

/** Who is signed in: their name, their password, their phone, their sessions. */
export function MePage() {
  const [phones, setPhones] = useState(0);
  const who = me.value;
  if (who === null) return null;
  return (
    <Page title={t("people.you")} about={t("people.youAbout")}>
      <div class="me-cards">
        <NameCard who={who} />
        {who.role === null ? null : (
          <Card title={t("people.password")}>
            <p>{who.hasPassword ? t("people.hasPassword") : t("people.noPassword")}</p>
            <PasswordForm onDone={() => toast(t("people.passwordSet"))} />
          </Card>
        )}
        <PhoneCard onUsed={() => setPhones((n) => n + 1)} />
      </div>
      <OwnSessions key={phones} who={who} />
    </Page>
  );
}

function NameCard({ who: { role, user, rights, workspace } }: { readonly who: MeAnswer }) {
  if (role === null)
    return (
      <Card title={t("people.you")}>
        <p>{t("people.tokenAbout")}</p>
      </Card>
    );
  const isEverywhere = workspaces.value.length !== 1 || rights.includes("service") || workspace === null;
  return (
    <Card title={user?.name ?? ""} aside={<Badge>{t(`people.role.${role}`)}</Badge>}>
      <p>
        {roleWords(role)} {isEverywhere ? null : t("people.onlyIn", { workspace: workspace.slug })}
      </p>
      <NameForm name={user?.name ?? ""} />
    </Card>
  );
}

function OwnSessions({ who }: { readonly who: MeAnswer }) {
  const { answer, error, again } = useAnswer(
    (end) => get<{ readonly items: readonly SessionAnswer[] }>("/api/sessions", end),
    [],
  );
  const [isAsked, setAsked] = useState(false);
  const items = answer?.items ?? [];
  const current = items.find((session) => session.current);
  const own = items.filter(({ person, token }) =>
    who.role === null ? token !== null && token.id === current?.token?.id : person?.id === who.user?.id,
  );
  const others = own.filter((session) => !session.current);
  const endOthers = async () => {
    for (const { id } of others) await remove(`/api/sessions/${encodeURIComponent(id)}`);
    again();
  };
  const action = (
    <Button disabled={others.length === 0} onClick={() => setAsked(true)}>
      {t("people.endOthers")}
    </Button>
  );
  return (
    <Card title={t("people.sessions")} aside={action}>
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {answer === null ? (
        <Skeleton lines={3} />
      ) : (
        <SessionTable sessions={own} hasPeople={false} onEnded={again} />
      )}
      {isAsked ? (
        <Confirmation
          title={t("people.endOthersTitle")}
          action={t("people.endOthers")}
          isDangerous
          onConfirm={endOthers}
          onClose={() => setAsked(false)}
        >
          <p>{t("people.endOthersAbout", { n: others.length })}</p>
        </Confirmation>
      ) : null}
    </Card>
  );
}
