import { Elysia } from "elysia";
import type { PrintedAnswer } from "../contract/delivery.ts";
import { readNextPrintWish, readPrintedWish } from "../contract/parameters.ts";
import { badRequest, TillrollError } from "../domain/errors.ts";
import { DELIVERY_LIST_LIMITS, type ListedDelivery } from "../domain/delivery.ts";
import { formatInstant } from "../domain/instant.ts";
import { isUndecided, outcomeOf } from "../delivery/print-outcome.ts";
import { awaitStored } from "../events/await-stored.ts";
import { printToJson } from "../domain/print.ts";
import { readPosition } from "../events/event-reader.ts";
import { eventStream } from "../events/event-stream.ts";
import { deliveryAnswer } from "./deliveries-controller.ts";
import { ListenerPlaces } from "./listener-places.ts";
import { type Call, idOf, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyJson, replyValue } from "./reply.ts";

/** Hearing of prints as they come: a stream of events, and waiting for the next print. */
export function eventsController(service: HttpService) {
  const { authentication, events, deliveries, reader } = service;
  const places = new ListenerPlaces();

  const stream = workspaceEndpoint(service, "listenToEvents", async (call, { workspace }) => {
    const given = call.request.headers.get("last-event-id") ?? call.query().last("after");
    const known =
      given === null || given === "" ? await events.reader.endOf(workspace.id) : readPosition(given);
    if (known === null)
      throw badRequest([{ path: "Last-Event-ID", message: "must be the id of an event, such as 12.3." }]);
    const from = await events.reader.resume(workspace.id, known);
    const place = places.take(call);
    const body = eventStream({
      reader: events.reader,
      feed: events.feed,
      workspaceId: workspace.id,
      from,
      isAllowed: () => mayListen(call),
      onEnd: () => place[Symbol.dispose](),
    });
    return reply(200, body, { "Content-Type": "text/event-stream; charset=utf-8" });
  });

  async function mayListen(call: Call): Promise<boolean> {
    try {
      await authentication.authorise(call, call.parameter("slug"), "read");
      return true;
    } catch (error) {
      // A busy minute of its workspace ends no stream; anything else does.
      const isBusy = error instanceof TillrollError && error.code === "RATE_LIMIT_EXCEEDED";
      return isBusy && (await authentication.identify(call)) !== null;
    }
  }

  const next = workspaceEndpoint(service, "waitForNextPrint", async (call, { workspace }) => {
    const wish = readNextPrintWish(call.query());
    using _place = places.take(call);
    const { signal } = call.request;
    const print = await events.next.wait({ workspaceId: workspace.id, ...wish, signal });
    return print === null ? reply(204, null, {}) : replyJson(200, printToJson(print));
  });

  const printed = workspaceEndpoint(service, "readPrintDeliveries", async (call, { workspace }) => {
    const { id: printId } = await reader.read(workspace.id, idOf(call, "printId"));
    const timeoutMilliseconds = readPrintedWish(call.query());
    const look = () =>
      deliveries.list(workspace.id, {
        state: null,
        printer: null,
        printId,
        before: null,
        limit: DELIVERY_LIST_LIMITS.itemsMaximum,
      });
    using _place = timeoutMilliseconds > 0 ? places.take(call) : null;
    const { signal } = call.request;
    const isEnough = (found: ReturnType<typeof look>) => !isUndecided(found);
    const found = await awaitStored(events.feed, { look, isEnough, timeoutMilliseconds, signal });
    return replyValue(200, printedAnswer(found));
  });

  return new Elysia()
    .get("/api/workspace/:slug/events", ...stream)
    .get("/api/workspace/:slug/prints/:printId/deliveries", ...printed)
    .get("/api/workspace/:slug/prints/next", ...next);
}

/** What became of a print, and its deliveries. */
function printedAnswer(found: readonly ListedDelivery[]): PrintedAnswer {
  const { decidedAt, ...outcome } = outcomeOf(found);
  return {
    ...outcome,
    decidedAt: decidedAt === null ? null : formatInstant(decidedAt),
    items: found.map(deliveryAnswer),
  };
}
