import { Elysia } from "elysia";
import { readExportQuery } from "../contract/export.ts";
import { hasRight } from "../domain/rights.ts";
import type { Exporting } from "../export/exports.ts";
import type { Seals } from "../seals/seals.ts";
import { workspaceEndpoint } from "./endpoint.ts";
import { answerExport, exportClient, toldSearch } from "./export-answer.ts";
import type { HttpService } from "./http-service.ts";
import { readJson } from "./request-body.ts";

/** What makes exports, and what seals the journal before: `null` where there is no journal. */
export interface ExportMeans {
  readonly exports: Exporting;
  readonly seals: Pick<Seals, "seal"> | null;
}

/** All prints that a search finds, or a selection, as one file. */
export function exportController(service: HttpService, { exports, seals }: ExportMeans) {
  const { clock, version, log } = service;

  /** What is not sealed yet has no proof. A disk that takes nothing keeps nobody from an export of what there is. */
  const sealFirst = async (workspaceId: number) => {
    try {
      await seals?.seal(workspaceId);
    } catch (error) {
      log.write("warning", "the journal could not be sealed for an export", { error: String(error) });
    }
  };

  const start = workspaceEndpoint(service, "exportPrints", async (call, { workspace, access }) => {
    let wanted = "";
    const asked = await readJson(call.request, (body) => {
      const read = readExportQuery(body);
      wanted = toldSearch(body as object);
      return read;
    });
    // Without a journal nothing is proven: each shop of an archive proves its own prints.
    const query = { ...asked, proofs: asked.proofs && seals !== null };
    if (query.proofs) await sealFirst(workspace.id);
    call.withoutIdleTimeout();
    const at = clock();
    const hasCards = !workspace.maskCardNumbers || hasRight(access, "operate");
    const task = { workspace, query, wanted, at, version, hasCards };
    const started = await exports.start(task, exportClient(service, call));
    const told = { access, workspace, name: workspace.slug, format: query.format, wanted, at };
    return answerExport(service, call, started, told);
  });

  return new Elysia().post("/api/workspace/:slug/prints/export", ...start);
}
