import { Elysia } from "elysia";
import { readNextPrintWish } from "../contract/parameters.ts";
import { badRequest, TillrollError } from "../domain/errors.ts";
import { EVENT_LIMITS } from "../domain/limits.ts";
import { printToJson } from "../domain/print.ts";
import { readPosition } from "../events/event-reader.ts";
import { eventStream } from "../events/event-stream.ts";
import { asOperation, type Call, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyJson } from "./reply.ts";

/** Hearing of prints as they come: a stream of events, and waiting for the next print. */
export function eventsController(service: HttpService) {
  const { authentication, events } = service;
  let listeners = 0;

  function beginListening(call: Call): void {
    const most = EVENT_LIMITS.listeners;
    if (listeners >= most) {
      const message = `There are ${most} clients waiting for prints already; end some of them.`;
      throw new TillrollError("RATE_LIMIT_EXCEEDED", message, { listeners: most, retryAfterSeconds: 5 });
    }
    listeners++;
    call.withoutIdleTimeout();
  }

  const stream = workspaceEndpoint(service, "read", (call, { workspace }) => {
    const given = call.request.headers.get("last-event-id") ?? call.query().last("after");
    const known = given === null || given === "" ? events.reader.endOf(workspace.id) : readPosition(given);
    if (known === null)
      throw badRequest([{ path: "Last-Event-ID", message: "must be the id of an event, such as 12.3." }]);
    const from = events.reader.resume(workspace.id, known);
    beginListening(call);
    const body = eventStream({
      reader: events.reader,
      feed: events.feed,
      workspaceId: workspace.id,
      from,
      isAllowed: () => mayListen(call),
      onEnd: () => listeners--,
    });
    return reply(200, body, { "Content-Type": "text/event-stream; charset=utf-8" });
  });

  function mayListen(call: Call): boolean {
    try {
      authentication.authorise(call, call.parameter("slug"), "read");
      return true;
    } catch (error) {
      // A busy minute of its workspace ends no stream; anything else does.
      const isBusy = error instanceof TillrollError && error.code === "RATE_LIMIT_EXCEEDED";
      return isBusy && authentication.identify(call) !== null;
    }
  }

  const next = workspaceEndpoint(service, "read", async (call, { workspace }) => {
    const wish = readNextPrintWish(call.query());
    beginListening(call);
    try {
      const { signal } = call.request;
      const print = await events.next.wait({ workspaceId: workspace.id, ...wish, signal });
      return print === null ? reply(204, null, {}) : replyJson(200, printToJson(print));
    } finally {
      listeners--;
    }
  });

  return new Elysia()
    .get("/api/workspace/:slug/events", stream, asOperation("listenToEvents"))
    .get("/api/workspace/:slug/prints/next", next, asOperation("waitForNextPrint"));
}
