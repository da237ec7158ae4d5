import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import type { HttpService } from "./http-service.ts";
import { schemas } from "./openapi/schemas.ts";
import { BASE_HEADERS, reply } from "./reply.ts";

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

const DESCRIPTION = `Stores ESC/POS prints durably, finds them and shows them as the paper would look.

Every request carries \`Authorization: Bearer <token>\`; make tokens with \`tillroll token create\`. Every error is
\`{code, message, data}\`. Lengths are in Unicode code points, times are UTC with milliseconds.`;

/** The API reference: `/docs` for people and `/docs/json` (OpenAPI) for programs, both without internet. */
export function docsController(service: HttpService) {
  const headers = { "Content-Security-Policy": POLICY, "Cache-Control": "no-cache" };
  const page = () => reply(200, PAGE, { ...headers, "Content-Type": "text/html; charset=utf-8" });
  const start = () => reply(200, START, { ...headers, "Content-Type": "text/javascript; charset=utf-8" });
  const script = () =>
    reply(200, Bun.file(swaggerScript), { ...headers, "Content-Type": "text/javascript; charset=utf-8" });
  const style = () =>
    reply(200, Bun.file(swaggerStyle), { ...headers, "Content-Type": "text/css; charset=utf-8" });
  const hidden = { detail: { hide: true } };
  return new Elysia()
    .onAfterHandle({ as: "scoped" }, ({ set }) => void Object.assign(set.headers, BASE_HEADERS))
    .use(
      swagger({
        // The plugin's own page loads its script from a CDN; ours is in the binary.
        path: "/docs/plugin",
        specPath: "/docs/json",
        exclude: ["/docs", "/docs/plugin", "/docs/json"],
        documentation: {
          info: { title: "Tillroll", version: service.version, description: DESCRIPTION },
          tags: [
            { name: "Prints", description: "Storing, finding, showing and changing prints." },
            { name: "Service", description: "The service and your access to it." },
          ],
          security: [{ bearer: [] }],
          components: {
            schemas: structuredCloneOf(schemas),
            securitySchemes: {
              bearer: { type: "http", scheme: "bearer", description: "An API token: at_<id>.<secret>" },
            },
          },
        },
      }),
    )
    .get("/docs", page, hidden)
    .get("/docs/start.js", start, hidden)
    .get("/docs/swagger-ui.js", script, hidden)
    .get("/docs/swagger-ui.css", style, hidden);
}

/** TypeBox marks its schemas with symbols, which the reference has no use for. */
function structuredCloneOf<Value>(value: Value) {
  return JSON.parse(JSON.stringify(value));
}
