import { Elysia, type InternalRoute } from "elysia";
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import { HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyJson } from "./reply.ts";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tillroll API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: "/docs/json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

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
  const page = () => reply(200, PAGE, { ...headers, "Content-Type": "text/html; charset=utf-8" });
  const start = () => reply(200, START, { ...headers, "Content-Type": "text/javascript; charset=utf-8" });
  const script = () =>
    reply(200, Bun.file(swaggerScript), { ...headers, "Content-Type": "text/javascript; charset=utf-8" });
  const style = () =>
    reply(200, Bun.file(swaggerStyle), { ...headers, "Content-Type": "text/css; charset=utf-8" });
  /** The generator is loaded here: most services are never asked for their reference. */
  const json = async () => {
    const { openApiDocument } = await import("./openapi/document.ts");
    return replyJson(200, openApiDocument(routes(), service.version));
  };
  return new Elysia()
    .get("/docs", page, HIDDEN)
    .get("/docs/json", json, HIDDEN)
    .get("/docs/start.js", start, HIDDEN)
    .get("/docs/swagger-ui.js", script, HIDDEN)
    .get("/docs/swagger-ui.css", style, HIDDEN);
}
