import { Elysia } from "elysia";
import { systemAnswer } from "../operations/system-facts.ts";
import { serviceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { indexAnswer } from "./search-controller.ts";

/** What the service runs on. */
export function systemController(service: ShopHttpService) {
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

  return new Elysia().get("/api/system", ...system);
}
