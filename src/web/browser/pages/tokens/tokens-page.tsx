import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { TokenAnswer } from "../../../../contract/token.ts";
import { isArchive } from "../../app/session.ts";
import { get, remove } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Checkbox } from "../../design/field.tsx";
import { EmptyState, Page } from "../../design/page.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { Time } from "../../design/time.tsx";
import { t } from "../../texts/texts.ts";
import { placeName } from "../people/places.ts";
import { NewTokenDialog } from "./new-token-dialog.tsx";

const STATE_KINDS = { valid: "good", expired: "plain", revoked: "bad" } as const;

/** The tokens of the API: making them, and taking them back. */
export function TokensPage() {
  const asked = useAnswer((end) => get<{ items: TokenAnswer[] }>("/api/tokens", end), []);
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<TokenAnswer | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const all = asked.answer?.items ?? null;
  const shown = all?.filter(({ state }) => showsAll || state === "valid").toReversed() ?? [];
  return (
    <Page
      title={t("tokens.title")}
      about={t(isArchive() ? "tokens.aboutInArchive" : "tokens.about")}
      actions={
        <Button kind="main" icon="plus" onClick={() => setMaking(true)}>
          {t("tokens.make")}
        </Button>
      }
    >
      <Loading of={asked} lines={4} />
      {all !== null && all.some(({ state }) => state !== "valid") ? (
        <Checkbox label={t("tokens.showOthers")} checked={showsAll} onValue={setShowsAll} />
      ) : null}
      {all !== null && shown.length === 0 ? <EmptyState title={t("tokens.empty")} /> : null}
      {shown.length === 0 ? null : (
        <Table
          label={t("tokens.list")}
          rows={shown}
          keyOf={({ id }) => id}
          columns={columnsOf((token) => setRevoked(token))}
        />
      )}
      {isMaking ? <NewTokenDialog onMade={asked.again} onClose={() => setMaking(false)} /> : null}
      {revoked === null ? null : (
        <Confirmation
          title={t("tokens.revokeTitle")}
          action={t("tokens.revoke")}
          isDangerous
          onConfirm={async () => {
            await remove(`/api/tokens/${encodeURIComponent(revoked.id)}`);
            asked.again();
          }}
          onClose={() => setRevoked(null)}
        >
          <p>{t("tokens.revokeText", { name: nameOf(revoked) })}</p>
        </Confirmation>
      )}
    </Page>
  );
}

function nameOf({ name, id }: TokenAnswer): string {
  return name === "" ? id : name;
}

/** Which workspaces a token is for. */
function reachOf({ workspace, group }: TokenAnswer): string {
  return placeName({ workspace: workspace === "" ? null : workspace, group });
}

function scopesOf({ scopes }: TokenAnswer): string {
  return scopes.map((scope) => t(`tokens.may.${scope}`)).join(", ");
}

function columnsOf(onRevoke: (token: TokenAnswer) => void): readonly Column<TokenAnswer>[] {
  return [
    {
      title: t("administration.name"),
      cell: ({ name, id }) => (
        <>
          <div>{name === "" ? t("tokens.unnamed") : name}</div>
          <code class="tokens-id">{id}</code>
        </>
      ),
    },
    { title: t("tokens.reach"), cell: reachOf },
    { title: t("tokens.scope"), cell: scopesOf },
    {
      title: t("administration.state"),
      cell: ({ state }) => <Badge kind={STATE_KINDS[state]}>{t(`tokens.state.${state}`)}</Badge>,
    },
    {
      title: t("tokens.ends"),
      cell: ({ expiresAt }) => (expiresAt === null ? t("tokens.ends.never") : <Time at={expiresAt} />),
    },
    {
      title: t("administration.lastUsed"),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t("administration.never") : <Time at={lastUsedAt} />),
    },
    { title: t("administration.made"), cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: t("administration.actions"),
      isTitleHidden: true,
      cell: (token) =>
        token.state === "revoked" ? null : (
          <Button
            kind="quiet"
            aria-label={t("tokens.revokeOf", { name: nameOf(token) })}
            onClick={() => onRevoke(token)}
          >
            {t("tokens.revoke")}
          </Button>
        ),
    },
  ];
}
