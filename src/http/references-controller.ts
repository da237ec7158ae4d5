import type { Awaitable } from "../domain/awaitable.ts";
import { Elysia } from "elysia";
import { IgnoredText } from "../compare/ignored-text.ts";
import { VerdictParameters } from "../contract/comparison.ts";
import { PreviewParameters } from "../contract/parameters.ts";
import { readQuery } from "../contract/query.ts";
import {
  readApproval,
  readReferenceName,
  type ReferenceAnswer,
  type ReferencesAnswer,
} from "../contract/reference.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Reference } from "../domain/reference.ts";
import { decodeContent } from "../storage/raw-content.ts";
import { actorOf, auditNote } from "./audit-note.ts";
import { Comparisons } from "./comparisons.ts";
import { type Call, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { answerPreview } from "./preview-answer.ts";
import { reply, replyJsonLater, replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const REFERENCES = "/api/workspace/:slug/references";
const REFERENCE = `${REFERENCES}/:referenceName`;

/** Prints that were approved, so that later ones are compared with them. */
export function referencesController(service: HttpService) {
  const endpoints = new ReferenceEndpoints(service);
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);
  return new Elysia()
    .get(REFERENCES, ...to("listReferences", endpoints.list))
    .get(REFERENCE, ...to("readReference", endpoints.read))
    .put(REFERENCE, ...to("approvePrint", endpoints.approve))
    .delete(REFERENCE, ...to("removeReference", endpoints.remove))
    .get(`${REFERENCE}/verdict`, ...to("judgeNewestPrint", endpoints.verdict))
    .get(`${REFERENCE}/raw`, ...to("readReferenceBytes", endpoints.raw))
    .get(`${REFERENCE}/preview`, ...to("previewReference", endpoints.preview));
}

class ReferenceEndpoints {
  private readonly comparisons: Comparisons;

  constructor(private readonly service: HttpService) {
    this.comparisons = new Comparisons(service);
  }

  readonly list: WorkspaceEndpoint = async (_call, { workspace }) => {
    const items = (await this.service.stores.references.list(workspace.id)).map(referenceAnswer);
    return replyValue(200, { items } satisfies ReferencesAnswer);
  };

  readonly read: WorkspaceEndpoint = async (call, { workspace }) =>
    replyValue(200, referenceAnswer(await this.reference(call, workspace.id)));

  readonly approve: WorkspaceEndpoint = async (call, who) => {
    const { workspace, access } = who;
    const { reader, stores, writer } = this.service;
    const name = readReferenceName(call.parameter("referenceName"));
    const given = await readJson(call.request, readApproval);
    const before = await stores.references.find(workspace.id, name);
    const ignore = given.ignore ?? before?.ignore ?? [];
    IgnoredText.compile(ignore);
    const print = await reader.read(workspace.id, given.printId);
    const { kind, name: actor, id } = await actorOf(this.service, call, access);
    await writer.submit({
      kind: "reference",
      change: {
        do: "approve",
        workspaceId: workspace.id,
        name,
        printId: print.id,
        printer: await reader.printerOf(print, workspace),
        ignore,
        tolerance: given.tolerance ?? before?.tolerance ?? 0,
        by: actor === "" ? `${kind} ${id}`.trim() : actor,
      },
      // By its id: its name is the print's label, and goes with the print when that is erased.
      audit: await auditNote(this.service, call, who, "reference.approved", null, { printId: print.id }),
    });
    return replyValue(before === null ? 201 : 200, referenceAnswer(await this.reference(call, workspace.id)));
  };

  readonly remove: WorkspaceEndpoint = async (call, who) => {
    const reference = await this.reference(call, who.workspace.id);
    const { id, name, printId } = reference;
    await this.service.writer.submit({
      kind: "reference",
      change: { do: "remove", workspaceId: who.workspace.id, name },
      audit: await auditNote(this.service, call, who, "reference.removed", id, { printId }),
    });
    return replyValue(200, referenceAnswer(reference));
  };

  readonly verdict: WorkspaceEndpoint = async (call, { workspace }) => {
    const { commands = false } = readQuery(VerdictParameters, call.query());
    const reference = await this.reference(call, workspace.id);
    const print = await this.comparisons.newestOf(workspace, reference.name);
    return replyJsonLater(200, await this.comparisons.verdict(workspace, print, reference, commands));
  };

  readonly raw: WorkspaceEndpoint = async (call, { workspace }) => {
    const reference = await this.reference(call, workspace.id);
    const bytes = decodeContent(
      reference.printId,
      await this.service.stores.references.readStored(reference),
    );
    return reply(200, new Uint8Array(bytes), {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": 'attachment; filename="reference.bin"',
      "Cache-Control": "private, no-cache",
    });
  };

  readonly preview: WorkspaceEndpoint = async (call, { workspace }) => {
    const reference = await this.reference(call, workspace.id);
    const { name: title, printId, printer, approvedAt: createdAt } = reference;
    const stored = await this.service.stores.references.readStored(reference);
    const masksCards = workspace.maskCardNumbers;
    const shown = { printId, stored, printer, title, createdAt, recognised: null, summary: null, masksCards };
    return answerPreview(this.service, call, shown, readQuery(PreviewParameters, call.query()));
  };

  private reference(call: Call, workspaceId: number): Awaitable<Reference> {
    return this.service.stores.references.get(workspaceId, call.parameter("referenceName"));
  }
}

function referenceAnswer(reference: Reference): ReferenceAnswer {
  const { name, printId, byteLength, sha256, printer, ignore, tolerance, approvedBy, approvedAt } = reference;
  return {
    name,
    printId,
    byteLength,
    sha256: sha256.toHex(),
    printer,
    ignore: [...ignore],
    tolerance,
    approvedBy,
    approvedAt: formatInstant(approvedAt),
  };
}
