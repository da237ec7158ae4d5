import { Elysia } from "elysia";
import {
  readChainCount,
  readChainExport,
  readChainFacets,
  readChainQuery,
} from "../contract/chain-search.ts";
import { hasRight } from "../domain/rights.ts";
import type { ChainScope } from "../domain/search-query.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { ChainExporting } from "../export/exports.ts";
import type { ChainSearching } from "../storage/ports/chain-searching.ts";
import { ChainWorkspaces } from "./chain-workspaces.ts";
import { asOperation, type Call, endpoint } from "./endpoint.ts";
import { answerExport, exportClient, toldSearch } from "./export-answer.ts";
import { accessIn } from "./granted-access.ts";
import type { HttpService } from "./http-service.ts";
import { replyJsonLater } from "./reply.ts";
import { readJson } from "./request-body.ts";

/** Finding, counting and exporting prints of several workspaces of an archive. */
export function chainSearchController(
  service: HttpService,
  { search, exports }: { readonly search: ChainSearching; readonly exports: ChainExporting },
) {
  const { authentication, stores, clock, version } = service;
  const chain = new ChainWorkspaces(stores);

  /** What is asked, and whether who asks may see all of it. */
  const asked = async <Given extends { readonly scope: ChainScope }>(
    call: Call,
    readBody: (body: unknown) => Given,
  ) => {
    const access = await authentication.authenticate(call);
    const given = await readJson(call.request, readBody);
    const workspaces = await chain.meant(access, given.scope);
    authentication.noteRequest(workspaces);
    return { ...given, workspaces, access };
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
