import { Elysia } from "elysia";
import { dirname } from "node:path";
import {
  type ConfigurationAnswer,
  type ConfigurationCheckAnswer,
  readConfigurationText,
} from "../contract/configuration.ts";
import { serviceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const CONFIGURATION = "/api/configuration";

/**
 * With what the service was started. It is shown, and not changed: what a page wrote there could choose files of the machine,
 * or keep the service from starting, when nobody is there to see it.
 */
export function configurationController(service: HttpService) {
  const { settings } = service;

  const show = serviceEndpoint(service, "readConfiguration", () => {
    const answer: ConfigurationAnswer = {
      file: settings.file,
      folders: settings.places.map(dirname),
      items: [...settings.settings],
    };
    return replyValue(200, answer);
  });

  const check = serviceEndpoint(service, "checkConfiguration", async (call) => {
    const { count, faults } = settings.check(await readJson(call.request, readConfigurationText));
    const answer: ConfigurationCheckAnswer = {
      isRight: faults.length === 0,
      settings: count,
      faults: [...faults],
    };
    return replyValue(200, answer);
  });

  return new Elysia().get(CONFIGURATION, ...show).post(`${CONFIGURATION}/check`, ...check);
}
