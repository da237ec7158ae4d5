import { Elysia } from "elysia";
import { ASSETS, dashboardPage } from "../web/web.ts";
import { endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { entityTagOf, replyAsset, replyPage, replyRedirect } from "./reply.ts";
import { withoutStaleCookie } from "./sign-in-controller.ts";

/** The dashboard at `/`, and what its pages load. */
export function webController(service: HttpService) {
  const dashboard = endpoint(service, (call) =>
    service.authentication.visitor(call) === null
      ? replyRedirect(call.request, "/sign-in", withoutStaleCookie(service, call))
      : replyPage(call.request, 200, dashboardPage),
  );
  const app = new Elysia().get("/", dashboard, HIDDEN);
  for (const { path, contentType, body } of ASSETS) {
    const entityTag = entityTagOf(body);
    const asset = endpoint(service, ({ request }) =>
      replyAsset(request, body, entityTag, { "Content-Type": contentType }),
    );
    app.get(path, asset, HIDDEN);
  }
  return app;
}
