import { Elysia } from "elysia";
import { type ErasureAnswer, readErasure } from "../contract/erasure.ts";
import { gone, notFound } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { REQUEST_LIMITS } from "../domain/limits.ts";
import { auditNote } from "./audit-note.ts";
import { reserveFor } from "./body-reservation.ts";
import { idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

/** Removing a print for good. A till's token cannot: it may write, and no more. */
export function erasureController(service: HttpService) {
  const erase: WorkspaceEndpoint = async (call, member) => {
    const { access, workspace } = member;
    const printId = idOf(call, "printId");
    using reservation = reserveFor(call, access, service.intake, REQUEST_LIMITS.jsonBodyBytes);
    const { reason } = await readJson(call.request, readErasure, reservation);
    const erased = await service.removals.erase({
      workspaceId: workspace.id,
      printId,
      userId: access.userId,
      reason,
      client: reservation.client,
      audit: await auditNote(service, call, member, "print.erased", printId, { reason }),
    });
    const stays = await service.reader.findRemoved(workspace.id, printId);
    if (stays === null) throw notFound("print", printId);
    if (stays.kind !== "erased") throw gone(stays);
    const answer: ErasureAnswer = {
      printId,
      erasedAt: formatInstant(stays.removedAt),
      reason: stays.reason,
      bytes: erased.bytes,
      cancelledDeliveries: erased.cancelledDeliveries,
      cleared: erased.isCleared,
      elsewhere: [...service.removals.elsewhere()],
    };
    return replyValue(200, answer);
  };
  return new Elysia().post(
    "/api/workspace/:slug/prints/:printId/erase",
    ...workspaceEndpoint(service, "erasePrint", erase),
  );
}
