import { Elysia } from "elysia";
import { readFacetsQuery } from "../contract/facets.ts";
import { readSearchQuery } from "../contract/search.ts";
import type { Workspace } from "../domain/workspace.ts";
import { badRequest } from "../domain/errors.ts";
import { NO_FACETS } from "../domain/facets-query.ts";
import { takingsTable } from "../export/takings.ts";
import { auditNote } from "./audit-note.ts";
import { asOperation, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyJsonLater, replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const WORKSPACE = "/api/workspace/:slug";

/** Whether a client asks for CSV and for nothing before it: a browser's page that takes anything is given JSON. */
function wantsTable({ headers }: Request): boolean {
  return /^\s*text\/csv\b/i.test(headers.get("accept") ?? "");
}

/** Finding prints (contract, section 4.3), counting them, and the index by which they are found. */
export function searchController(service: HttpService) {
  const { search, background, indexStatus } = service;

  const find = workspaceEndpoint(service, "read", async (call, { workspace }) => {
    const query = await readJson(call.request, readSearchQuery);
    return replyJsonLater(200, await search.find(workspace.id, query, call.requestId));
  });

  const count = workspaceEndpoint(service, "read", async (call, { workspace }) => {
    const query = await readJson(call.request, readFacetsQuery);
    if (!wantsTable(call.request)) {
      return replyJsonLater(200, await search.facets(workspace.id, query, call.requestId));
    }
    if (query.facets.time === null)
      throw badRequest([{ path: "facets.time", message: "must be given for CSV, such as day." }]);
    // What else is counted has no place in the table.
    const { time, sum } = query.facets;
    const facets = { ...NO_FACETS, time, sum };
    const counts = await search.facets(workspace.id, { ...query, facets }, call.requestId);
    return reply(200, takingsTable(await new Response(counts).json()), {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${workspace.slug}-${time?.interval}.csv"`,
      Vary: "Accept",
    });
  });

  /** How far the index has got, and its building anew. */
  function describe(workspace: Workspace) {
    const progress = background.progressOf(workspace.id);
    const rebuild = progress === null ? null : { done: progress.done, total: progress.total };
    return { ...indexStatus.read(workspace), rebuild };
  }

  const status = workspaceEndpoint(service, "read", (_call, { workspace }) =>
    replyValue(200, describe(workspace)),
  );

  const rebuild = workspaceEndpoint(service, "admin", async (call, authorised) => {
    const { workspace } = authorised;
    const note = auditNote(service, call, authorised, "index.rebuilt", workspace.slug);
    await service.writer.submit({ kind: "audit", change: { do: "add", note } });
    background.rebuild(workspace.id);
    return replyValue(202, describe(workspace));
  });

  return new Elysia()
    .post(`${WORKSPACE}/prints/search`, find, asOperation("searchPrints"))
    .post(`${WORKSPACE}/prints/facets`, count, asOperation("countPrints"))
    .get(`${WORKSPACE}/index`, status, asOperation("readIndexStatus"))
    .post(`${WORKSPACE}/index/rebuild`, rebuild, asOperation("rebuildIndex"));
}
