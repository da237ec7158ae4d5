import type { OpenAPIV3 } from "openapi-types";
import { CHARSETS } from "../../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../../escpos/text/printer-profile.ts";
import { PREVIEW_FORMATS } from "../../render/preview-format.ts";
import {
  ALWAYS,
  body,
  CREATE_QUERY,
  CREATED,
  CREATING,
  fails,
  IDEMPOTENCY_KEY,
  IN_WORKSPACE,
  inQuery,
  PRINT_ID,
  SLUG,
  succeeds,
  WRITING,
} from "./operation-parts.ts";
import { queryFields } from "./fields.ts";

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
  facets: {
    tags: PRINTS,
    operationId: "countPrints",
    summary: "Count prints by what they have",
    description:
      "Needs the scope read. The counts are exact, over all prints that match the filters. Takes the body of a search " +
      "as it is: order and paging are checked as there, and then ignored.",
    parameters: [SLUG],
    requestBody: body("Facets"),
    responses: {
      ...succeeds(200, "FacetCounts", "The counts."),
      ...fails(...IN_WORKSPACE, "BAD_REQUEST", "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"),
    },
  },
  indexStatus: {
    tags: PRINTS,
    operationId: "readIndexStatus",
    summary: "How far the search index has got",
    description:
      "Needs the scope read. Searches are right whatever it says; without the index they are slower.",
    parameters: [SLUG],
    responses: { ...succeeds(200, "IndexStatus", "The state of the index."), ...fails(...IN_WORKSPACE) },
  },
  rebuildIndex: {
    tags: PRINTS,
    operationId: "rebuildIndex",
    summary: "Build the search index anew",
    description: "Needs the scope admin. Searches go on being answered meanwhile.",
    parameters: [SLUG],
    responses: { ...succeeds(202, "IndexStatus", "It has begun."), ...fails(...IN_WORKSPACE) },
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
    summary: "Whether a till could print right now, durably",
    security: [],
    responses: {
      ...succeeds(200, "Health", "It could."),
      ...succeeds(503, "Health", "It could not: components says why."),
    },
  },
  metrics: {
    tags: SERVICE,
    operationId: "metrics",
    summary: "Metrics for Prometheus",
    security: [],
    responses: { 200: { description: "Prometheus text.", content: { "text/plain": {} } } },
  },
} satisfies Record<string, OpenAPIV3.OperationObject>;
