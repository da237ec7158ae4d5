import { resolve } from "node:path";
import { Elysia } from "elysia";
import type { InstallationAnswer } from "../contract/installation.ts";
import { findServiceManager } from "../service-manager/find-manager.ts";
import { serviceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

/** Whether the service starts with its machine. */
export function installationController(service: ShopHttpService) {
  const read = serviceEndpoint(service, "readInstallation", () =>
    replyValue(200, installation(service.dataFolder)),
  );
  return new Elysia().get("/api/installation", ...read);
}

function installation(dataFolder: string): InstallationAnswer {
  const manager = findServiceManager();
  const installed = manager?.installed() ?? null;
  return {
    manager: manager?.title ?? null,
    isInstalled: installed !== null,
    isThis: installed !== null && resolve(installed.dataFolder) === resolve(dataFolder),
    command: manager === null || !Bun.isStandaloneExecutable ? null : installCommand(process.platform),
  };
}

/** As a person would type it, in a terminal or in a command prompt of an administrator. */
function installCommand(system: NodeJS.Platform): string {
  const path = /^[\w./:\\@-]+$/.test(process.execPath) ? process.execPath : `"${process.execPath}"`;
  return system === "win32" ? `${path} service install` : `sudo ${path} service install`;
}
