import type { OpenAPIV3 } from "openapi-types";
import type { ErrorCode } from "../../domain/errors.ts";
import { PRINT_LIMITS, REQUEST_LIMITS } from "../../domain/limits.ts";
import { HTTP_STATUS } from "../error-response.ts";
import { queryFields } from "./fields.ts";
import type { SchemaName } from "./schemas.ts";

/* What the operations of the API reference are made of: parameters, bodies and answers. */

type Responses = OpenAPIV3.ResponsesObject;
type Parameter = OpenAPIV3.ParameterObject;
type Schema = OpenAPIV3.SchemaObject;

const reference = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

export const jsonContent = (name: SchemaName) => ({ "application/json": { schema: reference(name) } });

export const body = (name: SchemaName, mediaType = "application/json"): OpenAPIV3.RequestBodyObject => ({
  required: true,
  content: { [mediaType]: { schema: reference(name) } },
});

export const succeeds = (status: number, name: SchemaName, description: string): Responses => ({
  [status]: { description, content: jsonContent(name) },
});

const REASONS: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: "Malformed, or a value out of its range: data.issues names each fault.",
  UNAUTHORIZED: "No token, or it is malformed, unknown, expired or revoked.",
  API_TOKEN_SCOPE_INSUFFICIENT: "The token lacks the scope that data.required names.",
  ORIGIN_NOT_ALLOWED:
    "The request comes from a web page of another origin, in the name of the dashboard's session.",
  WORKSPACE_LIMIT_EXCEEDED: "The workspace's quota of prints is used up.",
  NOT_FOUND: "No such print, or no such workspace for this token.",
  METHOD_NOT_ALLOWED: "The path has other methods: see Allow.",
  REQUEST_TIMEOUT: "The body came too slowly.",
  CONFLICT: "The Idempotency-Key was used with another payload.",
  PRINT_DATA_TOO_LARGE: `The decoded print is over the limit (${PRINT_LIMITS.rawBytes} bytes by default).`,
  REQUEST_TOO_LARGE: `The body is over ${REQUEST_LIMITS.jsonBodyBytes} bytes.`,
  UNSUPPORTED_MEDIA_TYPE: "A content type or encoding that the operation does not take.",
  RANGE_NOT_SATISFIABLE: "The range is beyond the print's bytes.",
  MISDIRECTED_REQUEST: "The Host header names neither this machine nor a --hostname of the service.",
  RATE_LIMIT_EXCEEDED: "Too many requests, too many bytes or too many bad tokens: see Retry-After.",
  PRINT_DATA_DAMAGED: "The stored bytes no longer have their SHA-256.",
  STORAGE_UNAVAILABLE: "The database cannot be written now (503, see Retry-After) or the disk is full (507).",
  UNKNOWN: "Something unexpected; data.requestId finds it in the log.",
};

/** Responses for errors; codes that share a status share a response. */
export function fails(...codes: ErrorCode[]): Responses {
  const responses: Record<string, OpenAPIV3.ResponseObject> = {};
  for (const code of codes) {
    const statuses = code === "STORAGE_UNAVAILABLE" ? [503, 507] : [HTTP_STATUS[code]];
    for (const status of statuses) {
      const description = [responses[status]?.description, `${code}: ${REASONS[code]}`]
        .filter(Boolean)
        .join(" ");
      responses[status] = { description, content: jsonContent("Error") };
    }
  }
  return responses;
}

export const ALWAYS: ErrorCode[] = ["UNAUTHORIZED", "MISDIRECTED_REQUEST", "RATE_LIMIT_EXCEEDED", "UNKNOWN"];
export const IN_WORKSPACE: ErrorCode[] = [...ALWAYS, "NOT_FOUND", "API_TOKEN_SCOPE_INSUFFICIENT"];
export const WRITING: ErrorCode[] = [
  ...IN_WORKSPACE,
  "ORIGIN_NOT_ALLOWED",
  "BAD_REQUEST",
  "STORAGE_UNAVAILABLE",
];
export const CREATING: ErrorCode[] = [
  ...WRITING,
  "REQUEST_TIMEOUT",
  "WORKSPACE_LIMIT_EXCEEDED",
  "CONFLICT",
  "PRINT_DATA_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

export const SLUG: Parameter = {
  name: "slug",
  in: "path",
  required: true,
  description: "The workspace's slug, whatever its case.",
  schema: { type: "string", pattern: "^[A-Za-z0-9-]{1,63}$" },
  example: "default",
};

export const PRINT_ID: Parameter = {
  name: "printId",
  in: "path",
  required: true,
  description: "The print's id.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};

export const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "With the same key and payload within 24 hours the first print is answered again (200, " +
    "Idempotency-Replayed: true) and nothing is stored.",
  schema: { type: "string", minLength: 1, maxLength: REQUEST_LIMITS.idempotencyKeyCharacters },
};

export const inQuery = (name: string, schema: object, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: schema as Schema,
});

export const CREATE_QUERY: Parameter[] = [
  ...Object.entries(queryFields).map(([name, schema]) => inQuery(name, schema, schema.description ?? "")),
  {
    ...inQuery(
      "tag",
      { type: "array", items: { type: "string" } },
      "key=value, the = written as %3D; repeatable.",
    ),
    style: "form",
    explode: true,
    example: ["orderId=1001"],
  },
];

export const CREATED: Responses = {
  201: {
    description: "Stored, durably.",
    headers: { Location: { description: "The print's address.", schema: { type: "string" } } },
    content: jsonContent("Print"),
  },
  200: {
    description: "The Idempotency-Key was used before: the first print.",
    headers: { "Idempotency-Replayed": { schema: { type: "string", enum: ["true"] } } },
    content: jsonContent("Print"),
  },
};
