/** What verifying a journal can find wrong, and what each means. */
export const FINDING_MEANINGS = {
  PRINT_CHANGED: "What is known of the print, or its bytes, is not what was entered last.",
  PRINT_BYTES: "The bytes of the print are not those that came, or are missing.",
  PRINT_CHECKSUM: "The row of the print is not what the service wrote.",
  PRINT_UNENTERED: "The print is in no entry: it was not stored by the service.",
  PRINT_MISSING: "The number of the print is missing: it was taken away without a tombstone.",
  PRINT_ORDER: "Prints are not in the order in which they were stored.",
  PRINT_FOREIGN: "The print, or its bytes, belong to nothing that is there.",
  REMOVAL: "Whether, why or by whom the print was removed is not what was entered.",
  HISTORY: "Who did what to the print is not what was entered.",
  ENTRY_MISSING: "An entry is missing.",
  ENTRY_ORDER: "An entry stands where it cannot: before its print, after its removal, or a second time.",
  ENTRY_UNREADABLE: "An entry is not what the service writes.",
  ENTRY_TIME: "The time of an entry goes back.",
  TREE: "Entries are not those of which the hashes were kept.",
  HEAD: "The journal does not end where it was left.",
  SEAL: "A seal is not what the service writes, or is missing.",
  SEAL_ROOT: "The entries are not those that were sealed.",
  SEAL_STAMP: "The time stamp of a seal is not about it.",
  HELD_SEAL: "A seal that was kept apart from the database is not in it.",
  HELD_SEAL_FOREIGN: "Seals that were kept apart from the database are of another installation.",
  HELD_SEAL_UNREADABLE: "A seal was changed where it is kept apart from the database.",
  SEQUENCE: "Numbers of prints were given, and the prints are not there.",
} as const;

export type FindingCode = keyof typeof FINDING_MEANINGS;

/** Something that is wrong. */
export interface Finding {
  readonly code: FindingCode;
  /** `null` for what is the whole database's. */
  readonly workspaceId: number | null;
  readonly printId: number | null;
  /** The number of the entry's leaf; `null` for none. */
  readonly entry: number | null;
  /** What it is, in a sentence. */
  readonly message: string;
}

/** What a finding is about. */
type Subject = Partial<Pick<Finding, "workspaceId" | "printId" | "entry">>;

/** Findings that are kept one by one; of others there is the number. */
const KEPT_FINDINGS = 200;

/** Collects what is found. */
export class Findings {
  readonly kept: Finding[] = [];
  count = 0;

  add(
    code: FindingCode,
    { workspaceId = null, printId = null, entry = null }: Subject,
    message: string,
  ): void {
    this.count++;
    if (this.kept.length < KEPT_FINDINGS) this.kept.push({ code, workspaceId, printId, entry, message });
  }
}
