import { Elysia } from "elysia";
import { readComparison, readComparisonQuery, VerdictParameters } from "../contract/comparison.ts";
import { readQuery } from "../contract/query.ts";
import { Comparisons } from "./comparisons.ts";
import { idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { DOCUMENT_POLICY } from "./preview-answer.ts";
import { reply, replyJsonLater, replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const PRINT = "/api/workspace/:slug/prints/:printId";

const PICTURES = {
  png: { "Content-Type": "image/png" },
  svg: { "Content-Type": "image/svg+xml; charset=utf-8", "Content-Security-Policy": DOCUMENT_POLICY },
} as const;

/** How a print differs from another one, and from the reference of its label. */
export function comparisonController(service: HttpService) {
  const { reader, stores } = service;
  const comparisons = new Comparisons(service);
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);

  const compare = to("comparePrint", async (call, { workspace }) => {
    const question = await readJson(call.request, readComparison);
    const json = await comparisons.compare(workspace, idOf(call, "printId"), question, "json");
    return replyJsonLater(200, String(json));
  });

  const picture = (id: OperationId, format: "png" | "svg") =>
    to(id, async (call, { workspace }) => {
      const question = readComparisonQuery(call.query());
      const drawn = await comparisons.compare(workspace, idOf(call, "printId"), question, format);
      return reply(200, drawn, { ...PICTURES[format], "Cache-Control": "private, no-cache" });
    });

  const verdict = to("judgePrint", async (call, { workspace }) => {
    const { reference: name, commands = false } = readQuery(VerdictParameters, call.query());
    const print = await reader.read(workspace.id, idOf(call, "printId"));
    const reference =
      name === undefined
        ? await stores.references.find(workspace.id, print.label ?? "")
        : await stores.references.get(workspace.id, name);
    return replyJsonLater(200, await comparisons.verdict(workspace, print, reference, commands));
  });

  const paper = to("readPaper", async (call, { workspace }) =>
    replyValue(
      200,
      await reader.printerOf(await reader.read(workspace.id, idOf(call, "printId")), workspace),
    ),
  );

  return new Elysia()
    .post(`${PRINT}/compare`, ...compare)
    .get(`${PRINT}/compare.png`, ...picture("compareAsPng", "png"))
    .get(`${PRINT}/compare.svg`, ...picture("compareAsSvg", "svg"))
    .get(`${PRINT}/verdict`, ...verdict)
    .get(`${PRINT}/paper`, ...paper);
}
