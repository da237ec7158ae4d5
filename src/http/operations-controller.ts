import { Elysia } from "elysia";
import type { HealthAnswer } from "../contract/service.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyJson } from "./reply.ts";

/** What an operator's monitoring asks; neither names any print or workspace, so neither needs a token. */
export function operationsController(service: HttpService) {
  const health = endpoint(service, () => {
    const { status, canPrint, components } = service.health.report();
    const answer: HealthAnswer = { status, canPrint, version: service.version, components };
    return replyJson(canPrint ? 200 : 503, JSON.stringify(answer));
  });

  const metrics = endpoint(service, async () =>
    reply(200, await service.metrics.text(), { "Content-Type": service.metrics.contentType }),
  );

  return new Elysia()
    .get("/healthz", health, asOperation("health"))
    .get("/metrics", metrics, asOperation("metrics"));
}
