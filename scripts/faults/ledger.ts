/** A print as a client sees it in an answer; what is not checked is left out. */
export interface PrintAnswer {
  readonly id: number;
  readonly printKey: string;
  readonly label: string | null;
  readonly tag: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

/** A print that a client asked to be stored. */
export interface PrintSent {
  readonly printKey: string;
  readonly idempotencyKey: string | null;
  readonly label: string;
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

/** What must be there after a crash. */
export interface PrintAcknowledged {
  readonly sent: PrintSent;
  readonly id: number;
  readonly createdAt: string;
  /** By this machine's clock, epoch milliseconds. */
  readonly acknowledgedAt: number;
  /** The last acknowledged state. */
  label: string;
  deleted: boolean;
  /** A change whose answer the crash took: it may have happened or not, but nothing in between. */
  unanswered: { readonly label: string } | "delete" | null;
}

/** Everything that clients were told, and what they asked for and were not told. */
export class Ledger {
  /** Acknowledged prints by id. */
  readonly acknowledged = new Map<number, PrintAcknowledged>();
  /** Creates whose answer the crash took: each may be there once or not at all. */
  readonly unanswered: PrintSent[] = [];
  /** What was wrong, in words. */
  readonly faults: string[] = [];
  highestId = 0;

  /**
   * Notes an acknowledged create.
   * @param highestIdBefore {@link highestId} when the request was sent: what was acknowledged then is older
   */
  acknowledge(sent: PrintSent, answer: PrintAnswer, highestIdBefore: number): PrintAcknowledged {
    const { id, createdAt } = answer;
    const twin = this.acknowledged.get(id);
    if (twin !== undefined) this.faults.push(`id ${id}: given to ${twin.sent.printKey} and ${sent.printKey}`);
    if (id <= highestIdBefore) {
      this.faults.push(`id ${id}: acknowledged after ${highestIdBefore} was, yet lower`);
    }
    const state = { label: sent.label, deleted: false, unanswered: null };
    const acknowledged = { sent, id, createdAt, acknowledgedAt: Date.now(), ...state };
    this.acknowledged.set(id, acknowledged);
    this.highestId = Math.max(this.highestId, id);
    return acknowledged;
  }
}
