import { useCallback, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { PrintAnswer } from "../../../../contract/print.ts";
import { health } from "../../app/health-notice.tsx";
import { lazy } from "../../app/lazy.tsx";
import { attempt, fail } from "../../app/notices.tsx";
import type { PageProps } from "../../app/pages.ts";
import { ALL_SHOPS, printsAddress } from "../../app/route.ts";
import { goingOnFromHere, goTo, query, route, setQuery } from "../../app/router.ts";
import { isArchive, mayChangePrints } from "../../app/session.ts";
import { post, workspacePath } from "../../client/request.ts";
import { IconButton } from "../../design/button.tsx";
import type { IconName } from "../../design/icon.tsx";
import { listenToKeys } from "../../keyboard.ts";
import { said } from "../../texts/sentences.ts";
import { allTexts, t } from "../../texts/texts.ts";
import { facetsShown } from "./facets/facets-shown.ts";
import { Finder } from "./finder/finder.tsx";
import { HeldPrints } from "./held-prints.tsx";
import type { ListMotion } from "./list-motion.ts";
import { NoPrints, PrintList } from "./print-list.tsx";
import { type View, VIEWS } from "./print-row.tsx";
import { useFeed } from "./use-feed.ts";
import { useView } from "./view-choice.ts";
import { narrowedBy, wantedOf } from "./wanted.ts";

const loadPrintView = async () => {
  const [file] = await Promise.all([import("./print/print-view.tsx"), allTexts()]);
  return file.PrintView;
};
const PrintView = lazy(loadPrintView);
const Facets = lazy(() => import("./facets/facets.tsx").then((file) => file.Facets));

/** The prints of a workspace, searched, listed and opened. The address says what is searched and which print is open. */
export function PrintsPage({ slug }: PageProps) {
  const { printId } = route.value;
  const q = query.value;
  const { body, words } = wantedOf(slug, q);
  const feed = useFeed(slug, body);
  const { total, isKnown, isCounted, search } = feed.state.value;
  const [view, setView] = useView();
  const motion = useRef<ListMotion | null>(null);
  const onMotion = useCallback((given: ListMotion) => (motion.current = given), []);
  const close = useClosing(motion);
  useKeys(motion, close);
  const isOfAll = slug === ALL_SHOPS.slug;
  const title = t(isOfAll ? "prints.allShops" : "prints.title");
  useTitle(title, printId);
  useLoadingAhead(isKnown);
  const isEmpty = isKnown && total === 0;
  return (
    <div class={`prints prints-${view}${printId === null ? "" : " has-open-print"}`}>
      {isArchive() ? null : <HeldPrints slug={slug} />}
      <div class={facetsShown.value ? "panes panes-with-facets" : "panes"}>
        {facetsShown.value ? <Facets key={slug} slug={slug} q={q} /> : null}
        <section class="finder" aria-label={t("prints.find")}>
          <h1 class="spoken">{title}</h1>
          <div class="finder-head">
            <Finder slug={slug} found={feed.state.value} />
            <ViewChoice view={view} onChoose={setView} />
          </div>
          <Announcement search={search} text={isKnown && isCounted ? t("prints.count", { n: total }) : ""} />
          {isEmpty ? (
            <NoPrints
              isFiltered={q !== ""}
              onTest={mayChangePrints(slug) && !isOfAll ? () => storeTest(slug) : null}
            />
          ) : (
            <PrintList
              feed={feed}
              slug={slug}
              q={q}
              words={words}
              view={printId === null || view === "rows" ? view : "rows"}
              openId={printId}
              onNarrow={(narrowing) => setQuery(narrowedBy(q, narrowing))}
              onMotion={onMotion}
            />
          )}
          <Restorable />
        </section>
        <section id="detail" class="detail" aria-label={t("prints.receipt")}>
          {printId === null ? (
            <NothingOpen />
          ) : (
            <PrintView
              slug={slug}
              printId={printId}
              q={q}
              search={body}
              onChanged={(print) => feed.changed(print)}
              onClose={close}
            />
          )}
        </section>
      </div>
    </div>
  );
}

/** The prints of all workspaces that one may see. A print is opened among those of its own. */
export function AllPrintsPage(props: PageProps) {
  return <PrintsPage {...props} slug={ALL_SHOPS.slug} />;
}

/** Closes the open print, and goes back to its row. @returns what says whether one was open */
function useClosing(motion: { readonly current: ListMotion | null }): () => boolean {
  return useCallback(() => {
    const { printId: open, slug: workspace } = route.peek();
    if (open === null || workspace === null) return false;
    goTo(printsAddress(workspace, null, query.peek()));
    motion.current?.focus(open);
    return true;
  }, []);
}

function storeTest(slug: string): void {
  const goOn = goingOnFromHere();
  void attempt(async () => {
    const print = await post<PrintAnswer>(workspacePath(slug, "prints", "test"));
    goOn(printsAddress(slug, print.id));
  });
}

/** As of when the data can be restored from a backup, where that is known. */
function Restorable() {
  const words = said(health.value?.restorable ?? "");
  return words === "" ? null : (
    <p id="restorable" class="restorable">
      {words}
    </p>
  );
}

/** Said for each search but not for each print that comes, which would never be quiet in a busy shop. */
function Announcement({ search, text }: { readonly search: number; readonly text: string }) {
  const announced = useRef({ search: 0, text: "" });
  if (announced.current.search !== search && text !== "") announced.current = { search, text };
  return (
    <span id="announcement" class="spoken" role="status">
      {announced.current.text}
    </span>
  );
}

const VIEW_ICONS: Readonly<Record<View, IconName>> = { rows: "rows", columns: "columns", cards: "cards" };

function ViewChoice({ view, onChoose }: { readonly view: View; readonly onChoose: (view: View) => void }) {
  return (
    <div class="view-choice" role="group" aria-label={t("prints.view")}>
      {VIEWS.map((each) => (
        <IconButton
          key={each}
          icon={VIEW_ICONS[each]}
          label={t(`prints.view.${each}`)}
          aria-pressed={each === view}
          onClick={() => onChoose(each)}
        />
      ))}
    </div>
  );
}

function NothingOpen() {
  return (
    <div class="choose" aria-hidden="true">
      <p>{t("prints.choose")}</p>
      <p class="choose-keys">
        <span>
          <kbd>/</kbd> {t("prints.keySearch")}
        </span>
        <span>
          <kbd>j</kbd> <kbd>k</kbd> {t("prints.keyMove")}
        </span>
        <span>
          <kbd>Enter</kbd> {t("prints.keyOpen")}
        </span>
        <span>
          <kbd>Esc</kbd> {t("prints.keyClose")}
        </span>
      </p>
    </div>
  );
}

/** An open print names the window itself. */
function useTitle(title: string, printId: number | null): void {
  useEffect(() => {
    if (printId === null) document.title = `${title} · Tillroll`;
  }, [printId, title]);
}

/** Loads what opening a print needs once the list is there: most who see it open one next. */
function useLoadingAhead(isListKnown: boolean): void {
  useEffect(() => {
    if (isListKnown) void loadPrintView().catch(fail);
  }, [isListKnown]);
}

/** The keys of the page. */
function useKeys(motion: { readonly current: ListMotion | null }, close: () => boolean): void {
  useLayoutEffect(
    () =>
      listenToKeys({
        onSearch() {
          const box = document.querySelector<HTMLInputElement>("#search");
          box?.focus();
          box?.select();
        },
        onMove: (by) => motion.current?.move(by),
        onEscape: close,
      }),
    [close],
  );
}
