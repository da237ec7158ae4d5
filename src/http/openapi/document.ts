import { filterPaths, registerSchemaPath } from "@elysiajs/swagger/utils";
import type { TSchema } from "@sinclair/typebox";
import type { InternalRoute } from "elysia";
import type { OpenAPIV3, OpenAPIV3_1 } from "openapi-types";
import { jsonSchemaOf, referenceTo } from "../../contract/schema.ts";
import { type ContractSchema, NAME } from "../../contract/values.ts";
import { Failure } from "../../contract/service.ts";
import type { HttpService } from "../http-service.ts";
import { errorAnswers } from "./error-answers.ts";
import { type Answer, gives, type Operation } from "./operation.ts";
import { findOperation, isRight, TAGS } from "./operations.ts";
import { optionalParameters, pathParameters } from "./parameters.ts";

const DESCRIPTION = `Stores ESC/POS prints durably, finds them and shows them as the paper would look.

Every request carries \`Authorization: Bearer <token>\`; make tokens with \`tillroll token create\`. The pages of a browser
that is signed in to the dashboard need none. Every error is \`{code, message, data}\`. Lengths are in Unicode code points,
times are UTC with milliseconds.`;

/**
 * Describes the routes in OpenAPI 3.1, as JSON.
 * @param service its version, and what it does of what the routes are for
 * @throws Error when a route is neither described nor hidden
 */
export function openApiDocument(
  routes: readonly InternalRoute[],
  { version, doesWrite }: Pick<HttpService, "version" | "doesWrite">,
): string {
  const paths: OpenAPIV3.PathsObject = {};
  const schemas: Record<string, object> = {};
  for (const { method, path, hooks } of routes) {
    if (hooks?.detail?.hide === true) continue;
    const operationId = String(hooks?.detail?.operationId);
    const found = findOperation(operationId);
    if (found === null) throw new Error(`${method} ${path} is not in the API reference.`);
    const { needs } = found.operation;
    if (needs !== undefined && !doesWrite(needs)) continue;
    const detail = { operationId, tags: [found.tag], ...describe(found.operation, method, path) };
    registerSchemaPath({ schema: paths, hook: { detail }, method, path, models: {} });
    for (const [name, schema] of namedSchemas([found.operation, Failure]))
      schemas[name] ??= jsonSchemaOf(schema);
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
    paths: filterPaths(paths, { excludeStaticFile: false, exclude: [] }),
  });
}

/** The schemas with a name that something consists of. */
function* namedSchemas(part: unknown): Generator<[string, TSchema]> {
  if (typeof part !== "object" || part === null) return;
  const name = (part as ContractSchema)[NAME];
  if (name !== undefined) yield [name, part as TSchema];
  for (const inner of Object.values(part)) yield* namedSchemas(inner);
}

function describe(operation: Operation, method: string, path: string) {
  const { summary, access, headers, query } = operation;
  const errors = errorAnswers(operation, method, path);
  const answers = {
    ...operation.answers,
    ...mapValues(errors, (description) => gives(Failure, description)),
  };
  return {
    summary,
    description: [whoMay(access), operation.description].filter(Boolean).join(" "),
    parameters: [
      ...pathParameters(path),
      ...optionalParameters("header", headers),
      ...optionalParameters("query", query),
    ],
    ...bodyOf(operation, method),
    responses: mapValues(answers, response),
    ...(access === "anybody" && { security: [] }),
    ...(isRight(access) && { "x-right": access }),
  };
}

function whoMay(access: Operation["access"]): string {
  if (access === "anybody") return "";
  if (access === "token") return "Any valid token.";
  if (access === "service")
    return "For administrators of all workspaces, and for the commands on the machine of the service.";
  return `Needs the scope ${access}.`;
}

function bodyOf({ body, isBodyOptional, bytes }: Operation, method: string) {
  if (body === undefined && bytes === undefined) return {};
  const examples: unknown[] = body === undefined ? [bytes] : (body["examples"] ?? []);
  const media = {
    schema: body === undefined ? {} : referenceTo(body),
    examples: Object.fromEntries(examples.map((value, index) => [`example ${index + 1}`, { value }])),
  };
  const json =
    method === "PATCH" ? ["application/merge-patch+json", "application/json"] : ["application/json"];
  const mediaTypes = body === undefined ? ["application/octet-stream"] : json;
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, media]));
  return { requestBody: { required: isBodyOptional !== true, content } };
}

function response({ description, headers = {}, content = {} }: Answer): OpenAPIV3_1.ResponseObject {
  const type = "string" as const;
  return {
    description,
    headers: mapValues(headers, (told) => ({ description: told, schema: { type } })),
    content: mapValues(content, (schema) => ({ schema: referenceTo(schema) })),
  };
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
