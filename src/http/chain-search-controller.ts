import { Elysia } from "elysia";
import {
  readChainCount,
  readChainExport,
  readChainFacets,
  readChainQuery,
} from "../contract/chain-search.ts";
import { whenThere } from "../domain/awaitable.ts";
import { TillrollError } from "../domain/errors.ts";
import { hasRight } from "../domain/rights.ts";
import type { ChainScope } from "../domain/search-query.ts";
import { slugKey, type Workspace } from "../domain/workspace.ts";
import type { ChainExporting } from "../export/exports.ts";
import type { ChainSearching } from "../storage/ports/chain-searching.ts";
import { asOperation, type Call, endpoint } from "./endpoint.ts";
import { answerExport, exportClient, toldSearch } from "./export-answer.ts";
import { accessIn, workspacesSeenBy } from "./granted-access.ts";
import type { HttpService } from "./http-service.ts";
import { replyJsonLater } from "./reply.ts";
import { readJson } from "./request-body.ts";

/** Finding, counting and exporting prints of several workspaces of an archive. */
export function chainSearchController(
  service: HttpService,
  { search, exports }: { readonly search: ChainSearching; readonly exports: ChainExporting },
) {
  const { authentication, stores, clock, version } = service;
  const { workspaces: known } = stores;
  // To read thousands takes longer than most searches of them, so all are believed as long as the one of an address is.
  const remembered = stores.memory.remembering(() => known.list());
  const recent = {
    findById: (id: number) => known.findById(id),
    list: () => whenThere(remembered(""), (all) => all ?? []),
  };

  /** What is asked, and whether who asks may see all of it. */
  const asked = async <Given extends { readonly scope: ChainScope }>(
    call: Call,
    readBody: (body: unknown) => Given,
  ) => {
    const access = await authentication.authenticate(call);
    const given = await readJson(call.request, readBody);
    const { scope } = given;
    // What somebody names is looked for: it may have been made this moment, by another instance.
    const isNamed = scope.workspaces !== null || scope.group !== null;
    const meant = among(await workspacesSeenBy(isNamed ? known : recent, access), scope);
    authentication.noteRequest(meant);
    return { ...given, workspaces: meant, access };
  };

  const find = endpoint(service, async (call) => {
    const { workspaces, query } = await asked(call, readChainQuery);
    return replyJsonLater(200, await search.findAcross(workspaces, query, call.requestId));
  });

  const facets = endpoint(service, async (call) => {
    const { workspaces, query } = await asked(call, readChainFacets);
    return replyJsonLater(200, await search.facetsAcross(workspaces, query, call.requestId));
  });

  const total = endpoint(service, async (call) => {
    const { workspaces, filter } = await asked(call, readChainCount);
    return replyJsonLater(200, await search.countAcross(workspaces, filter, call.requestId));
  });

  const file = endpoint(service, async (call) => {
    let wanted = "";
    const { workspaces, query, access } = await asked(call, (body) => {
      const read = readChainExport(body);
      wanted = toldSearch(body as object);
      return read;
    });
    call.withoutIdleTimeout();
    const at = clock();
    const hasCards = (workspace: Workspace) =>
      !workspace.maskCardNumbers || hasRight(accessIn(access, workspace) ?? access, "operate");
    const task = { workspaces, query, wanted, at, version, hasCards };
    const started = await exports.startAcross(task, exportClient(service, call));
    const told = { access, workspace: null, name: "all-shops", format: query.format, wanted, at };
    return answerExport(service, call, started, told);
  });

  return new Elysia()
    .post("/api/prints/search", find, asOperation("searchChain"))
    .post("/api/prints/facets", facets, asOperation("countChain"))
    .post("/api/prints/count", total, asOperation("totalChain"))
    .post("/api/prints/export", file, asOperation("exportChain"));
}

/** Those of the workspaces that somebody sees that are meant. @throws TillrollError NOT_FOUND */
export function among(seen: readonly Workspace[], { workspaces, group }: ChainScope): readonly Workspace[] {
  if (workspaces !== null) {
    const bySlug = new Map(seen.map((workspace) => [slugKey(workspace.slug), workspace]));
    return workspaces.map((slug) => {
      const found = bySlug.get(slugKey(slug));
      // One message for both: they must look the same.
      if (found === undefined) throw notSeen(`workspace ${JSON.stringify(slug)}`);
      return found;
    });
  }
  if (group === null) return seen;
  const found = seen.filter(({ shopGroup = null }) => shopGroup === group);
  if (found.length === 0) throw notSeen(`group ${JSON.stringify(group)}`);
  return found;
}

function notSeen(what: string): TillrollError {
  return new TillrollError("NOT_FOUND", `There is no ${what}, or you may not see it.`);
}
