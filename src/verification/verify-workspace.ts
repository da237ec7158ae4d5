import { entryLeaf, JOURNAL_ENTRY_KINDS, type JournalEntryKind } from "../journal/entry.ts";
import type { FindingCode, Findings } from "./findings.ts";
import type { EntryRow, VerificationStatements } from "./journal-rows.ts";
import { firstState, PrintVerifier, readDetails } from "./verify-print.ts";
import { TreeVerifier } from "./verify-tree.ts";
import { type JournalHeadRow, type JournalRow } from "../storage/journal-rows.ts";

/** Prints or entries that are read at a time. */
const PIECE_ROWS = 64;

/** Numbers that are taken for those of missing prints: with more missing, what comes after is not looked at. */
const MISSING_PRINTS = 10_000;

const NO_HEAD: JournalHeadRow = {
  size: 0,
  edge: new Uint8Array(),
  entries: 0,
  lastAt: 0,
  firstOrdinal: 0,
  adoptedOrdinal: 0,
  lastSeal: 0,
};

/** Walks through the journal of one workspace, entry by entry in their order, and through its prints with it. */
export class WorkspaceVerifier {
  private readonly prints: PrintVerifier;
  private readonly tree: TreeVerifier;
  private head: JournalHeadRow = NO_HEAD;
  /** The ordinal of the next print. */
  private nextOrdinal = 0;
  private nextEntry = 0;
  private lastId = 0;
  private lastCreatedAt = 0;
  private lastEntryAt = 0;
  private bytes = 0;
  private isStopped = false;
  /** When the database was replaced last, epoch milliseconds; 0 for never. */
  replacedAt = 0;
  /** Prints that were looked at. */
  printCount = 0;

  constructor(
    private readonly workspaceId: number,
    private readonly statements: VerificationStatements,
    service: string | null,
    private readonly findings: Findings,
  ) {
    this.prints = new PrintVerifier(statements, findings);
    this.tree = new TreeVerifier(workspaceId, statements, service, findings);
  }

  get entryCount(): number {
    return this.tree.size;
  }

  get sealCount(): number {
    return this.tree.sealCount;
  }

  /** How many prints and entries there are, about. */
  get total(): number {
    return this.head.size + this.head.firstOrdinal;
  }

  /** How many of them were looked at. */
  get done(): number {
    return this.tree.size + Math.min(this.nextOrdinal, this.head.firstOrdinal);
  }

  /**
   * Looks at some more, inside a transaction: what comes in meanwhile is there with the next step.
   * @returns the bytes that were read; `null` at the end
   */
  step(): number | null {
    this.bytes = 0;
    this.head = this.statements.head.get(this.workspaceId) ?? NO_HEAD;
    if (this.nextOrdinal < this.head.firstOrdinal) {
      this.walkOldPrints();
      return this.bytes;
    }
    const entries = this.statements.entries.all(this.workspaceId, this.nextEntry, PIECE_ROWS);
    const [entry] = entries;
    const isEntered = this.walkPrints(
      this.head.firstOrdinal + (entry?.printsBefore ?? Number.MAX_SAFE_INTEGER),
    );
    if (isEntered) return this.bytes;
    for (const row of entries) {
      // Prints come before it first, with the next step.
      if (row.printsBefore > this.nextOrdinal - this.head.firstOrdinal && row !== entry) break;
      this.walkEntry(row);
    }
    if (entries.length > 0) return this.bytes;
    this.end();
    return null;
  }

  private walkOldPrints(): void {
    const { firstOrdinal, adoptedOrdinal } = this.head;
    const rows = this.statements.prints.all(this.workspaceId, this.nextOrdinal, firstOrdinal, PIECE_ROWS);
    for (const row of rows) {
      this.passOver(row);
      // What is still to be taken up has nothing to be compared with.
      if (row.state !== null || row.ordinal < adoptedOrdinal) this.verifyPrint(row, true);
    }
    if (rows.length === 0) this.passTo(firstOrdinal);
  }

  /** Walks the next prints that were entered as stored, up to an ordinal. @returns whether there were any */
  private walkPrints(end: number): boolean {
    if (this.isStopped) return false;
    const rows = this.statements.prints.all(this.workspaceId, this.nextOrdinal, end, PIECE_ROWS);
    for (const row of rows) {
      if (row.ordinal - this.nextOrdinal > MISSING_PRINTS) {
        this.tell(
          "PRINT_MISSING",
          row,
          `The prints before print ${row.id} are missing: the numbers of prints were changed.`,
        );
        this.isStopped = true;
        return false;
      }
      for (let missing = row.ordinal - this.nextOrdinal; missing > 0; missing--) this.tree.append(null);
      this.passOver(row);
      const entries = this.verifyPrint(row, false);
      const state = firstState(row.state);
      if (state === null) {
        this.tell("PRINT_UNENTERED", row, `Print ${row.id} is in no entry.`);
        this.tree.append(null);
        continue;
      }
      const at = storedAt(row, entries);
      this.tree.append(entryLeaf({ kind: "stored", printId: row.id, at, state, details: null }));
    }
    return rows.length > 0;
  }

  /** @returns the entries about it */
  private verifyPrint(row: JournalRow, isOld: boolean): EntryRow[] {
    const entries = this.statements.entriesOf.all(row.id, this.workspaceId);
    this.printCount++;
    this.bytes += this.prints.verify(row, entries, isOld);
    return entries;
  }

  /** Checks that a print is the next one. */
  private passOver(row: JournalRow): void {
    this.passTo(row.ordinal);
    this.nextOrdinal = row.ordinal + 1;
    if (row.id <= this.lastId || row.createdAt < this.lastCreatedAt)
      this.tell("PRINT_ORDER", row, `Print ${row.id} is not in its place among the others.`);
    this.lastId = row.id;
    this.lastCreatedAt = row.createdAt;
  }

  private passTo(ordinal: number): void {
    if (ordinal > this.nextOrdinal) {
      const [first, last] = [this.nextOrdinal, ordinal - 1];
      const which = first === last ? `print number ${first} is` : `prints number ${first} to ${last} are`;
      const message = `Of the workspace ${which} missing, and no tombstone is there.`;
      this.findings.add("PRINT_MISSING", { workspaceId: this.workspaceId, entry: this.tree.size }, message);
    }
    this.nextOrdinal = ordinal;
  }

  private walkEntry(row: EntryRow): void {
    const entry = this.tree.size;
    const subject = { workspaceId: this.workspaceId, printId: row.printId, entry };
    const tell = (code: FindingCode, message: string) => this.findings.add(code, subject, message);
    if (row.number !== this.nextEntry)
      tell("ENTRY_MISSING", `The changes before change ${row.number} are missing.`);
    this.nextEntry = row.number + 1;
    if (row.printsBefore !== this.nextOrdinal - this.head.firstOrdinal)
      tell("ENTRY_ORDER", `Change ${row.number} does not come after the prints that it came after.`);
    if (row.at < this.lastEntryAt && row.kind !== "corrected")
      tell("ENTRY_TIME", `Change ${row.number} is from before the one before it.`);
    this.lastEntryAt = row.at;
    this.verifySubject(row, tell);
    const details = readDetails(row.details);
    const kind = JOURNAL_ENTRY_KINDS.find((known) => known === row.kind && known !== "stored");
    if (kind === undefined || (row.details !== null && details === null)) {
      tell("ENTRY_UNREADABLE", `Change ${row.number} is not what the service writes.`);
      this.tree.append(null);
      return;
    }
    if (kind === "replaced") {
      this.replacedAt = row.at;
      this.tree.noteReplaced();
    }
    const state = kind === "adopted" ? firstState(row.firstState) : row.state;
    this.tree.append(entryLeaf({ kind, printId: row.printId, at: row.at, state, details }));
  }

  /** Checks that an entry is about a print that was entered before it. */
  private verifySubject(row: EntryRow, tell: (code: FindingCode, message: string) => void): void {
    const { printId, printWorkspace, ordinal, number } = row;
    const isAboutAll: JournalEntryKind = "replaced";
    if (
      row.kind === isAboutAll ? printId === null : printWorkspace === this.workspaceId && ordinal !== null
    ) {
      if (ordinal !== null && ordinal >= this.nextOrdinal)
        tell("ENTRY_ORDER", `Change ${number} is about print ${printId}, which was stored after it.`);
      return;
    }
    tell("PRINT_FOREIGN", `Change ${number} is about a print that this workspace does not have.`);
  }

  /** What is there at the end is there in the same moment. */
  private end(): void {
    const { size, entries, lastAt } = this.head;
    const subject = { workspaceId: this.workspaceId };
    const prints = this.nextOrdinal - this.head.firstOrdinal;
    if (this.statements.head.get(this.workspaceId) === null && this.nextOrdinal > 0)
      this.findings.add("HEAD", subject, "The workspace has prints, and no journal.");
    else if (prints !== size - entries || this.nextEntry !== entries)
      this.findings.add(
        "HEAD",
        subject,
        `The journal had ${size - entries} prints and ${entries} changes; there are ${prints} and ${this.nextEntry}.`,
      );
    else if (lastAt !== this.lastEntryAt)
      this.findings.add("HEAD", subject, "The journal does not say when its last change was.");
    this.tree.end(this.head);
  }

  private tell(code: FindingCode, { id }: JournalRow, message: string): void {
    const subject = { workspaceId: this.workspaceId, printId: id, entry: this.tree.size };
    this.findings.add(code, subject, message);
  }
}

/** When a print was stored, before a wrong clock was put right. */
function storedAt({ createdAt }: JournalRow, entries: readonly EntryRow[]): number {
  const corrected = entries.find(({ kind }) => kind === "corrected");
  const was = corrected === undefined ? undefined : readDetails(corrected.details)?.["was"];
  const before = typeof was === "object" && "createdAt" in was ? was["createdAt"] : undefined;
  return typeof before === "number" ? before : createdAt;
}
