import { element, find } from "./element.ts";
import { HeldPrints } from "./held-prints.ts";
import { listenToKeys } from "./keyboard.ts";
import type { Notices } from "./notices.ts";
import { pollWhileVisible } from "./polling.ts";
import { PrintDeliveries } from "./print-deliveries.ts";
import { type Feed, PrintFeed } from "./print-feed.ts";
import { PrintList } from "./print-list.ts";
import { PrintView } from "./print-view.ts";
import { readRoute, type Route, writeRoute } from "./route.ts";
import { SearchBox } from "./search-box.ts";
import type { Service, Workspace } from "./service.ts";

/** Time between two looks at what printers hold, and at what became of the open print, milliseconds. */
const PRINTING_MILLISECONDS = 10_000;

/** The prints of a workspace, searched, listed and opened. The address says which workspace and which print. */
export class PrintsPage {
  private readonly feed: PrintFeed;
  private readonly list: PrintList;
  private readonly view: PrintView;
  private readonly search: SearchBox;
  private readonly held: HeldPrints;
  private readonly deliveries: PrintDeliveries;
  private readonly choice = find("#workspace", HTMLSelectElement);
  private route: Route = { slug: "", printId: null };
  /** Whether the banner is about the search; the next search that succeeds takes it away. */
  private searchFailed = false;
  private shown: Feed | null = null;

  constructor(
    private readonly service: Service,
    private readonly notices: Notices,
    private readonly workspaces: readonly Workspace[],
    canWrite: boolean,
  ) {
    this.feed = new PrintFeed((slug, wanted, cursor) => service.search(slug, wanted, cursor), {
      onChange: (feed) => this.onResult(feed),
      onError: (error) => {
        this.searchFailed = true;
        notices.fail(error);
      },
    });
    this.list = new PrintList(
      {
        onMore: () => void this.feed.more(),
        onNewest: () => void this.feed.refresh(false),
        onTestPrint: () => void this.createTestPrint(),
      },
      canWrite,
    );
    this.view = new PrintView(service, notices, canWrite, (print) => {
      this.feed.replace(print);
      void this.feed.refresh(!this.list.isAtTop());
    });
    this.held = new HeldPrints(service, notices, canWrite);
    this.deliveries = new PrintDeliveries(service);
    this.search = new SearchBox((wanted) => {
      notices.clear();
      void this.feed.start(this.route.slug, wanted);
    });
  }

  /** Shows what the address says, and goes on looking for new prints. */
  start(): void {
    this.offerWorkspaces();
    listenToKeys({
      onSearch: () => this.search.focus(),
      onMove: (by) => this.list.move(by),
      onEscape: () => this.leave(),
    });
    window.addEventListener("hashchange", () => this.follow());
    this.follow();
    pollWhileVisible(async () => {
      await this.lookAt(this.held.look(this.route.slug));
      await this.lookAtDeliveries();
    }, PRINTING_MILLISECONDS);
    pollWhileVisible(async () => {
      await this.feed.refresh(!this.list.isAtTop());
      const { slug, printId } = this.route;
      // A print that could not be opened while the service was away is opened when it is back.
      if (printId !== null && this.view.isWaitingFor(printId)) await this.view.open(slug, printId);
    });
  }

  private offerWorkspaces(): void {
    this.choice.replaceChildren(
      ...this.workspaces.map(({ slug }) => element("option", { value: slug }, slug)),
    );
    find("#workspace-choice", HTMLElement).hidden = this.workspaces.length < 2;
    this.choice.addEventListener("change", () => goTo({ slug: this.choice.value, printId: null }));
  }

  private onResult(feed: Feed): void {
    if (this.searchFailed) this.notices.clear();
    this.searchFailed = false;
    this.list.render(feed);
    this.view.update(feed.prints);
    const { slug, printId } = this.route;
    const before = this.shown?.search === feed.search ? this.shown : null;
    this.shown = feed;
    // One that the list has no more was deleted elsewhere, or is gone for good: it is not to stay on the screen.
    if (printId !== null && hasPrint(before, printId) && !hasPrint(feed, printId))
      void this.view.open(slug, printId);
  }

  private follow(): void {
    const first = this.workspaces[0]?.slug ?? "default";
    const next = readRoute(location.hash) ?? { slug: first, printId: null };
    const isOtherWorkspace = !isSameSlug(next.slug, this.route.slug);
    this.route = next;
    this.choice.value = this.workspaces.find(({ slug }) => isSameSlug(slug, next.slug))?.slug ?? "";
    this.notices.clear();
    if (isOtherWorkspace) {
      this.list.clear();
      void this.feed.start(next.slug, this.search.wanted());
      void this.lookAt(this.held.look(next.slug));
    }
    if (next.printId === null) this.view.close();
    else void this.view.open(next.slug, next.printId);
    this.list.select(next.printId);
    void this.lookAtDeliveries();
  }

  private lookAtDeliveries(): Promise<void> {
    return this.lookAt(this.deliveries.look(() => this.route));
  }

  private async lookAt(look: Promise<void>): Promise<void> {
    try {
      await look;
    } catch (error) {
      this.notices.fail(error);
    }
  }

  private async createTestPrint(): Promise<void> {
    try {
      const print = await this.service.createTestPrint(this.route.slug);
      await this.feed.refresh(false);
      goTo({ slug: this.route.slug, printId: print.id });
    } catch (error) {
      this.notices.fail(error);
    }
  }

  /** Empties the search box when it has the focus, else closes the print. @returns whether anything was done */
  private leave(): boolean {
    if (this.search.hasFocus() && this.search.clear()) return true;
    const { slug, printId } = this.route;
    if (printId === null) return this.search.clear();
    goTo({ slug, printId: null });
    this.list.focus(printId);
    return true;
  }
}

function goTo(route: Route): void {
  location.hash = writeRoute(route);
}

function isSameSlug(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function hasPrint(feed: Feed | null, id: number): boolean {
  return feed?.prints.some((print) => print.id === id) ?? false;
}
