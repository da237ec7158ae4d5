import type { ConnectionContext } from "./connection-context.ts";

/**
 * - `apart`: the host is answered by us.
 * - `joined`: what it sends goes through to the real printer, whose answers it gets.
 * - `over`: the real printer's connection has ended in the middle of a job; the host is answered by us again.
 */
type State = "apart" | "joined" | "over";

/**
 * How far a connection's bytes have gone to the real printer, which answers wait for something to be durable, and when
 * the printer can be left to others. Offsets are bytes from the start of the connection.
 */
export class Forwarding {
  /** Offset up to which bytes have gone through. */
  passedTo = 0;
  private state: State = "apart";
  /** Offset past the last request that the printer answers in print order. */
  private askedTo = 0;
  private isHolding = false;
  /** What was handed over up to this ticket must be durable before the answers that are held may go. */
  private awaited = 0;
  private unanswered = 0;
  private passedAt = 0;
  private answeredAt = 0;
  /** When the host last wanted more of the printer than its status. */
  private usedAt = 0;
  /** Whether another printer is meant by now. */
  private hasOtherTarget = false;

  constructor(private readonly context: ConnectionContext) {}

  get isJoined(): boolean {
    return this.state === "joined";
  }

  get isApart(): boolean {
    return this.state === "apart";
  }

  /** Whether the real printer's connection has ended, and all the answers that came by it have been given. */
  get isOver(): boolean {
    return this.state === "over" && !this.isHolding;
  }

  /** Whether the host is joined to a printer that is not meant any more. */
  get isOutdated(): boolean {
    return this.isJoined && this.hasOtherTarget;
  }

  /** Whether any byte from an offset on has gone through. */
  hasPassed(offset: number): boolean {
    return this.state !== "apart" && this.passedTo > offset;
  }

  /** Whether the printer was asked for an answer after everything up to an offset. */
  isAskedAfter(offset: number): boolean {
    return this.askedTo >= offset;
  }

  /**
   * What comes from this offset on goes through.
   * @param watching the command by which the host has asked to hear of changes of status: the printer must be told
   */
  join(offset: number, watching: Uint8Array | undefined): void {
    this.state = "joined";
    this.hasOtherTarget = false;
    this.passedTo = offset;
    this.askedTo = offset;
    this.unanswered = 0;
    this.passedAt = this.answeredAt = this.usedAt = this.context.now;
    if (watching !== undefined) this.context.emit({ kind: "pass", bytes: watching });
  }

  /** The next bytes go through, up to an offset. They must not change. */
  pass(bytes: Uint8Array, offset: number): void {
    this.context.emit({ kind: "pass", bytes });
    this.passedTo = offset;
    this.passedAt = this.context.now;
  }

  /** Something is about to go through whose answer says that what is before it is printed. */
  hold(): void {
    if (this.isHolding) return;
    this.isHolding = true;
    this.context.emit({ kind: "hold" });
  }

  /** A request that the printer answers in print order, and that ends at an offset, is about to go through. */
  ask(what: "status" | "block", offset: number): void {
    // Not every printer has every block, so that only an answer with the status is worth waiting for.
    if (what === "status") this.askedTo = offset;
    this.usedAt = this.context.now;
    this.unanswered++;
    this.context.emit({ kind: "ask", isBlock: what === "block" });
  }

  /** The answers that are held wait until what was handed over up to a ticket is durable. */
  await(ticket: number): void {
    this.awaited = ticket;
  }

  /** Lets the answers go, unless they wait for something. @param oldest the first ticket that is not durable */
  release(oldest: number): void {
    if (!this.isHolding || oldest <= this.awaited) return;
    this.isHolding = false;
    this.context.emit({ kind: "release" });
  }

  /**
   * The printer has answered.
   * @param unanswered requests that it has still to answer in print order
   * @returns whether this was the last of them
   */
  answered(unanswered: number, now: number): boolean {
    const isLast = this.unanswered > 0 && unanswered === 0;
    this.unanswered = unanswered;
    this.answeredAt = now;
    return isLast;
  }

  /**
   * Whether nothing more is to be expected, so that others may use the printer. A host that asks for the status again
   * and again does not keep it, nor one that waits for an answer which the printer does not know.
   * @param workedAt when the host last sent anything to be printed
   * @param cameTo offset past the last byte that has come
   */
  isAtRest(workedAt: number, cameTo: number): boolean {
    if (!this.isJoined || this.isHolding || this.passedTo < cameTo) return false;
    const { now, limits } = this.context;
    const idle = now - Math.max(workedAt, this.usedAt);
    if (idle >= limits.passedUnansweredMilliseconds) return true;
    if (this.hasOtherTarget) return this.unanswered === 0;
    if (this.unanswered > 0 || idle < limits.passedRestMilliseconds) return false;
    const sincePassed = now - this.passedAt;
    const hasAnswered = this.answeredAt >= this.passedAt && sincePassed >= limits.passedPauseMilliseconds;
    return hasAnswered || sincePassed >= limits.passedReplyMilliseconds;
  }

  /** Another printer is meant now. */
  outdate(): void {
    this.hasOtherTarget = true;
  }

  /** The host has sent its last byte; the printer may still answer. */
  finish(): void {
    if (this.isJoined) this.context.emit({ kind: "finishPassing" });
  }

  /** The printer's connection has ended: what has not gone through stays here. */
  end(): void {
    if (this.isJoined) this.state = "over";
  }

  /** Leaves the printer to others. What is held there never comes. */
  leave(): void {
    if (this.isApart) return;
    this.state = "apart";
    this.isHolding = false;
    this.context.emit({ kind: "leave" });
  }
}
