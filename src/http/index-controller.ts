import { Elysia } from "elysia";
import type { Workspace } from "../domain/workspace.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyJson } from "./reply.ts";

/** How far the search index of a workspace has got, and building it anew. */
export function indexController(service: HttpService) {
  const { authentication, background, indexStatus } = service;

  function describe(workspace: Workspace): string {
    const progress = background.progressOf(workspace.id);
    const rebuild = progress === null ? null : { done: progress.done, total: progress.total };
    return JSON.stringify({ ...indexStatus.read(workspace), rebuild });
  }

  const status = endpoint(service, (call) => {
    const { workspace } = authentication.authorise(call, call.parameter("slug"), "read");
    return replyJson(200, describe(workspace));
  });

  const rebuild = endpoint(service, (call) => {
    const { workspace } = authentication.authorise(call, call.parameter("slug"), "admin");
    background.rebuild(workspace.id);
    return replyJson(202, describe(workspace));
  });

  return new Elysia()
    .get("/api/workspace/:slug/index", status, asOperation("readIndexStatus"))
    .post("/api/workspace/:slug/index/rebuild", rebuild, asOperation("rebuildIndex"));
}
