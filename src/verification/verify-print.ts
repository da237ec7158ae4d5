import { canonicalJson } from "../journal/canonical-json.ts";
import { type Hash, sameHash } from "../journal/hash.ts";
import { printState, SALT_BYTES, toldHash } from "../journal/print-state.ts";
import { HISTORY_LIMITS } from "../domain/limits.ts";
import type { JournalDetails } from "../journal/entry.ts";
import { isWholeRow } from "../storage/print-row.ts";
import { decodeContent } from "../storage/raw-content.ts";
import type { FindingCode, Findings } from "./findings.ts";
import type { EntryRow, VerificationStatements } from "./journal-rows.ts";
import { type JournalRow, factsOf } from "../storage/journal-rows.ts";

/** What somebody does, as the history of a print and the journal both have it. */
const DEEDS: ReadonlySet<string> = new Set(["changed", "deleted", "restored"]);

const TOMBSTONES: ReadonlySet<string> = new Set(["purged", "erased"]);

/** What there may be of a print that is removed: one that was purged may be erased, and the clock be put right. */
const AFTER_REMOVAL: ReadonlySet<string> = new Set([...TOMBSTONES, "corrected"]);

/** Checks prints one by one: that each is what was entered of it last. */
export class PrintVerifier {
  constructor(
    private readonly statements: VerificationStatements,
    private readonly findings: Findings,
  ) {}

  /**
   * Checks a print against its entries.
   * @param entries all about it, in their order
   * @param isOld whether it was there before there was a journal
   * @returns the bytes that were read
   */
  verify(row: JournalRow, entries: readonly EntryRow[], isOld: boolean): number {
    const { id: printId, workspaceId } = row;
    const tell = (code: FindingCode, message: string) =>
      this.findings.add(code, { workspaceId, printId }, message);
    const adopted = entries.filter(({ kind }) => kind === "adopted").length;
    if (adopted !== (isOld ? 1 : 0) || (isOld && entries[0]?.kind !== "adopted"))
      tell(
        "PRINT_UNENTERED",
        `Print ${printId} was not entered once as a print from before there was a journal.`,
      );
    if (!isWholeRow(row)) tell("PRINT_CHECKSUM", `The row of print ${printId} does not have its checksum.`);
    const bytes = this.verifyBytes(row, tell);
    const removedAt = entries.findIndex(({ kind }) => TOMBSTONES.has(kind));
    if (removedAt >= 0 && !entries.slice(removedAt).every(({ kind }) => AFTER_REMOVAL.has(kind)))
      tell("ENTRY_ORDER", `Print ${printId} was changed after it was removed.`);
    const tombstone = entries.findLast(({ kind }) => TOMBSTONES.has(kind));
    if (tombstone === undefined && row.removalId === null) this.verifyState(row, entries, tell);
    else this.verifyRemoval(row, tombstone, tell);
    if (row.removalId === null) this.verifyHistory(row, entries, tell);
    return bytes;
  }

  private verifyBytes({ id, removalId }: JournalRow, tell: Tell): number {
    const stored = this.statements.content.get(id);
    if (stored === null) {
      if (removalId === null) tell("PRINT_BYTES", `The bytes of print ${id} are missing.`);
      return 0;
    }
    if (removalId !== null) tell("REMOVAL", `The bytes of print ${id} are there, and it was removed.`);
    try {
      decodeContent(id, stored);
    } catch {
      tell("PRINT_BYTES", `The bytes of print ${id} do not have their hash.`);
    }
    return stored.content.byteLength;
  }

  private verifyState(row: JournalRow, entries: readonly EntryRow[], tell: Tell): void {
    const last = entries.findLast(({ kind }) => kind !== "adopted");
    const entered = last === undefined ? row.state : last.state;
    const facts = factsOf(row);
    // Of a print without bytes that is told already.
    if (facts === null) return;
    const present = row.salt?.byteLength === SALT_BYTES ? printState(facts, row.salt) : null;
    if (present === null || entered === null || !sameHash(present, entered))
      tell("PRINT_CHANGED", `Print ${row.id} is not what was entered of it ${whenOf(last)}.`);
  }

  private verifyRemoval(row: JournalRow, tombstone: EntryRow | undefined, tell: Tell): void {
    const { id, removalId, workspaceId } = row;
    if (tombstone === undefined) return tell("REMOVAL", `Print ${id} was removed, and no entry says so.`);
    if (removalId === null)
      return tell("REMOVAL", `Print ${id} is there, and its entry says that it was removed.`);
    const removal = this.statements.removal.get(removalId);
    const details = readDetails(tombstone.details);
    const isSame =
      removal !== null &&
      details !== null &&
      removal.workspaceId === workspaceId &&
      removal.kind === tombstone.kind &&
      details["removal"] === removalId &&
      details["reason"] === removal.reason &&
      (details["user"] ?? null) === removal.userId;
    if (!isSame) tell("REMOVAL", `Why or by whom print ${id} was removed is not what was entered.`);
    if (row.salt !== null) tell("REMOVAL", `The salt of print ${id} is there, and it was removed.`);
  }

  /** The history is kept for so many changes; of these, what somebody did is as it was entered. */
  private verifyHistory({ id: printId, salt }: JournalRow, entries: readonly EntryRow[], tell: Tell): void {
    const history = this.statements.history.all(printId);
    const deeds = history.filter(({ kind }) => DEEDS.has(kind));
    const entered = entries.filter(({ kind }) => DEEDS.has(kind)).toReversed();
    const isFull = history.length >= HISTORY_LIMITS.changes;
    const isSame = entered.every(({ kind, details }, index) => {
      const deed = deeds[index];
      if (deed === undefined) return isFull;
      const told = readDetails(details)?.["history"];
      const isTold =
        told === undefined || (salt !== null && told === toldHash(deed.details ?? "", salt).toHex());
      return isTold && deed.kind === kind && actorOf(deed.actor) === byOf(details);
    });
    if (!isSame) tell("HISTORY", `Who did what to print ${printId} is not what was entered.`);
  }
}

type Tell = (code: FindingCode, message: string) => void;

/** Particulars of an entry; `null` where there are none that can be read. */
export function readDetails(text: string | null): JournalDetails | null {
  if (text === null) return null;
  try {
    const details = JSON.parse(text) as JournalDetails;
    return canonicalJson(details) === text ? details : null;
  } catch {
    return null;
  }
}

function whenOf(last: EntryRow | undefined): string {
  return last === undefined ? "when the journal took it up" : `last (change ${last.number}, ${last.kind})`;
}

function actorOf(actor: string | null): string {
  if (actor === null) return "";
  try {
    const { kind, id } = JSON.parse(actor) as { kind: string; id: string };
    return canonicalJson({ kind, id });
  } catch {
    return actor;
  }
}

function byOf(details: string | null): string {
  const by = readDetails(details)?.["by"];
  return by === undefined ? "" : canonicalJson(by);
}

/** The state with which a print was entered first; `null` where it was entered without one. */
export function firstState(state: Hash | null): Hash | null {
  return state === null || state.byteLength === 0 ? null : state;
}
