import { useState } from "preact/hooks";
import type { ShopAnswer } from "../../../../contract/shop.ts";
import { workspaceAddress } from "../../app/route.ts";
import { get, post, remove } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Loading } from "../../design/loading.tsx";
import { EmptyState, Page } from "../../design/page.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { t } from "../../texts/texts.ts";
import { EnrolDialog } from "./enrol-dialog.tsx";
import { shopWords, troubleWords } from "./shop-words.ts";

const STATE_KINDS = { waiting: "plain", connected: "good", silent: "bad", revoked: "plain" } as const;

/** What is asked before it is done to a shop. */
const ACTS = {
  rotate: (path: string) => post(`${path}/rotate`),
  revoke: (path: string) => remove(path),
} as const;

/** A shop, and what is to be done to it. */
interface Chosen {
  readonly act: keyof typeof ACTS | "enrol";
  /** `null` for a new one. */
  readonly shop: ShopAnswer | null;
}

/** The shops of an archive: how they get on, and what lets them in. */
export function ShopsPage() {
  const asked = useAnswer((end) => get<{ items: ShopAnswer[] }>("/api/shops", end), []);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const shops = asked.answer?.items ?? [];
  const close = () => setChosen(null);
  return (
    <Page
      title={t("shops.title")}
      about={t("shops.about")}
      actions={
        <Button kind="main" icon="plus" onClick={() => setChosen({ act: "enrol", shop: null })}>
          {t("shops.enrol")}
        </Button>
      }
    >
      <Loading of={asked} lines={4} />
      {asked.answer !== null && shops.length === 0 ? <EmptyState title={t("shops.empty")} /> : null}
      {shops.length === 0 ? null : (
        <Table
          label={t("shops.list")}
          rows={shops}
          keyOf={({ workspace }) => workspace}
          columns={columnsOf((act, shop) => setChosen({ act, shop }))}
        />
      )}
      {chosen?.act === "enrol" ? (
        <EnrolDialog shop={chosen.shop} onMade={asked.again} onClose={close} />
      ) : null}
      {chosen === null || chosen.act === "enrol" || chosen.shop === null ? null : (
        <ActConfirmation act={chosen.act} shop={chosen.shop} onDone={asked.again} onClose={close} />
      )}
    </Page>
  );
}

interface ActConfirmationProps {
  readonly act: keyof typeof ACTS;
  readonly shop: ShopAnswer;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function ActConfirmation({ act, shop, onDone, onClose }: ActConfirmationProps) {
  return (
    <Confirmation
      title={t(`shops.${act}Title`)}
      action={t(`shops.${act}`)}
      isDangerous={act === "revoke"}
      onConfirm={async () => {
        await ACTS[act](`/api/shops/${encodeURIComponent(shop.workspace)}`);
        onDone();
      }}
      onClose={onClose}
    >
      <p>{t(`shops.${act}Text`, { name: shop.workspace })}</p>
    </Confirmation>
  );
}

function columnsOf(onAct: (act: Chosen["act"], shop: ShopAnswer) => void): readonly Column<ShopAnswer>[] {
  return [
    {
      title: t("shops.shop"),
      cell: ({ workspace, group }) => (
        <>
          <a class="shops-name" href={workspaceAddress(workspace, "prints")}>
            {workspace}
          </a>
          <div class="shops-group">{group}</div>
        </>
      ),
    },
    {
      title: t("administration.state"),
      cell: ({ state }) => <Badge kind={STATE_KINDS[state]}>{t(`shops.state.${state}`)}</Badge>,
    },
    { title: t("shops.how"), cell: (shop) => <HowItIs shop={shop} /> },
    { title: t("shops.version"), cell: ({ version }) => version ?? "" },
    {
      title: t("administration.actions"),
      isTitleHidden: true,
      cell: (shop) => <ShopActions shop={shop} onAct={(act) => onAct(act, shop)} />,
    },
  ];
}

function HowItIs({ shop }: { readonly shop: ShopAnswer }) {
  const troubles = [...(shop.isCloned ? [t("shops.cloned")] : []), ...shop.troubles.map(troubleWords)];
  return (
    <>
      <div>{shopWords(shop)}</div>
      {troubles.map((trouble) => (
        <div key={trouble} class="shops-trouble">
          {trouble}
        </div>
      ))}
    </>
  );
}

function ShopActions(props: { readonly shop: ShopAnswer; readonly onAct: (act: Chosen["act"]) => void }) {
  const { workspace: name, state } = props.shop;
  const canChange = state === "connected" || state === "silent";
  return (
    <span class="shops-actions">
      <Button kind="quiet" aria-label={t("shops.againOf", { name })} onClick={() => props.onAct("enrol")}>
        {t("shops.again")}
      </Button>
      {canChange ? (
        <Button kind="quiet" aria-label={t("shops.rotateOf", { name })} onClick={() => props.onAct("rotate")}>
          {t("shops.rotate")}
        </Button>
      ) : null}
      {state === "revoked" ? null : (
        <Button kind="quiet" aria-label={t("shops.revokeOf", { name })} onClick={() => props.onAct("revoke")}>
          {t("shops.revoke")}
        </Button>
      )}
    </span>
  );
}
