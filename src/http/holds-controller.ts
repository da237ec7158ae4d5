import { Elysia } from "elysia";
import { type HoldBody, readHoldRelease, readNewHold } from "../contract/retention.ts";
import { formatInstant } from "../domain/instant.ts";
import type { RetentionHold } from "../domain/retention.ts";
import { actorOf, auditNote } from "./audit-note.ts";
import type { Authorised } from "./authentication.ts";
import { type Call, idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const HOLDS = "/api/workspace/:slug/retention-holds";

/** Legal holds. */
export function holdsController(service: ShopHttpService) {
  const { retention, writer } = service;
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);

  /** Who does it, as the list of holds tells. */
  const nameOf = async (call: Call, { access }: Authorised) => {
    const { kind, name, id } = await actorOf(service, call, access);
    return `${kind} ${name === "" ? id : name}`.trim();
  };

  const list: WorkspaceEndpoint = (_call, { workspace }) =>
    replyValue(200, { items: retention.store.holds.list(workspace.id).map(holdAnswer) });

  const create: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const hold = await readJson(call.request, readNewHold);
    const { name, reason, condition } = hold;
    const details = { name, reason, condition: JSON.parse(condition) as object };
    const { id } = await writer.submit({
      kind: "retention",
      change: { do: "hold", workspaceId, ...hold, by: await nameOf(call, who) },
      audit: await auditNote(service, call, who, "hold.created", null, details),
    });
    return replyValue(201, holdAnswer(retention.store.holds.get(workspaceId, id)));
  };

  const release: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const { id, name } = retention.store.holds.get(workspaceId, idOf(call, "holdId"));
    const { reason } = await readJson(call.request, readHoldRelease);
    await writer.submit({
      kind: "retention",
      change: { do: "release", workspaceId, id, reason, by: await nameOf(call, who) },
      audit: await auditNote(service, call, who, "hold.removed", id, { name, reason }),
    });
    return replyValue(200, holdAnswer(retention.store.holds.get(workspaceId, id)));
  };

  return new Elysia()
    .get(HOLDS, ...to("listHolds", list))
    .post(HOLDS, ...to("createHold", create))
    .post(`${HOLDS}/:holdId/release`, ...to("releaseHold", release));
}

function holdAnswer(hold: RetentionHold): HoldBody {
  const { id, name, condition, reason, createdBy, createdAt, releaseReason, releasedBy, releasedAt } = hold;
  return {
    id,
    name,
    condition: JSON.parse(condition) as object,
    reason,
    createdBy,
    releaseReason,
    releasedBy,
    createdAt: formatInstant(createdAt),
    releasedAt: releasedAt === null ? null : formatInstant(releasedAt),
  };
}
