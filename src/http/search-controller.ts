import { Elysia } from "elysia";
import { readFacetsQuery } from "../contract/facets.ts";
import { readSearchQuery } from "../contract/search.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyJsonLater } from "./reply.ts";
import { readJson } from "./request-body.ts";

/** Finding prints (contract, section 4.3), and counting them. */
export function searchController(service: HttpService) {
  const find = endpoint(service, async (call) => {
    const { authentication, search } = service;
    const slug = call.parameter("slug");
    const { workspace } = authentication.authorise(call, slug, "read");
    const query = await readJson(call.request, readSearchQuery);
    return replyJsonLater(200, await search.find(workspace.id, query));
  });
  const count = endpoint(service, async (call) => {
    const { authentication, search } = service;
    const { workspace } = authentication.authorise(call, call.parameter("slug"), "read");
    const query = await readJson(call.request, readFacetsQuery);
    return replyJsonLater(200, await search.facets(workspace.id, query));
  });

  return new Elysia()
    .post("/api/workspace/:slug/prints/search", find, asOperation("searchPrints"))
    .post("/api/workspace/:slug/prints/facets", count, asOperation("countPrints"));
}
