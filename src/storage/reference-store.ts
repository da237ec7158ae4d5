import type { Database } from "bun:sqlite";
import { notFound, TillrollError } from "../domain/errors.ts";
import { REFERENCE_LIMITS } from "../domain/limits.ts";
import type { Reference } from "../domain/reference.ts";
import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";
import { selectList } from "./column-name.ts";
import type { StoredContent } from "./raw-content.ts";

/** A change of the references, as data: it goes to the writer's Worker. */
export type ReferenceChange =
  | ({ readonly do: "approve"; readonly by: string } & Pick<
      Reference,
      "workspaceId" | "name" | "printId" | "printer" | "ignore" | "tolerance"
    >)
  | { readonly do: "remove"; readonly workspaceId: number; readonly name: string };

type Row = Omit<Reference, "printer" | "ignore"> & { readonly printer: string; readonly ignored: string };

const COLUMNS = selectList([
  "id",
  "workspaceId",
  "name",
  "printId",
  "sha256",
  "byteLength",
  "printer",
  "ignored",
  "tolerance",
  "approvedBy",
  "approvedAt",
] satisfies readonly (keyof Row)[]);

/** Reads and changes references. */
export class ReferenceStore {
  constructor(private readonly database: Database) {}

  /** The references of a workspace, by their names. */
  list(workspaceId: number): Reference[] {
    return this.database
      .query<Row, [number]>(`SELECT ${COLUMNS} FROM print_reference WHERE workspace_id = ? ORDER BY name`)
      .all(workspaceId)
      .map(referenceOf);
  }

  /** A reference of a workspace by its name; `null` where there is none. */
  find(workspaceId: number, name: string): Reference | null {
    const row = this.database
      .query<Row, [number, string]>(
        `SELECT ${COLUMNS} FROM print_reference WHERE workspace_id = ? AND name = ?`,
      )
      .get(workspaceId, name);
    return row === null ? null : referenceOf(row);
  }

  /** As {@link find}. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, name: string): Reference {
    const reference = this.find(workspaceId, name);
    if (reference !== null) return reference;
    throw new TillrollError("NOT_FOUND", `There is no reference "${name}" in this workspace.`, { name });
  }

  /** The bytes of a reference as they are stored. @throws TillrollError NOT_FOUND */
  readStored({ id, name }: Pick<Reference, "id" | "name">): StoredContent {
    const stored = this.database
      .query<StoredContent, [number]>(
        "SELECT sha256, byte_length AS byteLength, encoding, content FROM print_reference WHERE id = ?",
      )
      .get(id);
    if (stored !== null) return stored;
    throw new TillrollError("NOT_FOUND", `There is no reference "${name}" in this workspace.`, { name });
  }

  /**
   * Makes a change, inside a transaction that the caller begins and commits.
   * @returns the reference's id
   * @throws TillrollError NOT_FOUND; WORKSPACE_LIMIT_EXCEEDED
   */
  apply(change: ReferenceChange, now: number): number {
    if (change.do === "approve") return this.approve(change, now);
    const { id } = this.get(change.workspaceId, change.name);
    this.database.query<unknown, [number]>("DELETE FROM print_reference WHERE id = ?").run(id);
    return id;
  }

  private approve(change: Extract<ReferenceChange, { do: "approve" }>, now: number): number {
    const { workspaceId, name, printId, printer, ignore, tolerance, by } = change;
    if (this.find(workspaceId, name) === null) this.refuseTooMany(workspaceId);
    // In place of the one that there was, so that whoever compares with its name has one at any moment.
    const row = this.database
      .query<{ id: number }, (string | number)[]>(
        "INSERT INTO print_reference (workspace_id, name, print_id, sha256, byte_length, encoding, content, printer, ignored, " +
          "tolerance, approved_by, approved_at) " +
          "SELECT print.workspace_id, ?3, print.id, sha256, byte_length, encoding, content, ?4, ?5, ?6, ?7, ?8 " +
          "FROM print JOIN print_data ON print_id = print.id WHERE print.workspace_id = ?1 AND print.id = ?2 " +
          "ON CONFLICT (workspace_id, name) DO UPDATE SET print_id = excluded.print_id, sha256 = excluded.sha256, " +
          "byte_length = excluded.byte_length, encoding = excluded.encoding, content = excluded.content, " +
          "printer = excluded.printer, ignored = excluded.ignored, tolerance = excluded.tolerance, " +
          "approved_by = excluded.approved_by, approved_at = excluded.approved_at RETURNING id",
      )
      .get(workspaceId, printId, name, JSON.stringify(printer), JSON.stringify(ignore), tolerance, by, now);
    if (row === null) throw notFound("print", printId);
    return row.id;
  }

  private refuseTooMany(workspaceId: number): void {
    const most = REFERENCE_LIMITS.references;
    const count = this.database
      .query<{ count: number }, [number]>(
        "SELECT count(*) AS count FROM print_reference WHERE workspace_id = ?",
      )
      .get(workspaceId)?.count;
    if ((count ?? 0) < most) return;
    const message = `The workspace has ${most} references, which is as many as there may be; remove one first.`;
    throw new TillrollError("WORKSPACE_LIMIT_EXCEEDED", message, { references: most });
  }
}

function referenceOf({ printer, ignored, ...row }: Row): Reference {
  return {
    ...row,
    printer: JSON.parse(printer) as PrinterChoice,
    ignore: JSON.parse(ignored) as readonly string[],
  };
}
