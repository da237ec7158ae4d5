import { Elysia } from "elysia";
import { readJsonPrint, readPrintPatch, readQueryPrint } from "../contract/print.ts";
import { type PrintRequest, printTooLarge } from "../domain/create-print.ts";
import { badRequest } from "../domain/errors.ts";
import { parseJsonBody } from "../domain/json-body.ts";
import { REQUEST_LIMITS } from "../domain/limits.ts";
import { printToJson } from "../domain/print.ts";
import type { Workspace } from "../domain/workspace.ts";
import { DOCUMENT_LIMITS } from "../documents/large-documents.ts";
import { chosenPrinter } from "../escpos/models/chosen-printer.ts";
import { SAMPLE_PRINT } from "../intake/sample-receipt.ts";
import { testReceipt } from "../intake/test-receipt.ts";
import type { WriteSuccess } from "../storage/write-operation.ts";
import { actorOf, auditNote } from "./audit-note.ts";
import { reserveFor, reserveForPrint } from "./body-reservation.ts";
import { idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { replyJson } from "./reply.ts";
import { checkContentType, readBody, readJson, readJsonBytes } from "./request-body.ts";

const PRINTS = "/api/workspace/:slug/prints";
const PRINT = `${PRINTS}/:printId`;

/** Creating, reading, changing and deleting prints (contract, sections 4.1, 4.2 and 4.4; api-decisions). */
export function printsController(service: HttpService) {
  const prints = new PrintEndpoints(service);
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);
  return new Elysia()
    .post(`${PRINTS}/json`, ...to("createPrintFromJson", prints.createFromJson))
    .post(PRINTS, ...to("createPrintFromBytes", prints.createFromBytes))
    .post(`${PRINTS}/test`, ...to("createTestPrint", prints.createTestPrint))
    .get(PRINT, ...to("readPrint", prints.read))
    .patch(PRINT, ...to("updatePrint", prints.update))
    .delete(PRINT, ...to("deletePrint", prints.marked("delete")))
    .post(`${PRINT}/restore`, ...to("restorePrint", prints.marked("restore")));
}

class PrintEndpoints {
  constructor(private readonly service: HttpService) {}

  readonly createFromJson: WorkspaceEndpoint = async (call, { access, workspace }) => {
    const idempotencyKey = idempotencyKeyOf(call.request);
    const { intake } = this.service;
    const maximumBytes = intake.maximumPrintBytes;
    const limit = jsonCreateLimit(maximumBytes);
    using reservation = reserveForPrint(call, access, intake, limit);
    const body = await readJsonBytes(call.request, limit, () => printTooLarge(maximumBytes), reservation);
    const request = await this.readJsonPrint(body);
    const submission = { workspace, userId: access.userId, idempotencyKey, testPrint: false, reservation };
    reservation.count(request.raw.byteLength);
    return created(workspace, await intake.store(request, submission));
  };

  readonly createFromBytes: WorkspaceEndpoint = async (call, { access, workspace }) => {
    const idempotencyKey = idempotencyKeyOf(call.request);
    checkContentType(call.request, ["application/octet-stream"]);
    const print = readQueryPrint(call.query());
    const { intake } = this.service;
    const maximumBytes = intake.maximumPrintBytes;
    using reservation = reserveForPrint(call, access, intake, maximumBytes);
    const raw = await readBody(call.request, maximumBytes, () => printTooLarge(maximumBytes), reservation);
    const submission = { workspace, userId: access.userId, idempotencyKey, testPrint: false, reservation };
    reservation.count(raw.byteLength);
    return created(workspace, await intake.store({ raw, print }, submission));
  };

  readonly createTestPrint: WorkspaceEndpoint = async (call, { access, workspace }) => {
    const { intake } = this.service;
    using reservation = reserveFor(call, access, intake, 0);
    const { userId } = access;
    const submission = { workspace, userId, idempotencyKey: null, testPrint: true, reservation };
    const raw = await testReceipt(chosenPrinter(workspace));
    return created(workspace, await intake.store({ raw, print: SAMPLE_PRINT }, submission));
  };

  readonly read: WorkspaceEndpoint = async (call, { workspace }) =>
    replyJson(200, printToJson(await this.service.reader.read(workspace.id, idOf(call, "printId"))));

  readonly update: WorkspaceEndpoint = async (call, { access, workspace }) => {
    const printId = idOf(call, "printId");
    using reservation = reserveFor(call, access, this.service.intake, REQUEST_LIMITS.jsonBodyBytes);
    const patch = await readJson(call.request, readPrintPatch, reservation);
    const by = await actorOf(this.service, call, access);
    const operation = { kind: "update", workspaceId: workspace.id, printId, patch, by } as const;
    const updated = await this.service.writer.submit(operation, reservation.client);
    return replyJson(200, updated.json);
  };

  /** Marks a print deleted, or takes that mark away. */
  marked(kind: "delete" | "restore"): WorkspaceEndpoint {
    return async (call, authorised) => {
      const { access, workspace } = authorised;
      using reservation = reserveFor(call, access, this.service.intake, 0);
      const printId = idOf(call, "printId");
      const act = kind === "delete" ? "print.deleted" : "print.restored";
      const audit = await auditNote(this.service, call, authorised, act, printId);
      const operation = { kind, workspaceId: workspace.id, printId, audit };
      const marked = await this.service.writer.submit(operation, reservation.client);
      return replyJson(200, marked.json);
    };
  }

  private readJsonPrint(body: Uint8Array<ArrayBuffer>): PrintRequest | Promise<PrintRequest> {
    const { intake, documents } = this.service;
    return body.byteLength <= DOCUMENT_LIMITS.smallJsonBytes
      ? readJsonPrint(parseJsonBody(body), intake.maximumPrintBytes)
      : documents.readJsonPrint(body, intake.maximumPrintBytes);
  }
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
  if (key.length < 1 || key.length > maximum)
    throw badRequest([{ path: "Idempotency-Key", message: `must have from 1 to ${maximum} characters.` }]);
  return key;
}
