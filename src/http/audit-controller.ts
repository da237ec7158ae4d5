import { Elysia } from "elysia";
import { auditAnswer } from "../audit/audit-answer.ts";
import { auditTable } from "../audit/audit-table.ts";
import {
  type AuditEntriesAnswer,
  readAuditExport,
  readAuditFilter,
  writeAuditCursor,
} from "../contract/audit.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { hasRight } from "../domain/rights.ts";
import type { Access } from "./authentication.ts";
import { asOperation, type Call, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyValue } from "./reply.ts";

/** The audit log. An administrator of a workspace sees what was done there, the service's administrator all. */
export function auditController(service: HttpService) {
  const { authentication, stores, clock } = service;

  /** @throws TillrollError API_TOKEN_SCOPE_INSUFFICIENT and what telling who asks throws */
  async function permit(call: Call): Promise<Access> {
    const access = await authentication.authenticate(call);
    if (hasRight(access, "admin")) return access;
    const message = 'The audit log is for administrators: a token with the scope "admin".';
    throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin" });
  }

  const list = endpoint(service, async (call) => {
    const { workspaceId } = await permit(call);
    const filter = readAuditFilter(call.query());
    const entries = await stores.audit.list({ ...filter, workspaceId });
    const last = entries.length < filter.limit ? undefined : entries.at(-1);
    const answer: AuditEntriesAnswer = {
      items: entries.map(auditAnswer),
      nextBefore: last === undefined ? null : writeAuditCursor(last),
    };
    return replyValue(200, answer);
  });

  const table = endpoint(service, async (call) => {
    const { workspaceId } = await permit(call);
    const filter = readAuditExport(call.query());
    call.withoutIdleTimeout();
    const body = auditTable((before) => stores.audit.list({ ...filter, workspaceId, before }));
    const day = formatInstant(clock()).slice(0, 10);
    return reply(200, body, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="audit-${day}.csv"`,
    });
  });

  return new Elysia()
    .get("/api/audit", list, asOperation("listAudit"))
    .get("/api/audit/export", table, asOperation("exportAudit"));
}
