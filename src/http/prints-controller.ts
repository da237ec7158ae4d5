import { Elysia } from "elysia";
import { readJsonPrint, readPrintPatch, readQueryPrint } from "../contract/read-print.ts";
import { printTooLarge } from "../domain/create-print.ts";
import { badRequest } from "../domain/errors.ts";
import { parseJsonBody } from "../domain/json-body.ts";
import { REQUEST_LIMITS } from "../domain/limits.ts";
import { printToJson } from "../domain/print.ts";
import type { Workspace } from "../domain/workspace.ts";
import { DOCUMENT_LIMITS } from "../documents/large-documents.ts";
import { SAMPLE_PRINT, sampleReceipt } from "../intake/sample-receipt.ts";
import type { WriteSuccess } from "../storage/write-operation.ts";
import { reserveFor, reserveForPrint } from "./body-reservation.ts";
import { asOperation, type Call, endpoint, idOf } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyJson } from "./reply.ts";
import { checkContentType, readBody, readJsonBody, readJsonBytes } from "./request-body.ts";

const PRINTS = "/api/workspace/:slug/prints";

/** Creating, reading, changing and deleting prints (contract, sections 4.1, 4.2 and 4.4; api-decisions). */
export function printsController(service: HttpService) {
  const { authentication, intake, writer, reader } = service;

  function authorise(call: Call, scope: "read" | "write") {
    return authentication.authorise(call, call.parameter("slug"), scope);
  }

  const createFromJson = endpoint(service, async (call) => {
    const { access, workspace } = authorise(call, "write");
    const idempotencyKey = idempotencyKeyOf(call.request);
    const maximumBytes = intake.maximumPrintBytes;
    const limit = jsonCreateLimit(maximumBytes);
    using reservation = reserveForPrint(call, access, intake, limit);
    const body = await readJsonBytes(call.request, limit, () => printTooLarge(maximumBytes), reservation);
    const request =
      body.byteLength <= DOCUMENT_LIMITS.smallJsonBytes
        ? readJsonPrint(parseJsonBody(body), maximumBytes)
        : await service.documents.readJsonPrint(body, maximumBytes);
    const submission = { workspace, userId: access.userId, idempotencyKey, testPrint: false, reservation };
    reservation.count(request.raw.byteLength);
    return created(workspace, await intake.store(request, submission));
  });

  const createFromBytes = endpoint(service, async (call) => {
    const { access, workspace } = authorise(call, "write");
    const idempotencyKey = idempotencyKeyOf(call.request);
    checkContentType(call.request, ["application/octet-stream"]);
    const print = readQueryPrint(call.query());
    const maximumBytes = intake.maximumPrintBytes;
    using reservation = reserveForPrint(call, access, intake, maximumBytes);
    const raw = await readBody(call.request, maximumBytes, () => printTooLarge(maximumBytes), reservation);
    const submission = { workspace, userId: access.userId, idempotencyKey, testPrint: false, reservation };
    reservation.count(raw.byteLength);
    return created(workspace, await intake.store({ raw, print }, submission));
  });

  const createTestPrint = endpoint(service, async (call) => {
    const { access, workspace } = authorise(call, "write");
    using reservation = reserveFor(call, access, intake, 0);
    const submission = {
      workspace,
      userId: access.userId,
      idempotencyKey: null,
      testPrint: true,
      reservation,
    };
    return created(workspace, await intake.store({ raw: sampleReceipt(), print: SAMPLE_PRINT }, submission));
  });

  const read = endpoint(service, (call) => {
    const { workspace } = authorise(call, "read");
    return replyJson(200, printToJson(reader.read(workspace.id, idOf(call, "printId"))));
  });

  const update = endpoint(service, async (call) => {
    const { access, workspace } = authorise(call, "write");
    const printId = idOf(call, "printId");
    const limit = REQUEST_LIMITS.jsonBodyBytes;
    using reservation = reserveFor(call, access, intake, limit);
    const patch = readPrintPatch(await readJsonBody(call.request, limit, undefined, reservation));
    const operation = { kind: "update", workspaceId: workspace.id, printId, patch } as const;
    const updated = await writer.submit(operation, reservation.client);
    return replyJson(200, updated.json);
  });

  const markDeleted = (kind: "delete" | "restore") =>
    endpoint(service, async (call) => {
      const { access, workspace } = authorise(call, "write");
      using reservation = reserveFor(call, access, intake, 0);
      const operation = { kind, workspaceId: workspace.id, printId: idOf(call, "printId") };
      const marked = await writer.submit(operation, reservation.client);
      return replyJson(200, marked.json);
    });

  return new Elysia()
    .post(`${PRINTS}/json`, createFromJson, asOperation("createPrintFromJson"))
    .post(PRINTS, createFromBytes, asOperation("createPrintFromBytes"))
    .post(`${PRINTS}/test`, createTestPrint, asOperation("createTestPrint"))
    .get(`${PRINTS}/:printId`, read, asOperation("readPrint"))
    .patch(`${PRINTS}/:printId`, update, asOperation("updatePrint"))
    .delete(`${PRINTS}/:printId`, markDeleted("delete"), asOperation("deletePrint"))
    .post(`${PRINTS}/:printId/restore`, markDeleted("restore"), asOperation("restorePrint"));
}

/** Base64 is four characters for three bytes, with a line break every 64 characters at the most. */
function jsonCreateLimit(maximumPrintBytes: number): number {
  return Math.ceil((maximumPrintBytes / 3) * 4 * (66 / 64)) + REQUEST_LIMITS.createMetadataBytes;
}

/** 201 with the print's address; 200 when an Idempotency-Key was used again. */
function created(workspace: Workspace, { id, json, replayed }: WriteSuccess): Response {
  if (replayed) return replyJson(200, json, { "Idempotency-Replayed": "true" });
  return replyJson(201, json, { Location: `/api/workspace/${workspace.slug}/prints/${id}` });
}

function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  const maximum = REQUEST_LIMITS.idempotencyKeyCharacters;
  if (key.length < 1 || key.length > maximum) {
    throw badRequest([{ path: "Idempotency-Key", message: `must have from 1 to ${maximum} characters.` }]);
  }
  return key;
}
