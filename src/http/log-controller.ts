import { Elysia } from "elysia";
import {
  readLogStreamWish,
  readLogWish,
  type LogEntriesAnswer,
  type LogEntryAnswer,
} from "../contract/system.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { hasRight } from "../domain/rights.ts";
import { atLeast, type LogRecord } from "../operations/logs/log-line.ts";
import { logStream } from "../operations/logs/log-stream.ts";
import { ServiceLog } from "../operations/logs/service-log.ts";
import { serviceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyValue } from "./reply.ts";

/** Clients that hear the log as it is written, at most. */
const MOST_LISTENERS = 20;

/** What the service says of itself. */
export function logController(service: HttpService) {
  const { authentication } = service;
  let listeners = 0;

  const log = serviceEndpoint(service, "readLog", (call) => {
    const { level, lines } = readLogWish(call.query());
    const records = remembered(service).recent.filter((record) => atLeast(record.level, level));
    const answer: LogEntriesAnswer = { items: records.slice(-lines).map(entryOf) };
    return replyValue(200, answer);
  });

  const stream = serviceEndpoint(service, "listenToLog", (call) => {
    const level = readLogStreamWish(call.query());
    const source = remembered(service);
    if (listeners >= MOST_LISTENERS) {
      const message = `There are ${MOST_LISTENERS} clients that hear the log already; end some of them.`;
      throw new TillrollError("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds: 5 });
    }
    listeners++;
    call.withoutIdleTimeout();
    const body = logStream({
      listen: (listener) => source.listen(listener),
      write: (record) => (atLeast(record.level, level) ? JSON.stringify(entryOf(record)) : null),
      isAllowed: async () => {
        const access = await authentication.identify(call);
        return access !== null && hasRight(access, "service");
      },
      onEnd: () => listeners--,
    });
    return reply(200, body, { "Content-Type": "text/event-stream; charset=utf-8" });
  });

  return new Elysia().get("/api/log", ...log).get("/api/log/stream", ...stream);
}

/** @throws TillrollError NOT_FOUND where the log remembers nothing */
function remembered({ log }: HttpService): ServiceLog {
  if (log instanceof ServiceLog) return log;
  throw new TillrollError("NOT_FOUND", "This service does not remember its log.");
}

function entryOf({ at, level, message, details }: LogRecord): LogEntryAnswer {
  return { at: formatInstant(at), level, message, details: { ...details } };
}
