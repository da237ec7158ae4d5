import { Elysia } from "elysia";
import { readFacetsQuery } from "../contract/facets.ts";
import { readGapsQuery } from "../contract/gaps.ts";
import { readSearchQuery } from "../contract/search.ts";
import type { Workspace } from "../domain/workspace.ts";
import { badRequest } from "../domain/errors.ts";
import { NO_FACETS } from "../domain/facets-query.ts";
import { takingsTable } from "../export/takings.ts";
import { auditNote } from "./audit-note.ts";
import { workspaceEndpoint } from "./endpoint.ts";
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
  const { search, background } = service;

  const find = workspaceEndpoint(service, "searchPrints", async (call, { workspace }) => {
    const query = await readJson(call.request, readSearchQuery);
    return replyJsonLater(200, await search.find(workspace.id, query, call.requestId));
  });

  const count = workspaceEndpoint(service, "countPrints", async (call, { workspace }) => {
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

  const gaps = workspaceEndpoint(service, "findGaps", async (call, { workspace }) => {
    const form = wantsTable(call.request) ? "csv" : "json";
    const query = await readJson(call.request, (body) => readGapsQuery(body, form));
    const report = await search.gaps(workspace.id, query, call.requestId);
    if (form === "json") return replyJsonLater(200, report);
    return reply(200, report, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${workspace.slug}-gaps.csv"`,
      Vary: "Accept",
    });
  });

  const status = workspaceEndpoint(service, "readIndexStatus", async (_call, { workspace }) =>
    replyValue(200, await indexAnswer(service, workspace)),
  );

  const rebuild = workspaceEndpoint(service, "rebuildIndex", async (call, authorised) => {
    const { workspace } = authorised;
    const note = await auditNote(service, call, authorised, "index.rebuilt", workspace.slug);
    await service.writer.submit({ kind: "audit", change: { do: "add", note } });
    background.rebuild(workspace.id);
    return replyValue(202, await indexAnswer(service, workspace));
  });

  return new Elysia()
    .post(`${WORKSPACE}/prints/search`, ...find)
    .post(`${WORKSPACE}/prints/facets`, ...count)
    .post(`${WORKSPACE}/prints/gaps`, ...gaps)
    .get(`${WORKSPACE}/index`, ...status)
    .post(`${WORKSPACE}/index/rebuild`, ...rebuild);
}

/** How far the index of a workspace has got, and its building anew. */
export async function indexAnswer(
  { background, indexStatus }: Pick<HttpService, "background" | "indexStatus">,
  workspace: Workspace,
) {
  const progress = await background.progressOf(workspace.id);
  const rebuild = progress === null ? null : { done: progress.done, total: progress.total };
  return { ...(await indexStatus.read(workspace)), rebuild };
}
