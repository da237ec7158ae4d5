import type { Awaitable } from "../domain/awaitable.ts";
import { formatInstant } from "../domain/instant.ts";
import { BYTE_ORDER_MARK, csvRecord, guarded } from "../export/csv.ts";
import { AUDIT_ACTS } from "./acts.ts";
import type { AuditEntry } from "./audit-entry.ts";

const ENTRY = ["id", "at", "act", "message", "subject", "workspace_id"];
const WHO = ["actor_kind", "actor_id", "actor_name", "address", "request_id"];

/**
 * The audit log as a table (CSV), for spreadsheets too.
 * @param pageBefore some entries, the newest first, that are older than another one; none after the last
 */
export function auditTable(
  pageBefore: (last: AuditEntry | null) => Awaitable<readonly AuditEntry[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let last: AuditEntry | null = null;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvRecord([...ENTRY, ...WHO, "details"])));
      },
      async pull(controller) {
        const entries = await pageBefore(last);
        last = entries.at(-1) ?? null;
        if (last === null) return controller.close();
        controller.enqueue(encoder.encode(entries.map(recordOf).join("")));
      },
    },
    { highWaterMark: 0 },
  );
}

function recordOf({ id, at, act, subject, workspaceId, actor, details }: AuditEntry): string {
  const cells = [String(id), formatInstant(at), act, AUDIT_ACTS[act], subject, String(workspaceId ?? "")];
  const who = [actor.kind, actor.id, actor.name, actor.address ?? "", actor.requestId ?? ""];
  return csvRecord([...cells, ...who, JSON.stringify(details)].map(guarded));
}
