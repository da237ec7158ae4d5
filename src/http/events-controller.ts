import { Elysia } from "elysia";
import { badRequest, TillrollError } from "../domain/errors.ts";
import type { EventPosition } from "../domain/event.ts";
import { EVENT_LIMITS, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { printToJson } from "../domain/print.ts";
import { readPosition } from "../events/event-reader.ts";
import { eventStream } from "../events/event-stream.ts";
import { asOperation, type Call, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyJson } from "./reply.ts";

/** Hearing of prints as they come: a stream of events, and waiting for the next print. */
export function eventsController(service: HttpService) {
  const { authentication, events } = service;
  let listeners = 0;

  function authorise(call: Call) {
    return authentication.authorise(call, call.parameter("slug"), "read").workspace;
  }

  const stream = endpoint(service, (call) => {
    const workspace = authorise(call);
    const given = call.request.headers.get("last-event-id") ?? call.query().last("after");
    const from = given === null || given === "" ? events.reader.endOf(workspace.id) : positionOf(given);
    if (listeners >= EVENT_LIMITS.listeners) throw tooManyListeners();
    listeners++;
    call.withoutIdleTimeout();
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
      authorise(call);
      return true;
    } catch (error) {
      // A busy minute of its workspace ends no stream; anything else does.
      const isBusy = error instanceof TillrollError && error.code === "RATE_LIMIT_EXCEEDED";
      return isBusy && authentication.identify(call) !== null;
    }
  }

  const next = endpoint(service, async (call) => {
    const workspace = authorise(call);
    const query = call.query();
    const after = afterOf(query.last("after"));
    const deviceId = query.last("deviceId");
    const timeoutMilliseconds = timeoutOf(query.last("timeout"));
    if (listeners >= EVENT_LIMITS.listeners) throw tooManyListeners();
    listeners++;
    call.withoutIdleTimeout();
    try {
      const { signal } = call.request;
      const question = { workspaceId: workspace.id, after, deviceId, timeoutMilliseconds, signal };
      const print = await events.next.wait(question);
      return print === null ? reply(204, null, {}) : replyJson(200, printToJson(print));
    } finally {
      listeners--;
    }
  });

  return new Elysia()
    .get("/api/workspace/:slug/events", stream, asOperation("listenToEvents"))
    .get("/api/workspace/:slug/prints/next", next, asOperation("waitForNextPrint"));
}

function positionOf(text: string): EventPosition {
  const position = readPosition(text);
  if (position === null)
    throw badRequest([{ path: "Last-Event-ID", message: "must be the id of an event, such as 12.3." }]);
  return position;
}

function afterOf(text: string | null): number | null {
  if (text === null || text === "") return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw badRequest([{ path: "after", message: "must be the id of a print, or 0 for the first one." }]);
}

const UNITS = { ms: 1, s: MILLISECONDS_PER_SECOND } as const;

/** `30s`, `500ms`, or a bare number of seconds. */
function timeoutOf(text: string | null): number {
  if (text === null) return EVENT_LIMITS.waitDefaultMilliseconds;
  const parts = /^(\d{1,6})(ms|s)?$/.exec(text);
  const milliseconds = parts === null ? Number.NaN : Number(parts[1]) * UNITS[parts[2] === "ms" ? "ms" : "s"];
  if (milliseconds <= EVENT_LIMITS.waitMostMilliseconds) return milliseconds;
  const most = EVENT_LIMITS.waitMostMilliseconds / MILLISECONDS_PER_SECOND;
  throw badRequest([{ path: "timeout", message: `must be a time such as 30s or 500ms, at most ${most}s.` }]);
}

function tooManyListeners(): TillrollError {
  const { listeners } = EVENT_LIMITS;
  const message = `There are ${listeners} clients waiting for prints already; end some of them.`;
  return new TillrollError("RATE_LIMIT_EXCEEDED", message, { listeners, retryAfterSeconds: 5 });
}
