import { Elysia } from "elysia";
import { readExportQuery } from "../contract/export.ts";
import type { ExportFormat } from "../domain/export-query.ts";
import { formatInstant } from "../domain/instant.ts";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import { hasRight } from "../domain/rights.ts";
import { firstCodePoints } from "../domain/text.ts";
import { auditNote } from "./audit-note.ts";
import { workspaceEndpoint } from "./endpoint.ts";
import type { Exporting } from "../export/exports.ts";
import type { Seals } from "../seals/seals.ts";
import type { HttpService } from "./http-service.ts";
import { reply } from "./reply.ts";
import { readJson } from "./request-body.ts";

const ZIP = { type: "application/zip", extension: "zip" };

/** What an export is to a client. */
const FILES: Readonly<Record<ExportFormat, { readonly type: string; readonly extension: string }>> = {
  csv: { type: "text/csv; charset=utf-8", extension: "csv" },
  jsonl: { type: "application/jsonl; charset=utf-8", extension: "jsonl" },
  "zip-raw": ZIP,
  "zip-png": ZIP,
  "zip-pdf": ZIP,
};

/** What makes exports, and what seals the journal before: `null` where there is no journal. */
export interface ExportMeans {
  readonly exports: Exporting;
  readonly seals: Pick<Seals, "seal"> | null;
}

/** All prints that a search finds, or a selection, as one file. */
export function exportController(service: HttpService, { exports, seals }: ExportMeans) {
  const { authentication, writer, clock, version, log } = service;

  /** What is not sealed yet has no proof. A disk that takes nothing keeps nobody from an export of what there is. */
  const sealFirst = async (workspaceId: number) => {
    try {
      await seals?.seal(workspaceId);
    } catch (error) {
      log.write("warning", "the journal could not be sealed for an export", { error: String(error) });
    }
  };

  const start = workspaceEndpoint(service, "exportPrints", async (call, authorised) => {
    const { workspace, access } = authorised;
    let wanted = "";
    const asked = await readJson(call.request, (body) => {
      const read = readExportQuery(body);
      wanted = toldSearch(body as object);
      return read;
    });
    // Without a journal nothing is proven: each shop of an archive proves its own prints.
    const query = { ...asked, proofs: asked.proofs && seals !== null };
    const { format, proofs } = query;
    if (proofs) await sealFirst(workspace.id);
    call.withoutIdleTimeout();
    const at = clock();
    const client = {
      signal: call.request.signal,
      isAllowed: async () => (await authentication.identify(call)) !== null,
    };
    const hasCards = !workspace.maskCardNumbers || hasRight(access, "operate");
    const started = await exports.start({ workspace, query, wanted, at, version, hasCards }, client);
    try {
      const { total } = started;
      const details = { format, prints: total, wanted };
      const note = await auditNote(service, call, authorised, "print.exported", workspace.slug, details);
      await writer.submit({ kind: "audit", change: { do: "add", note } });
      const { type, extension } = FILES[format];
      const moment = formatInstant(at).slice(0, 19).replaceAll(":", "");
      return reply(200, started.body, {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="${workspace.slug}-${moment}Z.${extension}"`,
        "X-Tillroll-Total": String(total),
        ...(started.textPending > 0 && { "X-Tillroll-Text-Pending": String(started.textPending) }),
      });
    } catch (error) {
      started.end();
      throw error;
    }
  });

  return new Elysia().post("/api/workspace/:slug/prints/export", ...start);
}

/** What was asked for, without what only says how it is written: for the audit log and for whoever reads the archive. */
function toldSearch(body: object): string {
  const form = new Set(["format", "bom", "tags", "page", "pageSize", "cursor"]);
  const wanted = Object.fromEntries(Object.entries(body).filter(([name]) => !form.has(name)));
  const text = JSON.stringify(wanted);
  const told = firstCodePoints(text, EXPORT_LIMITS.toldCharacters);
  return told === text ? text : `${told}…`;
}
