import { REAL_TIME_REQUESTS, type RealTimeRequest } from "./status-bits.ts";

/**
 * What a printer is known to answer, so that one that answers nothing delays no print but the first. `null` is not
 * known yet.
 */
export class Abilities {
  readonly realTime = new Map<RealTimeRequest, boolean>();
  /** GS r 1. */
  ordered: boolean | null = null;
  /** GS ( H function 48. */
  processId: boolean | null = null;
  /** Whether it closes its side of the connection when we close ours. */
  closesBack: boolean | null = null;
  private silentSince: number | null = null;

  /** The requests worth asking. */
  requests(): RealTimeRequest[] {
    return REAL_TIME_REQUESTS.filter((request) => this.realTime.get(request) !== false);
  }

  get answersRealTime(): boolean {
    return this.realTime.get(1) === true;
  }

  get answersNothing(): boolean {
    return this.realTime.get(1) === false && this.ordered === false;
  }

  /** Has a printer that answered nothing asked again from time to time: it may be another one by now. */
  age(now: number, relearnMilliseconds: number): void {
    if (!this.answersNothing) this.silentSince = null;
    else {
      this.silentSince ??= now;
      if (now - this.silentSince >= relearnMilliseconds) this.forget();
    }
  }

  /**
   * To be called when the printer was out of reach: it may have been exchanged. That it does not know process IDs is
   * kept: a printer that does not know them may print the request.
   */
  forget(): void {
    this.realTime.clear();
    this.ordered = null;
    this.closesBack = null;
    this.silentSince = null;
    if (this.processId === true) this.processId = null;
  }
}
