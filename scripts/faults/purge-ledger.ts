import type { Database } from "bun:sqlite";

/** A print that was acknowledged, and what was asked for since. */
export interface PurgedPrint {
  readonly id: number;
  /** Its bytes, its label and its key. */
  readonly marker: string;
  state: "there" | "deleted" | "purged" | "erased";
  /** A change whose answer a kill took: it happened or not, but nothing in between. */
  wanted: "deleted" | "erased" | null;
}

interface Row {
  readonly id: number;
  readonly printKey: string;
  readonly label: string | null;
  readonly isDeleted: number;
  readonly removal: string | null;
  readonly content: Uint8Array | null;
}

/** What clients were told of prints that are stored and taken away again. */
export class PurgeLedger {
  readonly prints = new Map<number, PurgedPrint>();
  /** Creates whose answer a kill took. */
  readonly unanswered = new Set<string>();
  readonly faults: string[] = [];

  count(state: PurgedPrint["state"]): number {
    return [...this.prints.values()].filter((print) => print.state === state).length;
  }

  erasedMarkers(): string[] {
    return [...this.prints.values()].filter(({ state }) => state === "erased").map(({ marker }) => marker);
  }

  /** Compares it with a database, and takes from there what a kill has left open. */
  verify(database: Database): void {
    const [integrity] = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
    if (integrity?.integrity_check !== "ok")
      this.faults.push(`integrity_check: ${integrity?.integrity_check}`);
    const orphans = database.query("PRAGMA foreign_key_check").all();
    if (orphans.length > 0) this.faults.push(`foreign_key_check: ${orphans.length} rows point to nothing`);
    const rows = database
      .query<Row, []>(
        "SELECT print.id, print_key AS printKey, label, deleted_at IS NOT NULL AS isDeleted, removal.kind AS removal, content " +
          "FROM print LEFT JOIN print_data ON print_id = print.id LEFT JOIN removal ON removal.id = removal_id",
      )
      .all();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const print of this.prints.values()) this.verifyPrint(print, found.get(print.id));
    for (const row of rows) if (!this.prints.has(row.id)) this.take(row);
    this.verifyRemovals(database);
  }

  private verifyPrint(print: PurgedPrint, row: Row | undefined): void {
    const { id, marker } = print;
    const fault = (what: string): void => void this.faults.push(`print ${id} (${print.state}): ${what}`);
    if (row === undefined) return fault("its row is gone");
    if (row.removal !== null) {
      const isLeft = row.content !== null || row.label !== null || row.printKey.includes(marker);
      if (isLeft) fault("it is removed in part");
      const isErased = row.removal === "erased";
      const asked = isErased ? ["erased"] : ["deleted", "purged"];
      if (!asked.includes(print.state) && !asked.includes(print.wanted ?? ""))
        fault(`it was ${row.removal}, and nobody asked for that`);
      print.state = isErased ? "erased" : "purged";
    } else {
      if (print.state === "erased" || print.state === "purged") fault("it is there again");
      const isWhole = row.content !== null && new TextDecoder().decode(row.content) === marker;
      if (!isWhole || row.label !== marker || row.printKey !== marker) fault("it is not whole");
      const isDeleted = row.isDeleted !== 0;
      if (isDeleted !== (print.state === "deleted") && !(isDeleted && print.wanted === "deleted"))
        fault(isDeleted ? "it is deleted" : "it is no longer deleted");
      print.state = isDeleted ? "deleted" : "there";
    }
    print.wanted = null;
    return undefined;
  }

  /** A print whose create was not answered is there once. */
  private take({ id, printKey, label, content }: Row): void {
    if (!this.unanswered.delete(printKey) || label !== printKey || content === null) {
      this.faults.push(`print ${id} (${printKey}): nobody sent it`);
      return;
    }
    this.prints.set(id, { id, marker: printKey, state: "there", wanted: null });
  }

  /**
   * What decisions say that they removed is what the journal says, and a removed print is of the last one: what was purged may
   * have been erased since.
   */
  private verifyRemovals(database: Database): void {
    const wrong = database
      .query<{ id: number; prints: number; entered: number }, []>(
        "SELECT removal.id, removal.prints, coalesce(entry.prints, 0) AS entered FROM removal LEFT JOIN " +
          "(SELECT details ->> 'removal' AS id, kind, count(*) AS prints FROM journal_entry " +
          "WHERE kind IN ('purged', 'erased') GROUP BY 1, 2) AS entry USING (id, kind) WHERE removal.prints <> entered",
      )
      .all();
    for (const { id, prints, entered } of wrong)
      this.faults.push(`removal ${id} says ${prints} prints, and the journal ${entered}`);
    const strange = database
      .query<{ id: number }, []>(
        "SELECT id FROM print WHERE removal_id IS NOT (SELECT details ->> 'removal' FROM journal_entry " +
          "WHERE print_id = print.id AND kind IN ('purged', 'erased') ORDER BY number DESC LIMIT 1)",
      )
      .all();
    for (const { id } of strange) this.faults.push(`print ${id} is not of its last removal`);
  }
}
