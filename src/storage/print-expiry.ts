import type { Database } from "bun:sqlite";
import { systemActor } from "../audit/audit-entry.ts";
import { retentionBy } from "../domain/retention.ts";
import { changeTime } from "../domain/update-print.ts";
import { EventWriter } from "./event-writer.ts";
import { NOTE_CHANGE } from "./index-writer.ts";
import { policyVersion } from "./policy-version.ts";
import { printFingerprint } from "./print-fingerprint.ts";
import { PrintHistory } from "./print-history.ts";
import type { PrintJournal } from "./print-journal.ts";
import { PrintReader } from "./print-reader.ts";
import type { WriteSuccess } from "./write-operation.ts";

/** A print as it was when it was found that it is to go. */
export interface FoundPrint {
  readonly id: number;
  /** See {@link printFingerprint}. */
  readonly fingerprint: number;
}

/** Marks prints deleted that are older or more than is to be kept, as data: it goes to the writer's Worker. */
export interface ExpireChange {
  readonly do: "expire";
  readonly workspaceId: number;
  /** The name of the rule or limit. */
  readonly name: string;
  /** See {@link policyVersion}. */
  readonly version: number;
  readonly prints: readonly FoundPrint[];
}

/** Marks prints deleted for retention, inside a transaction that the caller begins and commits. */
export class PrintExpiry {
  private readonly prints: PrintReader;
  private readonly events: EventWriter;
  private readonly history: PrintHistory;
  private readonly mark;
  private readonly change;
  private readonly waiting;

  constructor(
    private readonly database: Database,
    private readonly journal: PrintJournal,
  ) {
    this.prints = new PrintReader(database);
    this.events = new EventWriter(database);
    this.history = new PrintHistory(database);
    this.mark = database.query<unknown, number[]>(
      "UPDATE print SET updated_at = ?1, deleted_at = ?1 WHERE id = ?2",
    );
    this.change = database.query<unknown, [number]>(NOTE_CHANGE);
    this.waiting = database.query<{ one: number }, [number]>(
      `SELECT 1 AS one FROM delivery WHERE print_id = ? AND ${WAITS_FOR_PAPER} LIMIT 1`,
    );
  }

  /**
   * Marks those deleted that are still as they were found, while the rules and holds are too. One event tells of all of them:
   * whoever listens is not called for each of a hundred thousand.
   * @returns the number of those marked, as its id; its JSON is what is told of them
   */
  expire({ workspaceId, name, version, prints }: ExpireChange, now: number): WriteSuccess {
    if (policyVersion(this.database, workspaceId) !== version) return NOTHING;
    const printIds: number[] = [];
    const actor = systemActor(retentionBy(name));
    for (const { id, fingerprint } of prints) {
      const print = this.prints.findWhole(workspaceId, id);
      if (print === null || print.deletedAt !== null || printFingerprint(print) !== fingerprint) continue;
      if (this.waiting.get(id) !== null) continue;
      const at = changeTime(print, now);
      this.mark.run(at, id);
      this.change.run(id);
      this.journal.noteChange("deleted", id, at, actor);
      this.history.note(id, "deleted", at, actor);
      printIds.push(id);
    }
    if (printIds.length === 0) return NOTHING;
    const told = { by: retentionBy(name), printIds };
    this.events.note("prints.deleted", workspaceId, null, now, told);
    return { ...NOTHING, id: printIds.length, json: JSON.stringify(told) };
  }
}

const NOTHING: WriteSuccess = { ok: true, id: 0, json: "", replayed: false };

/** Of the deliveries of a print: those that are still to be printed, or may be. */
export const WAITS_FOR_PAPER = "state IN ('queued', 'sending', 'held')";
