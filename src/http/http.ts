import { Elysia, type InternalRoute } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { accountController } from "./account-controller.ts";
import { clockController } from "./clock-controller.ts";
import { deliveriesController } from "./deliveries-controller.ts";
import { docsController } from "./docs-controller.ts";
import { HIDDEN } from "./endpoint.ts";
import { eposController } from "./epos-controller.ts";
import { errorResponse } from "./error-response.ts";
import { eventsController } from "./events-controller.ts";
import { guideController } from "./guide-controller.ts";
import { hostCheck } from "./host-check.ts";
import type { HttpService } from "./http-service.ts";
import { ippController } from "./ipp-controller.ts";
import { indexController } from "./index-controller.ts";
import { operationsController } from "./operations-controller.ts";
import { previewController } from "./preview-controller.ts";
import { printersController } from "./printers-controller.ts";
import { printsController } from "./prints-controller.ts";
import { rawController } from "./raw-controller.ts";
import { allowedMethods, methodsToRefuse } from "./routes.ts";
import { requestName } from "./request-name.ts";
import { rulesController } from "./rules-controller.ts";
import { searchController } from "./search-controller.ts";
import { sessionsController } from "./sessions-controller.ts";
import { webController } from "./web-controller.ts";
import { webhooksController } from "./webhooks-controller.ts";

/** Beyond this Bun itself refuses a body; every operation has its own, smaller limit. */
const MAXIMUM_BODY_BYTES = 2 ** 40;

/** Connections that say nothing for this long are closed, seconds. */
const IDLE_TIMEOUT_SECONDS = 60;

/** How every HTTP port of the service listens. */
export const LISTENING = {
  // Elysia would quietly drop or change what a schema does not name; a tag named __proto__ is a tag.
  normalize: false,
  // Elysia would let a second service of the same user listen on the port too, and share its prints.
  serve: { maxRequestBodySize: MAXIMUM_BODY_BYTES, idleTimeout: IDLE_TIMEOUT_SECONDS, reusePort: false },
} as const;

/** The HTTP side of the service, ready to listen. */
export function createHttp(service: HttpService) {
  const app = new Elysia(LISTENING)
    .wrap(hostCheck(service))
    .onError(({ error, code, request }) => {
      if (code !== "NOT_FOUND") return errorResponse(error, service.log);
      return errorResponse(noSuchRoute(request.method, allowedMethods(offered, request.url)), service.log);
    })
    .use(printsController(service))
    .use(searchController(service))
    .use(indexController(service))
    .use(rawController(service))
    .use(previewController(service))
    .use(guideController(service))
    .use(eventsController(service))
    .use(printersController(service))
    .use(webhooksController(service))
    .use(deliveriesController(service))
    .use(rulesController(service))
    .use(eposController(service))
    .use(ippController(service))
    .use(accountController(service))
    .use(sessionsController(service))
    .use(operationsController(service))
    .use(clockController(service))
    .use(docsController(service, (): InternalRoute[] => offered))
    .use(webController(service));
  const offered = [...app.routes];
  for (const { method, path, allow } of methodsToRefuse(offered)) {
    const refuse = () => errorResponse(noSuchRoute(method, allow), service.log);
    app.route(method, path, refuse, HIDDEN);
  }
  service.metrics.requests.nameWith((method, route) => requestName(offered, method, route));
  return app;
}

function noSuchRoute(method: string, allow: readonly string[]): TillrollError {
  if (allow.length === 0) {
    return new TillrollError("NOT_FOUND", "There is nothing at this address; see /docs for the operations.");
  }
  const message = `${method} is not possible here; use ${allow.join(" or ")}.`;
  return new TillrollError("METHOD_NOT_ALLOWED", message, { allow });
}
