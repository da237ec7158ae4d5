import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Button, LinkButton } from "../design/button.tsx";
import { EmptyState, Skeleton } from "../design/page.tsx";
import { allSentences } from "../texts/sentences.ts";
import { allTexts, t } from "../texts/texts.ts";
import { type PageEntry, pageOf, type PageProps } from "./pages.ts";
import { PRINTS, printsAddress } from "./route.ts";
import { route, slug } from "./router.ts";
import { may } from "./session.ts";

/** Pages that have been loaded; `null` where that failed. */
const loaded = signal<ReadonlyMap<PageEntry, ComponentType<PageProps> | null>>(new Map());

async function load(page: PageEntry): Promise<void> {
  // The list of prints has its texts from the start; all other pages need those that come behind them, and what the service
  // says of itself.
  const texts = page.name === PRINTS ? null : Promise.all([allTexts(), allSentences().catch(() => {})]);
  const component = await Promise.all([page.load(), texts])
    .then(([shown]) => shown)
    .catch((error: unknown) => {
      console.error(error);
      return null;
    });
  loaded.value = new Map([...loaded.value, [page, component]]);
}

/** Loads the page of the address, so that it is there when it is first drawn. @param texts when the first texts are there */
export async function loadShownPage(texts: Promise<void>): Promise<void> {
  const { page, slug: workspace } = route.value;
  const shown = pageOf(page, workspace === null);
  if (shown === undefined) return;
  if (shown.name !== PRINTS) await texts;
  await load(shown);
}

/** The page that the address names: loaded when it is first opened. */
export function PageFrame() {
  const { page: name, slug: workspace, parts, query } = route.value;
  const page = pageOf(name, workspace === null);
  const isAllowed = page !== undefined && may(page.right);
  useEffect(() => {
    if (page !== undefined && isAllowed && !loaded.value.has(page)) void load(page);
  }, [page, isAllowed]);
  if (page === undefined || !isAllowed) return <NoPage />;
  const Shown = loaded.value.get(page);
  if (Shown === undefined)
    return (
      <div class="page">
        <Skeleton lines={6} />
      </div>
    );
  if (Shown === null) return <FailedPage />;
  return <Shown key={`${slug.value}/${name}`} slug={slug.value} parts={parts} query={query} />;
}

/** The name of the page that is shown, for the window's title. */
export function shownTitle(): string {
  const { page, slug: workspace } = route.value;
  const shown = pageOf(page, workspace === null);
  return shown === undefined ? t("shell.noPage") : t(shown.title);
}

function NoPage() {
  return (
    <EmptyState
      title={t("shell.noPage")}
      actions={<LinkButton href={printsAddress(slug.value)}>{t("shell.toPrints")}</LinkButton>}
    >
      <p>{t("shell.noPageAbout")}</p>
    </EmptyState>
  );
}

/** A file that the page needs is gone, as after an update. */
function FailedPage() {
  return (
    <EmptyState
      title={t("shell.pageFailed")}
      actions={
        <Button kind="main" onClick={() => location.reload()}>
          {t("shell.reload")}
        </Button>
      }
    >
      <p>{t("shell.pageFailedAbout")}</p>
    </EmptyState>
  );
}
