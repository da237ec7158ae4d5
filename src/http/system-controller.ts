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
import { systemAnswer } from "../operations/system-facts.ts";
import { asOperation, endpoint, serviceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { modelsAnswer } from "./models-answer.ts";
import { reply, replyValue } from "./reply.ts";
import { indexAnswer } from "./search-controller.ts";

/** Clients that hear the log as it is written, at most. */
const MOST_LISTENERS = 20;

/** What the service runs on, what it says of itself, and what is inside. */
export function systemController(service: HttpService) {
  const { authentication } = service;
  let listeners = 0;

  const system = serviceEndpoint(service, "readSystem", async () => {
    const { version, dataFolder, settings, database, writer, stores } = service;
    const all = await stores.workspaces.list();
    const workspaces = await Promise.all(
      all.map(async (workspace) => ({ slug: workspace.slug, index: await indexAnswer(service, workspace) })),
    );
    const configurationFile = settings.file;
    const facts = { version, dataFolder, configurationFile, database, storage: writer.state };
    return replyValue(200, { ...systemAnswer(facts), workspaces });
  });

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

  const models = endpoint(service, async (call) => {
    await authentication.authenticate(call);
    return replyValue(200, modelsAnswer());
  });

  const licenses = endpoint(service, async (call) => {
    await authentication.authenticate(call);
    // Loaded when somebody asks: it is a long text.
    const { LICENSES_TEXT } = await import("../cli/licenses-text.ts");
    if (LICENSES_TEXT === null)
      throw new TillrollError("NOT_FOUND", "The source has nothing of others inside: see node_modules.");
    return reply(200, LICENSES_TEXT, { "Content-Type": "text/plain; charset=utf-8" });
  });

  return new Elysia()
    .get("/api/system", ...system)
    .get("/api/log", ...log)
    .get("/api/log/stream", ...stream)
    .get("/api/models", models, asOperation("listModels"))
    .get("/api/licenses", licenses, asOperation("readLicenses"));
}

/** @throws TillrollError NOT_FOUND where the log remembers nothing */
function remembered({ log }: HttpService): ServiceLog {
  if (log instanceof ServiceLog) return log;
  throw new TillrollError("NOT_FOUND", "This service does not remember its log.");
}

function entryOf({ at, level, message, details }: LogRecord): LogEntryAnswer {
  return { at: formatInstant(at), level, message, details: { ...details } };
}
