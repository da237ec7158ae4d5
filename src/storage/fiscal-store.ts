import type { Database } from "bun:sqlite";
import type { CodeRecord } from "../fiscal/code-record.ts";
import type { StoredCertificate } from "../fiscal/certificate.ts";
import { FISCAL_LIMITS } from "../fiscal/limits.ts";
import { selectList } from "./column-name.ts";
import { CERTIFICATE_COLUMNS, FiscalCertificates } from "./fiscal-certificates.ts";

/** A code of a report, with what is known of its print. */
export interface CodeRow extends CodeRecord {
  readonly id: number;
  readonly printId: number;
  /** When the print was stored. */
  readonly createdAt: number;
}

/** A TSE, or an Austrian till. */
export type Device = Pick<CodeRecord, "system" | "device">;

/** Where a walk over the codes of a device goes on. */
export type CodePlace = Pick<CodeRow, "sequence" | "printId" | "id">;

const RECORD = ["system", "device", "sequence", "own", "previous", "verdict", "code"] as const;

const CODE = `fiscal_code.id, print_id AS printId, ${selectList(RECORD)}, print.created_at AS createdAt`;

/** Reads fiscal codes and the certificates that their signatures are checked with. */
export class FiscalStore {
  readonly certificates: FiscalCertificates;
  private readonly statements;

  constructor(database: Database) {
    this.certificates = new FiscalCertificates(database);
    this.statements = {
      ofPrint: database.query<CodeRow, [number, number]>(
        `SELECT ${CODE} FROM fiscal_code JOIN print ON print.id = print_id ` +
          "WHERE print_id = ?2 AND print.workspace_id = ?1",
      ),
      nextDevice: database.query<Device, (number | string)[]>(
        "SELECT system, device FROM fiscal_code WHERE workspace_id = ? AND (system, device) > (?, ?) " +
          "ORDER BY system, device LIMIT 1",
      ),
      codes: database.query<CodeRow, (number | string | null)[]>(
        `SELECT ${CODE} FROM fiscal_code JOIN print ON print.id = print_id ` +
          "WHERE fiscal_code.workspace_id = ?1 AND system = ?2 AND device = ?3 AND sequence IS NOT NULL " +
          "AND (sequence, print_id, fiscal_code.id) > (?4, ?5, ?6) " +
          "ORDER BY sequence, print_id, fiscal_code.id LIMIT ?7",
      ),
      unnumbered: database.query<CodeRow, (number | string | null)[]>(
        `SELECT ${CODE} FROM fiscal_code JOIN print ON print.id = print_id ` +
          "WHERE fiscal_code.workspace_id = ?1 AND system = ?2 AND device = ?3 AND sequence IS NULL " +
          "AND (print_id, fiscal_code.id) > (?4, ?5) ORDER BY print_id, fiscal_code.id LIMIT ?6",
      ),
      isLinked: database.query<{ there: number }, [number, string, Uint8Array]>(
        "SELECT 1 AS there FROM fiscal_code INDEXED BY fiscal_code_own " +
          "WHERE workspace_id = ? AND device = ? AND own = ? AND previous IS NOT NULL LIMIT 1",
      ),
      isCopy: database.query<{ there: number }, (number | string | Uint8Array)[]>(
        "SELECT 1 AS there FROM fiscal_code INDEXED BY fiscal_code_own " +
          "WHERE workspace_id = ? AND device = ? AND own = ? AND previous IS NOT NULL AND print_id < ? LIMIT 1",
      ),
      otherAfter: database.query<{ printId: number }, [number, string, Uint8Array, Uint8Array]>(
        "SELECT print_id AS printId FROM fiscal_code WHERE workspace_id = ?1 AND device = ?2 AND previous = ?3 " +
          "AND previous IS NOT NULL AND own <> ?4 LIMIT 1",
      ),
      certificates: database.query<StoredCertificate, [number]>(
        `SELECT ${CERTIFICATE_COLUMNS} FROM fiscal_certificate WHERE workspace_id = ? ORDER BY serial`,
      ),
    };
  }

  /** The codes of a print, in their order. */
  ofPrint(workspaceId: number, printId: number): CodeRow[] {
    const rows = this.statements.ofPrint.all(workspaceId, printId);
    // At most FISCAL_LIMITS.codesPerPrint.
    return rows.toSorted((one, other) => one.id - other.id);
  }

  /** The device that follows another one; `null` at the end. Each is looked up by the index, however many codes there are. */
  deviceAfter(workspaceId: number, { system, device }: Device | { system: ""; device: "" }): Device | null {
    return this.statements.nextDevice.get(workspaceId, system, device);
  }

  /**
   * Some codes of a device: first those with a number, by it, then the others, each in the order of their prints.
   * @param after where the walk goes on; `null` for its beginning
   */
  codesAfter(workspaceId: number, { system, device }: Device, after: CodePlace | null): CodeRow[] {
    const limit = FISCAL_LIMITS.batchCodes;
    const { codes, unnumbered } = this.statements;
    if (after === null || after.sequence !== null) {
      const { sequence, printId, id } = after ?? { sequence: -1, printId: 0, id: 0 };
      const numbered = codes.all(workspaceId, system, device, sequence, printId, id, limit);
      if (numbered.length > 0) return numbered;
    }
    const { printId, id } = after?.sequence === null ? after : { printId: 0, id: 0 };
    return unnumbered.all(workspaceId, system, device, printId, id, limit);
  }

  /** Whether a print before this one has the same code; of Austrian codes. */
  isCopy(workspaceId: number, device: string, own: Uint8Array, printId: number): boolean {
    return this.statements.isCopy.get(workspaceId, device, own, printId) !== null;
  }

  /** Whether the receipt before one is stored, by the chaining value that this one has. */
  isLinked(workspaceId: number, device: string, previous: Uint8Array): boolean {
    return this.statements.isLinked.get(workspaceId, device, previous) !== null;
  }

  /** A print with another receipt after the same one; `null` for none. */
  otherAfter(workspaceId: number, device: string, previous: Uint8Array, own: Uint8Array): number | null {
    return this.statements.otherAfter.get(workspaceId, device, previous, own)?.printId ?? null;
  }

  /** The certificates of a workspace, by their serial numbers. */
  listCertificates(workspaceId: number): StoredCertificate[] {
    return this.statements.certificates.all(workspaceId);
  }
}
