import { Elysia } from "elysia";
import { LatestPreviewParameters, PreviewParameters, readLatestWish } from "../contract/parameters.ts";
import { readQuery } from "../contract/query.ts";
import { TillrollError } from "../domain/errors.ts";
import type { Print } from "../domain/print.ts";
import type { PaperSettings } from "../escpos/models/chosen-printer.ts";
import type { Workspace } from "../domain/workspace.ts";
import { idOf, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { LatestPrint } from "./latest-print.ts";
import { answerPreview, type Shown } from "./preview-answer.ts";

const PRINTS = "/api/workspace/:slug/prints";

/** A print as the paper would look: any one, and the newest one at an address that stays. */
export function previewController(service: HttpService) {
  const { reader } = service;
  const latest = new LatestPrint(service);

  async function shownOf(print: Print, workspace: Workspace, wish: PaperSettings): Promise<Shown> {
    return {
      printId: print.id,
      stored: await reader.readStored(print),
      printer: await reader.printerOf(print, workspace, wish),
      title: titleOf(print),
      createdAt: print.createdAt,
      recognised: await reader.readRecognition(print),
      masksCards: workspace.maskCardNumbers,
      summary: print.recognised,
    };
  }

  const show = workspaceEndpoint(service, "previewPrint", async (call, { workspace }) => {
    const printId = idOf(call, "printId");
    const wish = readQuery(PreviewParameters, call.query());
    const print = await reader.read(workspace.id, printId);
    return answerPreview(service, call, await shownOf(print, workspace, wish), wish);
  });

  const showLatest = workspaceEndpoint(service, "previewLatestPrint", async (call, { workspace }) => {
    const wish = readQuery(LatestPreviewParameters, call.query());
    const print = await latest.find(call, workspace, readLatestWish(call.query()));
    if (print === null) throw new TillrollError("NOT_FOUND", "No print matches, or none came in time.");
    const headers = {
      "Content-Location": `${PRINTS.replace(":slug", workspace.slug)}/${print.id}/preview`,
      "X-Tillroll-Print": String(print.id),
    };
    const shown = { ...(await shownOf(print, workspace, wish)), bare: true, headers };
    return answerPreview(service, call, shown, wish);
  });

  return new Elysia()
    .get(`${PRINTS}/latest/preview`, ...showLatest)
    .get(`${PRINTS}/:printId/preview`, ...show);
}

function titleOf(print: Print): string {
  return print.label === null || print.label === "" ? `Print ${print.id}` : print.label;
}
