import { Elysia } from "elysia";
import { readChainCount, readChainFacets, readChainQuery } from "../contract/chain-search.ts";
import { TillrollError } from "../domain/errors.ts";
import type { ChainScope } from "../domain/search-query.ts";
import { slugKey, type Workspace } from "../domain/workspace.ts";
import type { ChainSearching } from "../storage/ports/chain-searching.ts";
import { asOperation, type Call, endpoint } from "./endpoint.ts";
import { workspacesSeenBy } from "./granted-access.ts";
import type { HttpService } from "./http-service.ts";
import { replyJsonLater } from "./reply.ts";
import { readJson } from "./request-body.ts";

/** Finding and counting prints of several workspaces of an archive. */
export function chainSearchController(service: HttpService, search: ChainSearching) {
  const { authentication, stores } = service;

  /** What is asked, and whether who asks may see all of it. */
  const asked = async <Given extends { readonly scope: ChainScope }>(
    call: Call,
    readBody: (body: unknown) => Given,
  ) => {
    const access = await authentication.authenticate(call);
    const given = await readJson(call.request, readBody);
    const seen = await workspacesSeenBy(stores.workspaces, access);
    const workspaces = among(seen, given.scope);
    authentication.noteRequest(workspaces);
    return { ...given, workspaces };
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

  return new Elysia()
    .post("/api/prints/search", find, asOperation("searchChain"))
    .post("/api/prints/facets", facets, asOperation("countChain"))
    .post("/api/prints/count", total, asOperation("totalChain"));
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
