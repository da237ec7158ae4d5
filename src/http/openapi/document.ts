import { filterPaths, registerSchemaPath } from "@elysiajs/swagger/utils";
import type { InternalRoute } from "elysia";
import type { OpenAPIV3 } from "openapi-types";
import { schemas } from "./schemas.ts";

const DESCRIPTION = `Stores ESC/POS prints durably, finds them and shows them as the paper would look.

Every request carries \`Authorization: Bearer <token>\`; make tokens with \`tillroll token create\`. Every error is
\`{code, message, data}\`. Lengths are in Unicode code points, times are UTC with milliseconds.`;

/** Describes the routes in OpenAPI 3, as JSON. */
export function openApiDocument(routes: readonly InternalRoute[], version: string): string {
  const paths: OpenAPIV3.PathsObject = {};
  for (const { method, path, hooks } of routes) {
    if (hooks?.detail?.hide === true) continue;
    registerSchemaPath({ schema: paths, hook: hooks, method, path, models: {} });
  }
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Tillroll", version, description: DESCRIPTION },
    tags: [
      { name: "Prints", description: "Storing, finding, showing and changing prints." },
      { name: "Printers", description: "Printers for POS software, and the real ones behind them." },
      { name: "Deliveries", description: "Prints on their way to real printers." },
      { name: "Rules", description: "Labels and tags from the text of receipts." },
      { name: "Events", description: "Hearing of prints as they come." },
      { name: "Service", description: "The service and your access to it." },
    ],
    security: [{ bearer: [] }],
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API token: at_<id>.<secret>" },
      },
    },
    paths: filterPaths(paths, { excludeStaticFile: true, exclude: [] }),
  });
}
