import { Elysia } from "elysia";
import { endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { operations } from "./openapi/operations.ts";
import { reply, replyJson } from "./reply.ts";

/** What an operator's monitoring asks; neither names any print or workspace, so neither needs a token. */
export function operationsController(service: HttpService) {
  const health = endpoint(service, () => {
    const { disk, writer, version } = service;
    const faults = [
      ...(disk.isLow ? ["The disk is nearly full; new prints are refused."] : []),
      ...(writer.isAlive ? [] : ["The writer has stopped; restart the service."]),
    ];
    const status = faults.length === 0 ? "ok" : "unavailable";
    return replyJson(faults.length === 0 ? 200 : 503, JSON.stringify({ status, version, faults }));
  });

  const metrics = endpoint(service, async () =>
    reply(200, await service.metrics.text(), { "Content-Type": service.metrics.contentType }),
  );

  return new Elysia()
    .get("/healthz", health, { detail: operations.health })
    .get("/metrics", metrics, { detail: operations.metrics });
}
