import { Elysia } from "elysia";
import { type JournalAnswer, SealParameters } from "../contract/journal.ts";
import { readQuery } from "../contract/query.ts";
import { JOURNAL_LIMITS } from "../domain/limits.ts";
import type { Workspace } from "../domain/workspace.ts";
import { sealAnswer } from "../seals/seal-answer.ts";
import { auditNote } from "./audit-note.ts";
import { type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { replyValue } from "./reply.ts";
import { ownPart } from "../seals/verification-report.ts";

const JOURNAL = "/api/workspace/:slug/journal";

/** The journal of a workspace and its seals: how they are, and verifying them. */
export function journalController(service: ShopHttpService) {
  const { seals, verification, writer, stores } = service;
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);

  const show = to("readJournal", (_call, { workspace }) =>
    replyValue(200, journalAnswer(service, workspace)),
  );

  const list = to("listSeals", (call, { workspace }) => {
    const { before = null, limit = JOURNAL_LIMITS.sealsPage } = readQuery(SealParameters, call.query());
    return replyValue(200, { items: stores.seals.list(workspace.id, { before, limit }).map(sealAnswer) });
  });

  const seal = to("sealJournal", async (call, authorised) => {
    const { workspace } = authorised;
    const newest = await seals.seal(workspace.id);
    const note = await auditNote(service, call, authorised, "journal.sealed", workspace.slug, {
      seal: newest?.number ?? 0,
    });
    await writer.submit({ kind: "audit", change: { do: "add", note } });
    return replyValue(200, journalAnswer(service, workspace));
  });

  const verify = to("verifyJournal", async (call, authorised) => {
    const { workspace } = authorised;
    verification.begin();
    const note = await auditNote(service, call, authorised, "journal.verified", workspace.slug);
    await writer.submit({ kind: "audit", change: { do: "add", note } });
    return replyValue(202, journalAnswer(service, workspace));
  });

  return new Elysia()
    .get(JOURNAL, ...show)
    .get(`${JOURNAL}/seals`, ...list)
    .post(`${JOURNAL}/seals`, ...seal)
    .post(`${JOURNAL}/verification`, ...verify);
}

function journalAnswer(
  { seals, verification, stores }: ShopHttpService,
  { id, slug }: Workspace,
): JournalAnswer {
  const head = stores.journal.head(id);
  const newest = stores.seals.newest(id);
  const { address: place, authority, record } = seals;
  const last = verification.last;
  return {
    entries: head?.size ?? 0,
    unsealed: (head?.size ?? 0) - (newest?.size ?? 0),
    toAdopt: head === null ? 0 : head.firstOrdinal - head.adoptedOrdinal,
    lastSeal: newest === null ? null : sealAnswer(newest),
    place,
    placeFault: record.faultOf("place"),
    authority,
    authorityFault: record.faultOf("timeStamp"),
    progress: verification.progress,
    verification: last === null ? null : ownPart(last, slug),
  };
}
