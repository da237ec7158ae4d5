import { Elysia } from "elysia";
import { healthAnswer } from "../operations/health-answer.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyValue } from "./reply.ts";

/** What an operator's monitoring asks, which names no print and no workspace, so that it needs no token. */
export function operationsController(service: HttpService) {
  const health = endpoint(service, () => {
    const report = service.health.report();
    return replyValue(report.canPrint ? 200 : 503, healthAnswer(report));
  });

  const metrics = endpoint(service, async () =>
    reply(200, await service.metrics.text(), { "Content-Type": service.metrics.contentType }),
  );

  return new Elysia()
    .get("/healthz", health, asOperation("health"))
    .get("/metrics", metrics, asOperation("metrics"));
}
