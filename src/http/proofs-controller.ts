import { Elysia } from "elysia";
import { ConsistencyParameters, ProofParameters } from "../contract/journal.ts";
import { readQuery } from "../contract/query.ts";
import { notFound, TillrollError } from "../domain/errors.ts";
import { hasRight } from "../domain/rights.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Workspace } from "../domain/workspace.ts";
import { journalStream } from "../seals/journal-export.ts";
import { hasCardNumbers, proofOfPrint } from "../seals/print-proof.ts";
import type { StoredSeal } from "../journal/seal.ts";
import { auditNote } from "./audit-note.ts";
import { idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { reply, replyValue } from "./reply.ts";

const MASKED =
  "The print has full card numbers, which are masked where it is shown; its proof has them, and needs operate.";

const JOURNAL = "/api/workspace/:slug/journal";

/** What a third party checks: proofs of prints, of what the journal grew by, and the journal as a file. */
export function proofsController(service: ShopHttpService) {
  const { writer, stores, clock } = service;
  const { journal } = stores;
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);
  const sealed = { journal, seals: stores.seals };

  const growth = to("proveGrowth", async (call, { workspace }) => {
    const { from = 1, to: later } = readQuery(ConsistencyParameters, call.query());
    const [one, other] = [sealOf(service, workspace, from), sealOf(service, workspace, later ?? null)];
    const [earlier, newer] = one.number <= other.number ? [one, other] : [other, one];
    await journal.readAhead(workspace.id);
    const path = journal.consistency(workspace.id, earlier.size, newer.size).map((hash) => hash.toHex());
    return replyValue(200, { from: earlier.text, to: newer.text, path });
  });

  const exportAll = to("exportJournal", async (call, authorised) => {
    const { workspace } = authorised;
    call.withoutIdleTimeout();
    const note = await auditNote(service, call, authorised, "journal.exported", workspace.slug);
    await writer.submit({ kind: "audit", change: { do: "add", note } });
    const moment = formatInstant(clock()).slice(0, 19).replaceAll(":", "");
    return reply(200, journalStream(sealed, workspace.id), {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": `attachment; filename="${workspace.slug}-journal-${moment}Z.jsonl"`,
    });
  });

  const proof = to("readProof", async (call, { workspace, access }) => {
    const printId = idOf(call, "printId");
    const { seal: number = null } = readQuery(ProofParameters, call.query());
    await journal.readAhead(workspace.id);
    const found = proofOfPrint(sealed, workspace.id, printId, { bytes: `${printId}.bin`, seals: "" }, number);
    const isMasked = workspace.maskCardNumbers && !hasRight(access, "operate");
    if (found !== null && isMasked && ((await stores.cards.has(printId)) || hasCardNumbers(found)))
      throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", MASKED, { required: "operate" });
    if (found !== null) return replyValue(200, found);
    if (journal.entriesOf(workspace.id, printId).length === 0) throw notFound("print", printId);
    throw new TillrollError(
      "CONFLICT",
      "No seal covers it as it is now; the journal is sealed each night, or by POST …/journal/seals.",
    );
  });

  return new Elysia()
    .get(`${JOURNAL}/consistency`, ...growth)
    .get(`${JOURNAL}/export`, ...exportAll)
    .get("/api/workspace/:slug/prints/:printId/proof", ...proof);
}

/** @param number `null` for the newest @throws TillrollError NOT_FOUND */
function sealOf({ stores }: ShopHttpService, { id }: Workspace, number: number | null): StoredSeal {
  const seal = number === null ? stores.seals.newest(id) : stores.seals.get(id, number);
  if (seal === null) throw notFound("seal", number ?? 1);
  return seal;
}
