import type { Workspace } from "../domain/workspace.ts";
import type { ExportFormat } from "../domain/export-query.ts";
import { formatInstant } from "../domain/instant.ts";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import { firstCodePoints } from "../domain/text.ts";
import type { ExportClient, StartedExport } from "../export/export-slots.ts";
import { auditNote } from "./audit-note.ts";
import type { Access } from "./authentication.ts";
import type { Call } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply } from "./reply.ts";

const ZIP = { type: "application/zip", extension: "zip" };

/** What an export is to a client. */
const FILES: Readonly<Record<ExportFormat, { readonly type: string; readonly extension: string }>> = {
  csv: { type: "text/csv; charset=utf-8", extension: "csv" },
  jsonl: { type: "application/jsonl; charset=utf-8", extension: "jsonl" },
  "zip-raw": ZIP,
  "zip-png": ZIP,
  "zip-pdf": ZIP,
};

/** What is told of an export. */
export interface AnsweredExport {
  readonly access: Access;
  /** `null` where it is of several. */
  readonly workspace: Workspace | null;
  /** What its file is named after. */
  readonly name: string;
  readonly format: ExportFormat;
  /** What was asked for; see {@link toldSearch}. */
  readonly wanted: string;
  /** When it began, epoch milliseconds. */
  readonly at: number;
}

/** The client of an export: it goes on for as long as who asks may have it. */
export function exportClient(
  { authentication }: Pick<HttpService, "authentication">,
  call: Call,
): ExportClient {
  return {
    signal: call.request.signal,
    isAllowed: async () => (await authentication.identify(call)) !== null,
  };
}

/** Answers with an export, once the audit log has who took it. An export that is not answered with is ended. */
export async function answerExport(
  service: HttpService,
  call: Call,
  started: StartedExport,
  { access, workspace, name, format, wanted, at }: AnsweredExport,
): Promise<Response> {
  try {
    const { total } = started;
    const details = { format, prints: total, wanted };
    const note = await auditNote(service, call, { access, workspace }, "print.exported", name, details);
    await service.writer.submit({ kind: "audit", change: { do: "add", note } });
    const { type, extension } = FILES[format];
    const moment = formatInstant(at).slice(0, 19).replaceAll(":", "");
    return reply(200, started.body, {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}-${moment}Z.${extension}"`,
      "X-Tillroll-Total": String(total),
      ...(started.textPending > 0 && { "X-Tillroll-Text-Pending": String(started.textPending) }),
    });
  } catch (error) {
    started.end();
    throw error;
  }
}

/** What was asked for, without what only says how it is written: for the audit log and for whoever reads the archive. */
export function toldSearch(body: object): string {
  const form = new Set(["format", "bom", "tags", "page", "pageSize", "cursor"]);
  const wanted = Object.fromEntries(Object.entries(body).filter(([name]) => !form.has(name)));
  const text = JSON.stringify(wanted);
  const told = firstCodePoints(text, EXPORT_LIMITS.toldCharacters);
  return told === text ? text : `${told}…`;
}
