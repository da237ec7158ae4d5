import { filterPaths, registerSchemaPath } from "@elysiajs/swagger/utils";
import type { InternalRoute } from "elysia";
import type { OpenAPIV3, OpenAPIV3_1 } from "openapi-types";
import { errorAnswers } from "./error-answers.ts";
import { type Answer, type Body, gives, type Operation } from "./operation.ts";
import { findOperation, TAGS } from "./operations.ts";
import { optionalParameters, pathParameters } from "./parameters.ts";
import { type SchemaName, schemas } from "./schemas.ts";

const DESCRIPTION = `Stores ESC/POS prints durably, finds them and shows them as the paper would look.

Every request carries \`Authorization: Bearer <token>\`; make tokens with \`tillroll token create\`. Every error is
\`{code, message, data}\`. Lengths are in Unicode code points, times are UTC with milliseconds.`;

/**
 * Describes the routes in OpenAPI 3.1, as JSON.
 * @throws Error when a route is neither described nor hidden
 */
export function openApiDocument(routes: readonly InternalRoute[], version: string): string {
  const paths: OpenAPIV3.PathsObject = {};
  for (const { method, path, hooks } of routes) {
    if (hooks?.detail?.hide === true) continue;
    const found = findOperation(hooks?.detail?.operationId ?? "");
    if (found === null) throw new Error(`${method} ${path} is not in the API reference.`);
    const detail = {
      operationId: hooks.detail.operationId,
      tags: [found.tag],
      ...describe(found.operation, method, path),
    };
    registerSchemaPath({ schema: paths, hook: { detail }, method, path, models: {} });
  }
  return JSON.stringify({
    openapi: "3.1.1",
    info: { title: "Tillroll", version, description: DESCRIPTION },
    tags: TAGS,
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

function describe(operation: Operation, method: string, path: string) {
  const { summary, access, body } = operation;
  const errors = Object.entries(errorAnswers(operation, method, path)).map(
    ([status, description]) => [status, gives("Error", description)] as const,
  );
  const answers = [...Object.entries(operation.answers), ...errors];
  return {
    summary,
    description: [whoMay(access), operation.description].filter(Boolean).join(" "),
    parameters: [
      ...pathParameters(path),
      ...optionalParameters("header", operation.headers),
      ...optionalParameters("query", operation.query),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(body, method) }),
    responses: Object.fromEntries(answers.map(([status, answer]) => [status, response(answer)])),
    ...(access === "anybody" ? { security: [] } : {}),
  };
}

function whoMay(access: Operation["access"]): string {
  if (access === "anybody") return "";
  return access === "token" ? "Any valid token." : `Needs the scope ${access}.`;
}

function requestBody({ schema, examples, isOptional }: Body, method: string) {
  const own = schema === null ? [] : ((schemas[schema]?.["examples"] ?? []) as unknown[]);
  const named = examples ?? Object.fromEntries(own.map((value, index) => [`example ${index + 1}`, value]));
  const media = {
    schema: schema === null ? {} : reference(schema),
    examples: Object.fromEntries(Object.entries(named).map(([name, value]) => [name, { value }])),
  };
  return {
    required: isOptional !== true,
    content: Object.fromEntries(mediaTypes(schema, method).map((mediaType) => [mediaType, media])),
  };
}

function mediaTypes(schema: SchemaName | null, method: string): string[] {
  if (schema === null) return ["application/octet-stream"];
  return method === "PATCH" ? ["application/merge-patch+json", "application/json"] : ["application/json"];
}

function response({ description, headers, content }: Answer): OpenAPIV3_1.ResponseObject {
  return {
    description,
    ...(headers === undefined
      ? {}
      : {
          headers: mapValues(headers, (told) => ({ description: told, schema: { type: "string" } as const })),
        }),
    ...(content === undefined
      ? {}
      : {
          content: mapValues(content, (schema) => ({
            schema: typeof schema === "string" ? reference(schema as SchemaName) : schema,
          })),
        }),
  };
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function reference(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` };
}
