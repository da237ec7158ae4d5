import type { Database } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import type { FiscalCertificate } from "../fiscal/certificate.ts";
import type { CodeRecord } from "../fiscal/code-record.ts";
import { FISCAL_LIMITS } from "../fiscal/limits.ts";
import { FiscalCertificates } from "./fiscal-certificates.ts";

/** The codes that were found in a print. */
export interface PrintCodes {
  readonly workspaceId: number;
  readonly printId: number;
  readonly codes: readonly CodeRecord[];
}

/** A change of the certificates, as data: it goes to the writer's Worker. */
export type FiscalChange =
  | { readonly do: "add"; readonly workspaceId: number; readonly certificate: FiscalCertificate }
  | { readonly do: "remove"; readonly workspaceId: number; readonly serial: string };

/** Writes fiscal codes and certificates, inside a transaction that the caller begins and commits. */
export class FiscalWriter {
  private readonly certificates: FiscalCertificates;
  private readonly statements;

  constructor(database: Database) {
    this.certificates = new FiscalCertificates(database);
    this.statements = {
      // Read again, with a certificate that was not known before, another verdict may be found.
      add: database.query<unknown, (number | string | Uint8Array | null)[]>(
        "INSERT INTO fiscal_code (workspace_id, print_id, system, device, sequence, own, previous, verdict, code) " +
          "SELECT workspace_id, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM print " +
          "WHERE workspace_id = ?1 AND id = ?2 AND removal_id IS NULL " +
          "ON CONFLICT (print_id, own) DO UPDATE SET verdict = excluded.verdict",
      ),
      count: database.query<{ count: number }, [number]>(
        "SELECT count(*) AS count FROM fiscal_certificate WHERE workspace_id = ?",
      ),
      addCertificate: database.query<{ id: number }, (number | string | Uint8Array)[]>(
        "INSERT INTO fiscal_certificate (workspace_id, serial, subject, public_key, created_at) VALUES (?, ?, ?, ?, ?) " +
          "ON CONFLICT (workspace_id, serial) DO UPDATE SET subject = excluded.subject, " +
          "public_key = excluded.public_key, created_at = excluded.created_at RETURNING id",
      ),
      removeCertificate: database.query<unknown, [number]>("DELETE FROM fiscal_certificate WHERE id = ?"),
    };
  }

  /** Stores what was found in a print, but where it was removed meanwhile. */
  add({ workspaceId, printId, codes }: PrintCodes): void {
    for (const { system, device, sequence, own, previous, verdict, code } of codes)
      this.statements.add.run(workspaceId, printId, system, device, sequence, own, previous, verdict, code);
  }

  /** Makes a change. @returns the certificate's id @throws TillrollError NOT_FOUND, WORKSPACE_LIMIT_EXCEEDED */
  apply(change: FiscalChange, now: number): number {
    const { workspaceId } = change;
    if (change.do === "remove") {
      const { id } = this.certificates.get(workspaceId, change.serial);
      this.statements.removeCertificate.run(id);
      return id;
    }
    const { serial, subject, publicKey } = change.certificate;
    if (this.certificates.find(workspaceId, serial) === null) this.refuseTooMany(workspaceId);
    return this.statements.addCertificate.get(workspaceId, serial, subject, publicKey, now)?.id ?? 0;
  }

  private refuseTooMany(workspaceId: number): void {
    const most = FISCAL_LIMITS.certificates;
    if ((this.statements.count.get(workspaceId)?.count ?? 0) < most) return;
    const message = `The workspace has ${most} certificates, which is as many as there may be; remove one first.`;
    throw new TillrollError("WORKSPACE_LIMIT_EXCEEDED", message, { certificates: most });
  }
}
