import type { InternalRoute } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { aboutPrintController } from "./about-print-controller.ts";
import { accountController } from "./account-controller.ts";
import { auditController } from "./audit-controller.ts";
import { backupsController } from "./backups-controller.ts";
import { deliveriesController } from "./deliveries-controller.ts";
import { diagnosticsController } from "./diagnostics-controller.ts";
import { doctorController } from "./doctor-controller.ts";
import { docsController } from "./docs-controller.ts";
import { HIDDEN } from "./endpoint.ts";
import { errorResponse } from "./error-response.ts";
import { eventsController } from "./events-controller.ts";
import { exportController } from "./export-controller.ts";
import { fontsController } from "./fonts-controller.ts";
import { guideController } from "./guide-controller.ts";
import { httpPort, type Leaving } from "./http-port.ts";
import type { HttpService } from "./http-service.ts";
import { installationController } from "./installation-controller.ts";
import { operationsController } from "./operations-controller.ts";
import { polledController } from "./polled-controller.ts";
import { previewController } from "./preview-controller.ts";
import { printerWorkController } from "./printer-work-controller.ts";
import { printersController } from "./printers-controller.ts";
import { printsController } from "./prints-controller.ts";
import { protocolsController } from "./protocol-controller.ts";
import { rawController } from "./raw-controller.ts";
import { allowedMethods, methodsToRefuse } from "./routes.ts";
import { requestName } from "./request-name.ts";
import { meController } from "./me-controller.ts";
import { peopleController } from "./people-controller.ts";
import { holdsController } from "./holds-controller.ts";
import { retentionController } from "./retention-controller.ts";
import { erasureController } from "./erasure-controller.ts";
import { proofsController } from "./proofs-controller.ts";
import { rulesController } from "./rules-controller.ts";
import { journalController } from "./journal-controller.ts";
import { fiscalController } from "./fiscal-controller.ts";
import { savedSearchesController } from "./saved-searches-controller.ts";
import { cardsController } from "./cards-controller.ts";
import { certificateController } from "./certificate-controller.ts";
import { scrubController } from "./scrub-controller.ts";
import { searchController } from "./search-controller.ts";
import { comparisonController } from "./comparison-controller.ts";
import { referencesController } from "./references-controller.ts";
import { signInController } from "./sign-in-controller.ts";
import { trustController } from "./trust-controller.ts";
import { configurationController } from "./configuration-controller.ts";
import { systemController } from "./system-controller.ts";
import { tokensController } from "./tokens-controller.ts";
import { workspacesController } from "./workspaces-controller.ts";
import { webController } from "./web-controller.ts";
import { notificationsController } from "./notifications-controller.ts";
import { webhooksController } from "./webhooks-controller.ts";

/** The HTTP side of the service, ready to listen. */
export function createHttp(service: HttpService, port?: Leaving) {
  const app = httpPort(service, port)
    .onError(({ error, code, request }) => {
      if (code !== "NOT_FOUND") return errorResponse(error, service.log);
      return errorResponse(noSuchRoute(request.method, allowedMethods(offered, request.url)), service.log);
    })
    .use(printsController(service))
    .use(searchController(service))
    .use(exportController(service))
    .use(rawController(service))
    .use(previewController(service))
    .use(comparisonController(service))
    .use(referencesController(service))
    .use(aboutPrintController(service))
    .use(guideController(service))
    .use(eventsController(service))
    .use(printersController(service))
    .use(printerWorkController(service))
    .use(installationController(service))
    .use(webhooksController(service))
    .use(notificationsController(service))
    .use(deliveriesController(service))
    .use(rulesController(service))
    .use(fiscalController(service))
    .use(savedSearchesController(service))
    .use(journalController(service))
    .use(proofsController(service))
    .use(retentionController(service))
    .use(holdsController(service))
    .use(erasureController(service))
    .use(cardsController(service))
    .use(protocolsController(service))
    .use(polledController(service))
    .use(accountController(service))
    .use(meController(service))
    .use(peopleController(service))
    .use(auditController(service))
    .use(tokensController(service))
    .use(workspacesController(service))
    .use(systemController(service))
    .use(configurationController(service))
    .use(diagnosticsController(service))
    .use(doctorController(service))
    .use(backupsController(service))
    .use(scrubController(service))
    .use(operationsController(service))
    .use(docsController(service, (): InternalRoute[] => offered))
    .use(signInController(service))
    .use(trustController(service))
    .use(certificateController(service))
    .use(fontsController(service))
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
  if (allow.length === 0)
    return new TillrollError("NOT_FOUND", "There is nothing at this address; see /docs for the operations.");
  const message = `${method} is not possible here; use ${allow.join(" or ")}.`;
  return new TillrollError("METHOD_NOT_ALLOWED", message, { allow });
}
