import type { Awaitable } from "../domain/awaitable.ts";
import type { LatestWish } from "../contract/parameters.ts";
import { LATEST_LIMITS } from "../domain/listener-limits.ts";
import type { Print } from "../domain/print.ts";
import type { SearchFilter } from "../domain/search-query.ts";
import type { Workspace } from "../domain/workspace.ts";
import { awaitStored } from "../events/await-stored.ts";
import type { Call } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { ListenerPlaces } from "./listener-places.ts";

/** Finds the newest print of those that are wanted, and waits for it where it has not come yet. */
export class LatestPrint {
  private readonly places = new ListenerPlaces();

  constructor(private readonly service: HttpService) {}

  /** @returns `null` where there is none, or none in time. @throws TillrollError RATE_LIMIT_EXCEEDED where too many wait */
  async find(call: Call, workspace: Workspace, wish: LatestWish): Promise<Print | null> {
    if (wish.waitMilliseconds === null) return this.newest(workspace, wish, wish.after ?? 0);
    const after = wish.after ?? (await this.newestId(workspace));
    using _place = this.places.take(call);
    return awaitStored(this.service.events.feed, {
      look: () => this.newest(workspace, wish, after),
      isEnough: (found) => found !== null,
      timeoutMilliseconds: wish.waitMilliseconds,
      // Under load there is a print every moment, and each look is a search.
      restMilliseconds: LATEST_LIMITS.restMilliseconds,
      signal: call.request.signal,
    });
  }

  /** The newest print that matches, when its id is greater than `after`. */
  private async newest(workspace: Workspace, wish: LatestWish, after: number): Promise<Print | null> {
    const { printer } = wish;
    if (printer === null)
      return this.firstOf(workspace, await this.page(workspace, wish.filter, 1, 1), after);
    for (let page = 1; page <= LATEST_LIMITS.printerPages; page++) {
      const ids = await this.page(workspace, wish.filter, page, LATEST_LIMITS.pagePrints);
      const ofPrinter = await this.service.reader.printedBy(printer, ids);
      const found = await this.firstOf(workspace, ofPrinter, after);
      if (found !== null) return found;
      if (ids.length < LATEST_LIMITS.pagePrints || (ids.at(-1) ?? 0) <= after) return null;
    }
    return null;
  }

  private firstOf(workspace: Workspace, ids: readonly number[], after: number): Awaitable<Print | null> {
    const [first] = ids;
    return first === undefined || first <= after ? null : this.service.reader.find(workspace.id, first);
  }

  private async newestId(workspace: Workspace): Promise<number> {
    const [newest = 0] = await this.page(workspace, { deleted: "any" }, 1, 1);
    return newest;
  }

  /** The ids of a page of prints, the newest first. */
  private async page(
    workspace: Workspace,
    filter: SearchFilter,
    page: number,
    pageSize: number,
  ): Promise<number[]> {
    const query = { filter, orderBy: "id.desc", page, pageSize } as const;
    const found = await this.service.search.find(workspace.id, query);
    const { items } = (await new Response(found).json()) as { readonly items: readonly { id: number }[] };
    return items.map(({ id }) => id);
  }
}
