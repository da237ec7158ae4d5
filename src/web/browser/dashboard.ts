import { element, find } from "./element.ts";
import { listenToKeys } from "./keyboard.ts";
import { Notices } from "./notices.ts";
import { pollWhileVisible } from "./polling.ts";
import type { Print } from "./print.ts";
import { PrintFeed } from "./print-feed.ts";
import { PrintList } from "./print-list.ts";
import { PrintView } from "./print-view.ts";

import { keepReturnAddress, readRoute, type Route, takeReturnAddress, writeRoute } from "./route.ts";
import { SearchBox } from "./search-box.ts";
import { Service, type Workspace } from "./service.ts";

/** Time after which starting is tried again when it failed, milliseconds. */
const RETRY_MILLISECONDS = 2000;

/** Time between two looks at how the service is, milliseconds. */
const HEALTH_MILLISECONDS = 30_000;

const notices = new Notices();
const service = new Service({
  onSignedOut() {
    keepReturnAddress(location.hash);
    location.assign("/sign-in");
  },
  onReachable: (reachable) => notices.showConnection(reachable),
});

void start();
void lookAtHealth();
pollWhileVisible(lookAtHealth, HEALTH_MILLISECONDS);

/** Tells who looks that tills cannot print, or what else is wrong. */
async function lookAtHealth(): Promise<void> {
  try {
    const health = await service.health();
    if (health !== null) notices.showHealth(health);
  } catch (error) {
    notices.fail(error);
  }
}

/** Asks who is there and what there is to see, then begins. */
async function start(): Promise<void> {
  try {
    const [me, workspaces] = await Promise.all([service.me(), service.workspaces()]);
    notices.clear();
    begin(workspaces, me.scopes.includes("write") || me.scopes.includes("admin"));
  } catch (error) {
    notices.fail(error);
    setTimeout(start, RETRY_MILLISECONDS);
  }
}

function begin(workspaces: readonly Workspace[], canWrite: boolean): void {
  /** Whether what the banner says is about the search, and over when the search succeeds again. */
  let searchFailed = false;
  const feed = new PrintFeed((slug, wanted, cursor) => service.search(slug, wanted, cursor), {
    onChange(current) {
      if (searchFailed) notices.clear();
      searchFailed = false;
      list.render(current);
      view.update(current.prints);
    },
    onError(error) {
      searchFailed = true;
      notices.fail(error);
    },
  });
  const list = new PrintList(
    {
      onMore: () => void feed.more(),
      onNewest: () => void feed.refresh(false),
      onTestPrint: () => void createTestPrint(),
    },
    canWrite,
  );
  const view = new PrintView(service, notices, canWrite, (print: Print) => {
    feed.replace(print);
    void feed.refresh(!list.isAtTop());
  });
  const search = new SearchBox((wanted) => {
    notices.clear();
    void feed.start(route.slug, wanted);
  });
  const choice = find("#workspace", HTMLSelectElement);
  let route: Route = { slug: "", printId: null };

  function follow(): void {
    const first = workspaces[0]?.slug ?? "default";
    const next = readRoute(location.hash) ?? { slug: first, printId: null };
    const isOtherWorkspace = next.slug.toLowerCase() !== route.slug.toLowerCase();
    route = next;
    choice.value = workspaces.find(({ slug }) => slug.toLowerCase() === next.slug.toLowerCase())?.slug ?? "";
    notices.clear();
    if (isOtherWorkspace) {
      list.clear();
      void feed.start(next.slug, search.wanted());
    }
    if (next.printId === null) view.close();
    else void view.open(next.slug, next.printId);
    list.select(next.printId);
  }

  async function createTestPrint(): Promise<void> {
    try {
      const print = await service.createTestPrint(route.slug);
      await feed.refresh(false);
      location.hash = writeRoute({ slug: route.slug, printId: print.id });
    } catch (error) {
      notices.fail(error);
    }
  }

  choice.replaceChildren(...workspaces.map(({ slug }) => element("option", { value: slug }, slug)));
  find("#workspace-choice", HTMLElement).hidden = workspaces.length < 2;
  choice.addEventListener("change", () => {
    location.hash = writeRoute({ slug: choice.value, printId: null });
  });
  listenToKeys({
    onSearch: () => search.focus(),
    onMove: (by) => list.move(by),
    onEscape() {
      if (search.hasFocus() && search.clear()) return true;
      if (route.printId === null) return search.clear();
      const { printId } = route;
      location.hash = writeRoute({ slug: route.slug, printId: null });
      list.focus(printId);
      return true;
    },
  });
  window.addEventListener("hashchange", follow);
  if (location.hash === "") history.replaceState(null, "", takeReturnAddress() || "/");
  follow();
  pollWhileVisible(async () => {
    await feed.refresh(!list.isAtTop());
    // A print that could not be opened while the service was away is opened when it is back.
    if (route.printId !== null && view.isWaitingFor(route.printId))
      await view.open(route.slug, route.printId);
  });
}
