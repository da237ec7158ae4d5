import { Elysia } from "elysia";
import { LintParameters, type NeighboursAnswer } from "../contract/about-print.ts";
import { readQuery } from "../contract/query.ts";
import { type PageAnswer, readSearchQuery } from "../contract/search.ts";
import { DELIVERY_LIST_LIMITS } from "../domain/delivery.ts";
import type { Print } from "../domain/print.ts";
import type { SearchQuery } from "../domain/search-query.ts";
import { writeCursor } from "../search/cursor.ts";
import { reversedOrder, sortField } from "../search/page.ts";
import { tellHistory } from "./print-history-answer.ts";
import { idOf, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { entityTagOf, matchesEntityTag, notModified, reply, replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const PRINT = "/api/workspace/:slug/prints/:printId";

/** What there is to tell of a print beside what it is: its history, its faults, and its neighbours in a search. */
export function aboutPrintController(service: HttpService) {
  const { reader, preview } = service;

  const history = workspaceEndpoint(service, "readPrintHistory", async (call, { workspace }) => {
    const print = await reader.read(workspace.id, idOf(call, "printId"));
    const { printerId, printer } = await reader.readOrigin(print);
    const deliveries = service.deliveries.list(workspace.id, {
      state: null,
      printer: null,
      before: null,
      printId: print.id,
      limit: DELIVERY_LIST_LIMITS.itemsMaximum,
    });
    const told = tellHistory({
      print,
      changes: await service.stores.history.list(print.id),
      origin:
        printerId === null
          ? {
              kind: "user",
              id: print.userId,
              name: (await service.stores.sessions.findUser(print.userId))?.name ?? "",
            }
          : { kind: "printer", id: printerId, name: printer ?? "" },
      printers: new Map(deliveries.map((delivery) => [delivery.id, delivery.printer])),
      now: service.clock(),
    });
    return replyValue(200, told);
  });

  const lint = workspaceEndpoint(service, "lintPrint", async (call, { workspace }) => {
    const wish = readQuery(LintParameters, call.query());
    const print = await reader.read(workspace.id, idOf(call, "printId"));
    const stored = await reader.readStored(print);
    const question = { printer: await reader.printerOf(print, workspace, wish), format: "lint" as const };
    const entityTag = entityTagOf(
      JSON.stringify([stored.sha256.toHex(), service.version, question, workspace.maskCardNumbers]),
    );
    const headers = { ETag: entityTag, "Cache-Control": "private, no-cache" };
    if (matchesEntityTag(call.request.headers.get("if-none-match"), entityTag)) return notModified(headers);
    const masksCards = workspace.maskCardNumbers;
    const about = { title: "", createdAt: print.createdAt, origins: false, recognised: null, masksCards };
    const report = await preview.show(entityTag, { printId: print.id, stored, ...question, ...about });
    return reply(200, report, { ...headers, "Content-Type": "application/json; charset=utf-8" });
  });

  const beside = workspaceEndpoint(service, "findNeighbours", async (call, { workspace }) => {
    const print = await reader.read(workspace.id, idOf(call, "printId"));
    const query = await readJson(call.request, readSearchQuery);
    const find = async (search: SearchQuery) => {
      const page = await service.search.find(workspace.id, walkBehind(print, search), call.requestId);
      return (await new Response(page).json()) as PageAnswer;
    };
    const [after, before] = await Promise.all([
      find(query),
      find({ ...query, orderBy: reversedOrder(query.orderBy) }),
    ]);
    const firstOf = ({ items }: PageAnswer) => items[0] ?? null;
    const answer: NeighboursAnswer = { previous: firstOf(before), next: firstOf(after), total: after.total };
    return replyValue(200, answer);
  });

  return new Elysia()
    .get(`${PRINT}/history`, ...history)
    .get(`${PRINT}/lint`, ...lint)
    .post(`${PRINT}/neighbours`, ...beside);
}

/** The search for the one print that comes behind a print's place. */
function walkBehind(print: Print, query: SearchQuery): SearchQuery {
  const position = { value: print[sortField(query)], id: print.id, page: 1 };
  return { ...query, pageSize: 1, cursor: writeCursor(print.workspaceId, query, position) };
}
