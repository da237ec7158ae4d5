import { Elysia, type InternalRoute } from "elysia";
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import pageFile from "../web/pages/reference.html" with { type: "text" };
import { withAssets } from "../web/assets.ts";
import { HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { pageFor, reply, replyJson } from "./reply.ts";

// Bun's types know imported HTML only as a bundle to serve; with `type: "text"` it is text.
const PAGE = withAssets(pageFile as unknown as string);

/** Swagger UI sets style attributes and has its icons in data: URLs; scripts and requests stay with us. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The API reference: `/docs` for people and `/docs/json` (OpenAPI) for programs, both without internet.
 * @param routes all routes of the service, asked for with each request
 */
export function docsController(service: HttpService, routes: () => readonly InternalRoute[]) {
  const headers = { "Content-Security-Policy": POLICY, "Cache-Control": "no-cache" };
  const serve = (contentType: string, body: BodyInit) => () =>
    reply(200, body, { ...headers, "Content-Type": `${contentType}; charset=utf-8` });
  const page = ({ request }: { readonly request: Request }) => serve("text/html", pageFor(request, PAGE))();
  /** The generator is loaded here: most services are never asked for their reference. */
  const json = async () => {
    const { openApiDocument } = await import("./openapi/document.ts");
    return replyJson(200, openApiDocument(routes(), service));
  };
  return new Elysia()
    .get("/docs", page, HIDDEN)
    .get("/docs/json", json, HIDDEN)
    .get("/docs/swagger-ui.js", serve("text/javascript", Bun.file(swaggerScript)), HIDDEN)
    .get("/docs/swagger-ui.css", serve("text/css", Bun.file(swaggerStyle)), HIDDEN);
}
