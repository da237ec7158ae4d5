import { Elysia } from "elysia";
import { databaseFileFacts, processFacts, type StorageFacts } from "../operations/system-facts.ts";
import { serviceEndpoint } from "./endpoint.ts";
import type { HttpService, ShopHttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { indexAnswer } from "./search-controller.ts";

/** What the service runs on. @param storage asked anew for each answer */
export function systemController(service: HttpService, storage: () => Promise<StorageFacts>) {
  const system = serviceEndpoint(service, "readSystem", async () => {
    const { version, dataFolder, settings } = service;
    const facts = processFacts({ version, dataFolder, configurationFile: settings.file });
    return replyValue(200, { ...facts, ...(await storage()) });
  });

  return new Elysia().get("/api/system", ...system);
}

/** Where a shop's prints are, and how much of them its index covers. */
export async function shopStorageFacts(service: ShopHttpService): Promise<StorageFacts> {
  const { dataFolder, database, writer, stores } = service;
  const all = await stores.workspaces.list();
  const workspaces = await Promise.all(
    all.map(async (workspace) => ({ slug: workspace.slug, index: await indexAnswer(service, workspace) })),
  );
  return { ...databaseFileFacts(dataFolder, database, writer.state), workspaces };
}
