import type { OpenAPIV3 } from "openapi-types";
import type { ErrorCode } from "../../domain/errors.ts";
import { PRINT_LIMITS, REQUEST_LIMITS } from "../../domain/limits.ts";
import { CHARSETS, PRINTER_PROFILES } from "../../escpos/escpos.ts";
import { PREVIEW_FORMATS } from "../../render/render.ts";
import { HTTP_STATUS } from "../error-response.ts";
import { queryFields, type SchemaName } from "./schemas.ts";

type Operation = OpenAPIV3.OperationObject;
type Responses = OpenAPIV3.ResponsesObject;
type Parameter = OpenAPIV3.ParameterObject;
type Schema = OpenAPIV3.SchemaObject;

const reference = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

const jsonContent = (name: SchemaName) => ({ "application/json": { schema: reference(name) } });

const body = (name: SchemaName, mediaType = "application/json"): OpenAPIV3.RequestBodyObject => ({
  required: true,
  content: { [mediaType]: { schema: reference(name) } },
});

const succeeds = (status: number, name: SchemaName, description: string): Responses => ({
  [status]: { description, content: jsonContent(name) },
});

const REASONS: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: "Malformed, or a value out of its range: data.issues names each fault.",
  UNAUTHORIZED: "No token, or it is malformed, unknown, expired or revoked.",
  API_TOKEN_SCOPE_INSUFFICIENT: "The token lacks the scope that data.required names.",
  WORKSPACE_LIMIT_EXCEEDED: "The workspace's quota of prints is used up.",
  NOT_FOUND: "No such print, or no such workspace for this token.",
  METHOD_NOT_ALLOWED: "The path has other methods: see Allow.",
  CONFLICT: "The Idempotency-Key was used with another payload.",
  PRINT_DATA_TOO_LARGE: `The decoded print is over the limit (${PRINT_LIMITS.rawBytes} bytes by default).`,
  REQUEST_TOO_LARGE: `The body is over ${REQUEST_LIMITS.jsonBodyBytes} bytes.`,
  UNSUPPORTED_MEDIA_TYPE: "A content type or encoding that the operation does not take.",
  RANGE_NOT_SATISFIABLE: "The range is beyond the print's bytes.",
  RATE_LIMIT_EXCEEDED: "Too many requests, or too many bad tokens: see Retry-After.",
  PRINT_DATA_DAMAGED: "The stored bytes no longer have their SHA-256.",
  STORAGE_UNAVAILABLE: "The database cannot be written now (503, see Retry-After) or the disk is full (507).",
  UNKNOWN: "Something unexpected; data.requestId finds it in the log.",
};

/** Responses for errors; codes that share a status share a response. */
function fails(...codes: ErrorCode[]): Responses {
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

const ALWAYS: ErrorCode[] = ["UNAUTHORIZED", "RATE_LIMIT_EXCEEDED", "UNKNOWN"];
const IN_WORKSPACE: ErrorCode[] = [...ALWAYS, "NOT_FOUND", "API_TOKEN_SCOPE_INSUFFICIENT"];
const WRITING: ErrorCode[] = [...IN_WORKSPACE, "BAD_REQUEST", "STORAGE_UNAVAILABLE"];
const CREATING: ErrorCode[] = [
  ...WRITING,
  "WORKSPACE_LIMIT_EXCEEDED",
  "CONFLICT",
  "PRINT_DATA_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

const SLUG: Parameter = {
  name: "slug",
  in: "path",
  required: true,
  description: "The workspace's slug, whatever its case.",
  schema: { type: "string", pattern: "^[A-Za-z0-9-]{1,63}$" },
  example: "default",
};

const PRINT_ID: Parameter = {
  name: "printId",
  in: "path",
  required: true,
  description: "The print's id.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "With the same key and payload within 24 hours the first print is answered again (200, " +
    "Idempotency-Replayed: true) and nothing is stored.",
  schema: { type: "string", minLength: 1, maxLength: REQUEST_LIMITS.idempotencyKeyCharacters },
};

const inQuery = (name: string, schema: object, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: schema as Schema,
});

const CREATE_QUERY: Parameter[] = [
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

const CREATED: Responses = {
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

const PRINTS = ["Prints"];
const SERVICE = ["Service"];

/** Every operation, as the API reference describes it. */
export const operations = {
  createFromJson: {
    tags: PRINTS,
    operationId: "createPrintFromJson",
    summary: "Create a print (base64 JSON)",
    description: "Needs the scope write. Answers once the print is durable.",
    parameters: [SLUG, IDEMPOTENCY_KEY],
    requestBody: body("CreatePrint"),
    responses: { ...CREATED, ...fails(...CREATING) },
  },
  createFromBytes: {
    tags: PRINTS,
    operationId: "createPrintFromBytes",
    summary: "Create a print (binary)",
    description: "Needs the scope write. The body is the ESC/POS bytes; the metadata is in the query.",
    parameters: [SLUG, IDEMPOTENCY_KEY, ...CREATE_QUERY],
    requestBody: {
      required: true,
      content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
    },
    responses: { ...CREATED, ...fails(...CREATING) },
  },
  createTestPrint: {
    tags: PRINTS,
    operationId: "createTestPrint",
    summary: "Create a test print",
    description: "Needs the scope write. Stores a small sample receipt with testPrint true.",
    parameters: [SLUG],
    responses: { ...succeeds(201, "Print", "Stored, durably."), ...fails(...CREATING) },
  },
  search: {
    tags: PRINTS,
    operationId: "searchPrints",
    summary: "Search prints",
    description: "Needs the scope read. Strict: a mistyped filter is refused, never ignored.",
    parameters: [SLUG],
    requestBody: body("Search"),
    responses: {
      ...succeeds(200, "Page", "A page of prints."),
      ...fails(...IN_WORKSPACE, "BAD_REQUEST", "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"),
    },
  },
  read: {
    tags: PRINTS,
    operationId: "readPrint",
    summary: "Read a print",
    description: "Needs the scope read. Deleted prints are answered too, with deleted true.",
    parameters: [SLUG, PRINT_ID],
    responses: { ...succeeds(200, "Print", "The print."), ...fails(...IN_WORKSPACE, "BAD_REQUEST") },
  },
  update: {
    tags: PRINTS,
    operationId: "updatePrint",
    summary: "Update a print's metadata",
    description: "Needs the scope write. {} changes nothing, not even updatedAt. A deleted print is 404.",
    parameters: [SLUG, PRINT_ID],
    requestBody: body("UpdatePrint"),
    responses: {
      ...succeeds(200, "Print", "The print as it is now."),
      ...fails(...WRITING, "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"),
    },
  },
  delete: {
    tags: PRINTS,
    operationId: "deletePrint",
    summary: "Delete a print",
    description: "Needs the scope write. Marks it deleted; doing it again changes nothing.",
    parameters: [SLUG, PRINT_ID],
    responses: { ...succeeds(200, "Print", "The print, marked deleted."), ...fails(...WRITING) },
  },
  restore: {
    tags: PRINTS,
    operationId: "restorePrint",
    summary: "Restore a deleted print",
    description: "Needs the scope write. Doing it again changes nothing.",
    parameters: [SLUG, PRINT_ID],
    responses: { ...succeeds(200, "Print", "The print, no longer deleted."), ...fails(...WRITING) },
  },
  readRaw: {
    tags: PRINTS,
    operationId: "readPrintBytes",
    summary: "Read a print's bytes",
    description:
      "Needs the scope read. Exactly the bytes that came; ETag is their SHA-256; one Range at a time.",
    parameters: [
      SLUG,
      PRINT_ID,
      { name: "Range", in: "header", schema: { type: "string" }, example: "bytes=0-99" },
      { name: "If-None-Match", in: "header", schema: { type: "string" } },
    ],
    responses: {
      200: { description: "All bytes.", content: { "application/octet-stream": {} } },
      206: { description: "The bytes of the range.", content: { "application/octet-stream": {} } },
      304: { description: "The ETag in If-None-Match is still right." },
      ...fails(...IN_WORKSPACE, "BAD_REQUEST", "RANGE_NOT_SATISFIABLE", "PRINT_DATA_DAMAGED"),
    },
  },
  preview: {
    tags: PRINTS,
    operationId: "previewPrint",
    summary: "Show a print as the paper would look",
    description: "Needs the scope read. Without format the Accept header decides; without either it is html.",
    parameters: [
      SLUG,
      PRINT_ID,
      inQuery(
        "format",
        { type: "string", enum: [...PREVIEW_FORMATS] },
        "The form of the preview; explain tells command by command what the print did, in words.",
      ),
      inQuery("width", queryFields.width, "Columns of the paper; the print's own width when not given."),
      inQuery(
        "charset",
        { type: "string", enum: [...CHARSETS] },
        "How to read characters where the print does not say; the workspace's setting when not given.",
      ),
      inQuery(
        "profile",
        { type: "string", enum: [...PRINTER_PROFILES] },
        "The maker of the printer; the workspace's setting when not given.",
      ),
      inQuery(
        "origins",
        { type: "boolean" },
        "For svg: each group has the bytes of the print that made it, as data-from and data-to.",
      ),
    ],
    responses: {
      200: {
        description: "The preview.",
        content: {
          "text/html": { schema: { type: "string" } },
          "text/plain": { schema: { type: "string" } },
          "image/svg+xml": { schema: { type: "string" } },
          "image/png": { schema: { type: "string", format: "binary" } },
          "application/pdf": { schema: { type: "string", format: "binary" } },
          "application/json": { schema: { type: "object" } },
          "application/jsonl": { schema: { type: "string" } },
        },
      },
      304: { description: "The ETag in If-None-Match is still right." },
      ...fails(...IN_WORKSPACE, "BAD_REQUEST", "PRINT_DATA_DAMAGED"),
    },
  },
  me: {
    tags: SERVICE,
    operationId: "readMe",
    summary: "Who am I",
    description: "Any valid token. Tells the user, the workspace and the scopes.",
    responses: { ...succeeds(200, "Me", "The token's user, workspace and scopes."), ...fails(...ALWAYS) },
  },
  workspaces: {
    tags: SERVICE,
    operationId: "listWorkspaces",
    summary: "List the workspaces you see",
    description: "Any valid token: its own workspace. The administrator's session: all of them.",
    responses: { ...succeeds(200, "Workspaces", "The workspaces."), ...fails(...ALWAYS) },
  },
  health: {
    tags: SERVICE,
    operationId: "health",
    summary: "Whether prints can be stored",
    security: [],
    responses: {
      ...succeeds(200, "Health", "They can."),
      ...succeeds(503, "Health", "They cannot: faults says why."),
    },
  },
  metrics: {
    tags: SERVICE,
    operationId: "metrics",
    summary: "Metrics for Prometheus",
    security: [],
    responses: { 200: { description: "Prometheus text.", content: { "text/plain": {} } } },
  },
} satisfies Record<string, Operation>;
