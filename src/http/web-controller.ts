import { Elysia } from "elysia";
import { ASSETS, dashboardPage } from "../web/web.ts";
import { matchesEntityTag } from "./byte-range.ts";
import { endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyPage, replyRedirect } from "./reply.ts";
import { withoutStaleCookie } from "./sign-in-controller.ts";

/** The dashboard at `/`, and what its pages load. */
export function webController(service: HttpService) {
  const dashboard = endpoint(service, (call) =>
    service.authentication.visitor(call) === null
      ? replyRedirect("/sign-in", withoutStaleCookie(service, call))
      : replyPage(200, dashboardPage),
  );
  const app = new Elysia().get("/", dashboard, HIDDEN);
  for (const { path, contentType, body } of ASSETS) {
    const entityTag = `"${new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, 32)}"`;
    const headers = { "Content-Type": contentType, "Cache-Control": "no-cache", ETag: entityTag };
    const asset = endpoint(service, ({ request }) =>
      matchesEntityTag(request.headers.get("if-none-match"), entityTag)
        ? reply(304, null, headers)
        : reply(200, body, headers),
    );
    app.get(path, asset, HIDDEN);
  }
  return app;
}
