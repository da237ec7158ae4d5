import { type AnyElysia, type InternalRoute } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { aboutPrintController } from "./about-print-controller.ts";
import { accountController } from "./account-controller.ts";
import { auditController } from "./audit-controller.ts";
import { certificateController } from "./certificate-controller.ts";
import { comparisonController } from "./comparison-controller.ts";
import { configurationController } from "./configuration-controller.ts";
import { docsController } from "./docs-controller.ts";
import { erasureController } from "./erasure-controller.ts";
import { eventsController } from "./events-controller.ts";
import { fontsController } from "./fonts-controller.ts";
import { guideController } from "./guide-controller.ts";
import { logController } from "./log-controller.ts";
import { meController } from "./me-controller.ts";
import { modelsController } from "./models-controller.ts";
import { operationsController } from "./operations-controller.ts";
import { peopleController } from "./people-controller.ts";
import { previewController } from "./preview-controller.ts";
import { printsController } from "./prints-controller.ts";
import { rawController } from "./raw-controller.ts";
import { savedSearchesController } from "./saved-searches-controller.ts";
import { referencesController } from "./references-controller.ts";
import { cardsController } from "./cards-controller.ts";
import { rulesController } from "./rules-controller.ts";
import { searchController } from "./search-controller.ts";
import { signInController } from "./sign-in-controller.ts";
import { tokensController } from "./tokens-controller.ts";
import { trustController } from "./trust-controller.ts";
import { webController } from "./web-controller.ts";
import { workspacesController } from "./workspaces-controller.ts";
import { HIDDEN } from "./endpoint.ts";
import { errorResponse } from "./error-response.ts";
import { httpPort, type Leaving } from "./http-port.ts";
import type { HttpService } from "./http-service.ts";
import { requestName } from "./request-name.ts";
import { allowedMethods, methodsToRefuse } from "./routes.ts";

/** What every service answers, wherever its prints are. */
export function sharedControllers(service: HttpService): AnyElysia[] {
  return [
    printsController(service),
    searchController(service),
    rawController(service),
    previewController(service),
    comparisonController(service),
    rulesController(service),
    cardsController(service),
    referencesController(service),
    aboutPrintController(service),
    guideController(service),
    eventsController(service),
    savedSearchesController(service),
    erasureController(service),
    accountController(service),
    meController(service),
    peopleController(service),
    auditController(service),
    tokensController(service),
    workspacesController(service),
    logController(service),
    modelsController(service),
    configurationController(service),
    operationsController(service),
    signInController(service),
    trustController(service),
    certificateController(service),
    fontsController(service),
    webController(service),
  ];
}

/** The HTTP side of a service, ready to listen: its controllers, the reference of their operations, and what refuses the rest. */
export function composeHttp(
  service: HttpService,
  controllers: readonly AnyElysia[],
  port?: Leaving,
): AnyElysia {
  const app: AnyElysia = httpPort(service, port).onError(({ error, code, request }) => {
    if (code !== "NOT_FOUND") return errorResponse(error, service.log);
    return errorResponse(noSuchRoute(request.method, allowedMethods(offered, request.url)), service.log);
  });
  for (const controller of [...controllers, docsController(service, (): InternalRoute[] => offered)])
    app.use(controller);
  const offered = [...app.routes];
  for (const { method, path, allow } of methodsToRefuse(offered)) {
    const refuse = () => errorResponse(noSuchRoute(method, allow), service.log);
    app.route(method, path, refuse, HIDDEN);
  }
  service.metrics.requests.nameWith((method, route) => requestName(offered, method, route));
  return app;
}

function noSuchRoute(method: string, allow: readonly string[]): TillrollError {
  if (allow.length === 0)
    return new TillrollError("NOT_FOUND", "There is nothing at this address; see /docs for the operations.");
  const message = `${method} is not possible here; use ${allow.join(" or ")}.`;
  return new TillrollError("METHOD_NOT_ALLOWED", message, { allow });
}
