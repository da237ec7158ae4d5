import { Elysia } from "elysia";
import { ASSETS } from "../web/assets.ts";
import { pageLanguage } from "../web/page-language.ts";
import { dashboardPage } from "../web/web.ts";
import { endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { CompressedFile, replyFile } from "./compressed-file.ts";
import { pageEndpoint } from "./page-endpoint.ts";
import { replyPage, replyRedirect } from "./reply.ts";
import { withoutStaleCookie } from "./sign-in-controller.ts";

/** The dashboard at `/`, and what its pages load. */
export function webController(service: HttpService) {
  const dashboard = pageEndpoint(service, async (call) =>
    (await service.authentication.visitor(call)) === null
      ? replyRedirect(call.request, "/sign-in", await withoutStaleCookie(service, call))
      : replyPage(call.request, 200, dashboardPage(pageLanguage(call.request))),
  );
  const app = new Elysia().get("/", dashboard, HIDDEN);
  for (const file of ASSETS) {
    const compressed = new CompressedFile(file.body);
    const asset = endpoint(service, ({ request }) => replyFile(request, compressed, file.contentType));
    app.get(file.path, asset, HIDDEN);
  }
  return app;
}
