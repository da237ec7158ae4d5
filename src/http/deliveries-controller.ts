import { Elysia } from "elysia";
import { read } from "../contract/check.ts";
import { DecideAll, DeliverPrint, type DeliveryAnswer, readDeliveryFilter } from "../contract/delivery.ts";
import type { ListedDelivery } from "../domain/delivery.ts";
import { formatInstant } from "../domain/instant.ts";
import { REQUEST_LIMITS } from "../domain/limits.ts";
import type { DeliveryDecision } from "../storage/delivery-record.ts";
import { actorOf, auditNote } from "./audit-note.ts";
import { reserveFor } from "./body-reservation.ts";
import { idOf, workspaceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const DELIVERIES = "/api/workspace/:slug/deliveries";
const HELD = "/api/workspace/:slug/printers/:name/held";

/** What the audit log calls what a person decides. */
const DECISION_ACTS = {
  cancel: "delivery.cancelled",
  release: "delivery.released",
  retry: "delivery.retried",
} as const;
const HELD_ACTS = { release: "printer.held-released", cancel: "printer.held-cancelled" } as const;

/** Seeing and deciding what becomes of prints on their way to real printers, and printing stored ones again. */
export function deliveriesController(service: ShopHttpService) {
  const { deliveries, intake } = service;

  const list = workspaceEndpoint(service, "listDeliveries", (call, { workspace }) => {
    const filter = readDeliveryFilter(call.query());
    const items = deliveries.list(workspace.id, filter);
    const nextBefore = items.length < filter.limit ? null : (items.at(-1)?.id ?? null);
    return replyValue(200, { items: items.map(deliveryAnswer), nextBefore });
  });

  const readOne = workspaceEndpoint(service, "readDelivery", (call, { workspace }) =>
    replyValue(200, deliveryAnswer(deliveries.read(workspace.id, idOf(call, "deliveryId")))),
  );

  const decide = (id: OperationId, decision: DeliveryDecision) =>
    workspaceEndpoint(service, id, async (call, who) => {
      const { access, workspace } = who;
      using reservation = reserveFor(call, access, intake, REQUEST_LIMITS.jsonBodyBytes);
      const deliveryId = idOf(call, "deliveryId");
      const note = await auditNote(service, call, who, DECISION_ACTS[decision], deliveryId);
      const decided = await deliveries.decide(decision, workspace.id, deliveryId, reservation.client, note);
      return replyValue(200, deliveryAnswer(decided));
    });

  const decideAll = (id: OperationId, decision: "release" | "cancel") =>
    workspaceEndpoint(service, id, async (call, who) => {
      const { access, workspace } = who;
      using reservation = reserveFor(call, access, intake, REQUEST_LIMITS.jsonBodyBytes);
      const { cause = null } = await readJson(call.request, (body) => read(DecideAll, body), reservation);
      const name = call.parameter("name");
      const { client } = reservation;
      const note = await auditNote(service, call, who, HELD_ACTS[decision], name, { cause });
      const count = await deliveries.decideAll(decision, workspace.id, name, cause, client, note);
      return replyValue(200, { count });
    });

  const deliver = workspaceEndpoint(service, "deliverPrint", async (call, { access, workspace }) => {
    using reservation = reserveFor(call, access, intake, REQUEST_LIMITS.jsonBodyBytes);
    const printId = idOf(call, "printId");
    const { printer } = await readJson(call.request, (body) => read(DeliverPrint, body), reservation);
    const by = await actorOf(service, call, access);
    const delivery = await deliveries.deliver(workspace.id, printId, printer, reservation.client, by);
    return replyValue(201, deliveryAnswer(delivery), {
      Location: `/api/workspace/${workspace.slug}/deliveries/${delivery.id}`,
    });
  });

  return new Elysia()
    .get(DELIVERIES, ...list)
    .get(`${DELIVERIES}/:deliveryId`, ...readOne)
    .post(`${DELIVERIES}/:deliveryId/cancel`, ...decide("cancelDelivery", "cancel"))
    .post(`${DELIVERIES}/:deliveryId/release`, ...decide("releaseDelivery", "release"))
    .post(`${DELIVERIES}/:deliveryId/retry`, ...decide("retryDelivery", "retry"))
    .post(`${HELD}/release`, ...decideAll("releaseHeld", "release"))
    .post(`${HELD}/cancel`, ...decideAll("cancelHeld", "cancel"))
    .post("/api/workspace/:slug/prints/:printId/deliver", ...deliver);
}

/** A delivery as the API shows it. */
export function deliveryAnswer(delivery: ListedDelivery): DeliveryAnswer {
  const { workspaceId: _, notes, nextAttemptAt, releasedAt, createdAt, updatedAt, ...rest } = delivery;
  return {
    ...rest,
    notes: [...notes],
    nextAttemptAt: nextAttemptAt === null ? null : formatInstant(nextAttemptAt),
    releasedAt: releasedAt === null ? null : formatInstant(releasedAt),
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
  };
}
