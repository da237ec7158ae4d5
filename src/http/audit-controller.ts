import { Elysia } from "elysia";
import { type AuditEntriesAnswer, readAuditFilter, writeAuditCursor } from "../contract/audit.ts";
import { TillrollError } from "../domain/errors.ts";
import { auditAnswer } from "../audit/audit-answer.ts";
import { satisfies } from "../domain/scope.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

/** The audit log. An administrator of a workspace sees what was done there, the service's administrator all. */
export function auditController(service: HttpService) {
  const { authentication, stores } = service;
  const list = endpoint(service, (call) => {
    const { workspaceId, scopes } = authentication.authenticate(call);
    if (!satisfies(scopes, "admin")) {
      const message = 'The audit log is for administrators: a token with the scope "admin".';
      throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin" });
    }
    const filter = readAuditFilter(call.query());
    const entries = stores.audit.list({ ...filter, workspaceId });
    const last = entries.length < filter.limit ? undefined : entries.at(-1);
    const answer: AuditEntriesAnswer = {
      items: entries.map(auditAnswer),
      nextBefore: last === undefined ? null : writeAuditCursor(last),
    };
    return replyValue(200, answer);
  });
  return new Elysia().get("/api/audit", list, asOperation("listAudit"));
}
