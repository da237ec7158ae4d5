import type { Database } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import { serialNames, type StoredCertificate } from "../fiscal/certificate.ts";
import { type PublicPoint, readPublicPoint } from "../fiscal/public-point.ts";
import { selectList } from "./column-name.ts";

/** The columns of a {@link StoredCertificate}. */
export const CERTIFICATE_COLUMNS = selectList(["id", "serial", "subject", "publicKey", "createdAt"]);

/** Finds the certificates that fiscal codes are checked with. */
export class FiscalCertificates {
  private readonly bySerial;

  constructor(database: Database) {
    this.bySerial = database.query<StoredCertificate, [number, string]>(
      `SELECT ${CERTIFICATE_COLUMNS} FROM fiscal_certificate WHERE workspace_id = ? AND serial = ?`,
    );
  }

  /** A certificate by its serial number as codes have it; `null` where it is not known. */
  find(workspaceId: number, serial: string): StoredCertificate | null {
    for (const name of serialNames(serial)) {
      const found = this.bySerial.get(workspaceId, name);
      if (found !== null) return found;
    }
    return null;
  }

  /** As {@link find}. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, serial: string): StoredCertificate {
    const found = this.find(workspaceId, serial);
    if (found !== null) return found;
    const message = `There is no certificate "${serial}" in this workspace.`;
    throw new TillrollError("NOT_FOUND", message, { serial });
  }

  /** The public key of a code's certificate; `null` where it is not known. */
  findKey(workspaceId: number, serial: string): PublicPoint | null {
    const found = this.find(workspaceId, serial);
    return found === null ? null : readPublicPoint(found.publicKey);
  }
}
