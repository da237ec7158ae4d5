import { Elysia } from "elysia";
import {
  type FiscalCertificateItem,
  type FiscalCodesAnswer,
  readNewCertificate,
  readReportWish,
} from "../contract/fiscal.ts";
import { formatInstant } from "../domain/instant.ts";
import { judgedNow, reportOf } from "../fiscal/fiscal-report.ts";
import { readFiscalCode } from "../fiscal/read-codes.ts";
import type { StoredCertificate } from "../fiscal/certificate.ts";
import type { ChangeOf } from "../storage/write-operation.ts";
import type { AuditNote } from "../audit/audit-entry.ts";
import { auditNote } from "./audit-note.ts";
import { idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const FISCAL = "/api/workspace/:slug/fiscal";
const CERTIFICATES = `${FISCAL}/certificates`;

/** What is known of the fiscal codes of a workspace's prints, and the certificates that they are checked with. */
export function fiscalController(service: ShopHttpService) {
  const endpoints = new FiscalEndpoints(service);
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);
  return new Elysia()
    .post(`${FISCAL}/report`, ...to("reportFiscalCodes", endpoints.report))
    .get("/api/workspace/:slug/prints/:printId/fiscal", ...to("readFiscalCodes", endpoints.ofPrint))
    .get(CERTIFICATES, ...to("listFiscalCertificates", endpoints.list))
    .post(CERTIFICATES, ...to("addFiscalCertificate", endpoints.add))
    .delete(`${CERTIFICATES}/:serial`, ...to("removeFiscalCertificate", endpoints.remove));
}

class FiscalEndpoints {
  constructor(private readonly service: ShopHttpService) {}

  readonly report: WorkspaceEndpoint = async (call, { workspace }) => {
    const wish = await readJson(call.request, readReportWish);
    call.withoutIdleTimeout();
    return replyValue(200, await reportOf(this.store, workspace.id, wish, call.request.signal));
  };

  readonly ofPrint: WorkspaceEndpoint = async (call, { workspace }) => {
    const print = await this.service.reader.read(workspace.id, idOf(call, "printId"));
    const items = this.store.ofPrint(workspace.id, print.id).flatMap((row) => {
      const code = readFiscalCode(row.code);
      if (code === null) return [];
      const { verdict } = judgedNow(this.store, workspace.id, row);
      const { system, fields, faults, total, text } = code;
      return [{ system, device: row.device, fields, faults: [...faults], total, verdict, code: text }];
    });
    return replyValue(200, { items } satisfies FiscalCodesAnswer);
  };

  readonly list: WorkspaceEndpoint = (_call, { workspace }) =>
    replyValue(200, { items: this.store.listCertificates(workspace.id).map(certificateAnswer) });

  readonly add: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const certificate = await readJson(call.request, readNewCertificate);
    const { serial, subject } = certificate;
    const note = await auditNote(this.service, call, who, "fiscal-certificate.added", serial, { subject });
    await this.change({ do: "add", workspaceId, certificate }, note);
    return replyValue(201, certificateAnswer(this.store.certificates.get(workspaceId, serial)));
  };

  readonly remove: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const certificate = this.store.certificates.get(workspaceId, call.parameter("serial"));
    const { serial, subject } = certificate;
    const note = await auditNote(this.service, call, who, "fiscal-certificate.removed", serial, { subject });
    await this.change({ do: "remove", workspaceId, serial }, note);
    return replyValue(200, certificateAnswer(certificate));
  };

  private get store() {
    return this.service.stores.fiscal;
  }

  private async change(change: ChangeOf<"fiscal">, audit: AuditNote): Promise<void> {
    await this.service.writer.submit({ kind: "fiscal", change, audit });
  }
}

function certificateAnswer({ serial, subject, createdAt }: StoredCertificate): FiscalCertificateItem {
  return { serial, subject, createdAt: formatInstant(createdAt) };
}
