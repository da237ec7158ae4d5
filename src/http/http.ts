import type { AnyElysia } from "elysia";
import { backupsController } from "./backups-controller.ts";
import { clockController } from "./clock-controller.ts";
import { deliveriesController } from "./deliveries-controller.ts";
import { diagnosticsController } from "./diagnostics-controller.ts";
import { doctorController } from "./doctor-controller.ts";
import { exportController } from "./export-controller.ts";
import { fiscalController } from "./fiscal-controller.ts";
import { holdsController } from "./holds-controller.ts";
import { installationController } from "./installation-controller.ts";
import { journalController } from "./journal-controller.ts";
import { notificationsController } from "./notifications-controller.ts";
import { polledController } from "./polled-controller.ts";
import { printerWorkController } from "./printer-work-controller.ts";
import { printersController } from "./printers-controller.ts";
import { proofsController } from "./proofs-controller.ts";
import { protocolsController } from "./protocol-controller.ts";
import { retentionController } from "./retention-controller.ts";
import { scrubController } from "./scrub-controller.ts";
import { shopStorageFacts, systemController } from "./system-controller.ts";
import { joinedArchiveController } from "./joined-archive-controller.ts";
import { webhooksController } from "./webhooks-controller.ts";
import { composeHttp, sharedControllers } from "./compose-http.ts";
import type { Leaving } from "./http-port.ts";
import type { ShopHttpService } from "./http-service.ts";

/** The HTTP side of a shop's service, ready to listen. */
export function createHttp(service: ShopHttpService, port?: Leaving): AnyElysia {
  const ofShop = [
    exportController(service, service),
    printersController(service),
    printerWorkController(service),
    installationController(service),
    webhooksController(service),
    notificationsController(service),
    deliveriesController(service),
    fiscalController(service),
    journalController(service),
    proofsController(service),
    retentionController(service),
    holdsController(service),
    joinedArchiveController(service),
    protocolsController(service),
    polledController(service),
    systemController(service, () => shopStorageFacts(service)),
    diagnosticsController(service),
    doctorController(service),
    backupsController(service),
    scrubController(service),
    clockController(service),
  ];
  return composeHttp(service, [...sharedControllers(service), ...ofShop], port);
}
