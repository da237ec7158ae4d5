import type { DeliveryChange } from "../storage/delivery-store.ts";

/** Which printer prints instead, and after how long in trouble, milliseconds. */
export interface Backup {
  readonly printerId: number;
  readonly after: number;
}

/**
 * When the backup of a printer takes over what waits for it, and when it gives it back. Pure. Only what is queued moves,
 * by a change that applies only while it is queued: the same print is never sent to both.
 */
export class Diversion {
  /** Since when the real printer has been in trouble, milliseconds; `null` while it is well or nothing is known. */
  private since: number | null = null;

  /** @param isDiverted whether the backup has prints of this printer */
  constructor(
    private readonly printerId: number,
    public isDiverted: boolean,
  ) {}

  /** The printer is out of reach, out of paper or the like. */
  noteTrouble(now: number): void {
    this.since ??= now;
  }

  /** Another printer is meant, or this one is well. */
  noteWell(): void {
    this.since = null;
  }

  /** When the backup takes over if the trouble lasts, milliseconds; `null` where none is in sight. */
  takesOverAt(backup: Backup | null): number | null {
    return backup === null || this.since === null ? null : this.since + backup.after;
  }

  /** The change by which the backup takes over what waits now; `null` where it is too early, or there is none. */
  takeOver(backup: Backup | null, reason: string, now: number): DeliveryChange | null {
    const at = this.takesOverAt(backup);
    if (backup === null || at === null || now < at) return null;
    const isTold = !this.isDiverted;
    return { do: "divert", printerId: this.printerId, backupId: backup.printerId, reason, isTold };
  }

  /**
   * The change by which what the backup has not begun comes back to a printer that is well; `null` for none.
   * @param isAnyAway whether the backup has any: what broke off there is queued after the others are back. That was told
   */
  giveBack(isAnyAway: boolean): DeliveryChange | null {
    if (!this.isDiverted && !isAnyAway) return null;
    return { do: "giveBack", printerId: this.printerId, isTold: this.isDiverted };
  }

  /**
   * What came of a step. @param isMore whether it moved any: then more may be left
   * @returns the next step; `null` when all of it has moved
   */
  moved(change: DeliveryChange, isMore: boolean): DeliveryChange | null {
    if (change.do !== "divert" && change.do !== "giveBack") return null;
    // A step that moved nothing to the backup says nothing of what it has already.
    this.isDiverted = change.do === "divert" ? this.isDiverted || isMore : isMore;
    return isMore ? { ...change, isTold: false } : null;
  }
}
