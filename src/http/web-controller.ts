import { Elysia } from "elysia";
import { ASSETS, dashboardPage } from "../web/web.ts";
import { entityTagOf, replyAsset } from "./asset.ts";
import { endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { signInController } from "./sign-in-controller.ts";
import { redirect, webPage, withoutStaleCookie } from "./web-page.ts";

/** The dashboard at `/`, and signing in and out. */
export function webController(service: HttpService) {
  const { authentication } = service;

  const dashboard = endpoint(service, (call) =>
    authentication.visitor(call) === null
      ? redirect("/sign-in", withoutStaleCookie(authentication, call))
      : webPage(200, dashboardPage),
  );

  const app = new Elysia().get("/", dashboard, HIDDEN).use(signInController(service));
  for (const { path, contentType, body } of ASSETS) {
    const entityTag = entityTagOf(body);
    const asset = endpoint(service, ({ request }) =>
      replyAsset(request, body, entityTag, { "Content-Type": contentType }),
    );
    app.get(path, asset, HIDDEN);
  }
  return app;
}
