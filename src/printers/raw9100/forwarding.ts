import type { ConnectionContext, ForwardEffect } from "./connection-context.ts";

/**
 * - `apart`: the host is answered by us.
 * - `joined`: what it sends goes through to the real printer, whose answers it gets.
 * - `following`: the rest of a job that had begun apart goes through; the host is answered by us until it ends.
 * - `over`: the real printer's connection has ended in the middle of a job; the host is answered by us again.
 */
type State = "apart" | "joined" | "following" | "over";

/** What goes to the real printer once everything that was handed over up to a ticket is durable. */
interface Waiting {
  readonly after: number;
  readonly effect: ForwardEffect;
  /** Offset past it. */
  readonly to: number;
}

/** How a host is joined to the real printer. */
interface Joining {
  /** What comes from this offset on goes through. */
  readonly from: number;
  /** Whether a job has begun: the host goes on being answered by us until it ends. */
  readonly isFollowing: boolean;
  /** The command by which the host has asked to hear of changes of status: the printer must be told. */
  readonly watching: Uint8Array | undefined;
}

/**
 * How far a connection's bytes have gone to the real printer, each once it is durable, and when the printer can be left
 * to others. Offsets are bytes from the start of the connection.
 */
export class Forwarding {
  /** Offset up to which bytes are to go through: they have, or wait to be durable. */
  offeredTo = 0;
  private state: State = "apart";
  /** What waits for its ticket, in order. */
  private waiting: Waiting[] = [];
  private passedTo = 0;
  /** Offset past the last request that the printer answers in print order. */
  private askedTo = 0;
  private unanswered = 0;
  private passedAt = 0;
  private answeredAt = 0;
  /** When the host last wanted more of the printer than its status. */
  private usedAt = 0;
  /** Whether another printer is meant by now. */
  private hasOtherTarget = false;
  /** Whether others wait for the printer. */
  isWanted = false;

  constructor(private readonly context: ConnectionContext) {}

  /** Whether what the host sends goes through. */
  get isPassing(): boolean {
    return this.state === "joined" || this.state === "following";
  }

  /** Whether the real printer answers the host. */
  get isJoined(): boolean {
    return this.state === "joined";
  }

  get isApart(): boolean {
    return this.state === "apart";
  }

  /** Whether the real printer's connection has ended. */
  get isOver(): boolean {
    return this.state === "over";
  }

  /** Whether the host is joined to a printer that is not meant any more. */
  get isOutdated(): boolean {
    return this.isPassing && this.hasOtherTarget;
  }

  /** Bytes that wait to be durable. */
  get waitingBytes(): number {
    return this.waiting.reduce(
      (sum, { effect }) => sum + (effect.kind === "pass" ? effect.bytes.length : 0),
      0,
    );
  }

  /** How many bytes from an offset on go through, or have gone. */
  countFrom(offset: number): number {
    return this.state === "apart" ? 0 : Math.max(this.offeredTo - offset, 0);
  }

  /** Whether the printer was asked for an answer after everything up to an offset. */
  isAskedAfter(offset: number): boolean {
    return this.askedTo >= offset;
  }

  join({ from, isFollowing, watching }: Joining): void {
    this.state = isFollowing ? "following" : "joined";
    this.hasOtherTarget = false;
    this.isWanted = false;
    this.offeredTo = this.passedTo = this.askedTo = from;
    this.unanswered = 0;
    this.passedAt = this.answeredAt = this.usedAt = this.context.now;
    if (watching === undefined) return;
    this.context.emit({ kind: "pass", bytes: watching });
    this.context.emit({ kind: "endJob", ticket: null, bytes: watching.length, isAskedAbout: false });
  }

  /** The next bytes go through, up to an offset, when what was handed over up to a ticket is durable. */
  pass(bytes: Uint8Array, offset: number, after: number): void {
    this.offeredTo = offset;
    this.await({ kind: "pass", bytes }, after, offset);
  }

  /** A request that the printer answers in print order, and that ends at an offset, is about to go through. */
  ask(what: "status" | "block", offset: number, after: number): void {
    // Not every printer has every block, so that only an answer with the status is worth waiting for.
    if (what === "status") this.askedTo = offset;
    this.usedAt = this.context.now;
    this.unanswered++;
    this.await({ kind: "ask", isBlock: what === "block" }, after, offset);
  }

  /**
   * Of what goes through, so many bytes since the last job's end are a job.
   * @param ticket what is told of it when it is durable; `null` for one that made no print
   */
  endJob(ticket: number | null, bytes: number, isAskedAbout: boolean, after: number): void {
    this.await({ kind: "endJob", ticket, bytes, isAskedAbout }, after, this.offeredTo);
  }

  /** Lets go what is durable. @param oldest the first ticket that is not */
  release(oldest: number): void {
    for (let [first] = this.waiting; first !== undefined && first.after < oldest; [first] = this.waiting) {
      this.waiting.shift();
      this.context.emit(first.effect);
      if (first.effect.kind !== "pass") continue;
      this.passedTo = first.to;
      this.passedAt = this.context.now;
    }
  }

  /** Of what waits, what is past an offset, or waits for a ticket, never goes through: it is not kept. */
  drop({ offset = Number.POSITIVE_INFINITY, ticket }: { offset?: number; ticket?: number }): void {
    this.waiting = this.waiting.filter(({ effect, to, after }) => {
      const isOfBytes = effect.kind === "pass" || effect.kind === "ask";
      return !isOfBytes || (to <= offset && after !== ticket);
    });
    this.offeredTo = this.waiting.findLast(({ effect }) => effect.kind === "pass")?.to ?? this.passedTo;
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
    if (!this.isPassing || this.waiting.length > 0 || this.passedTo < cameTo) return false;
    // Before its next job it can be joined.
    if (this.state === "following") return true;
    const { now, limits } = this.context;
    const idle = now - Math.max(workedAt, this.usedAt);
    if (idle >= limits.passedUnansweredMilliseconds) return true;
    if (this.hasOtherTarget) return this.unanswered === 0;
    if (this.unanswered > 0) return false;
    const sincePassed = now - this.passedAt;
    const hasAnswered = this.answeredAt >= this.passedAt;
    // Others do not wait for the end of a till's pauses.
    if (this.isWanted) return hasAnswered || sincePassed >= limits.passedPauseMilliseconds;
    if (idle < limits.passedRestMilliseconds) return false;
    const isSettled = hasAnswered && sincePassed >= limits.passedPauseMilliseconds;
    return isSettled || sincePassed >= limits.passedReplyMilliseconds;
  }

  /** Another printer is meant now. */
  outdate(): void {
    this.hasOtherTarget = true;
  }

  /** Others wait for the printer: it is left to them as soon as no job is under way. */
  want(): void {
    this.isWanted = true;
  }

  /** The host has sent its last byte; the printer may still answer. @param after a ticket, as of {@link pass} */
  finish(after: number): void {
    if (this.isPassing) this.await({ kind: "finishPassing" }, after, this.offeredTo);
  }

  /** The printer's connection has ended: what has not gone through stays here. */
  end(): void {
    if (this.isPassing) this.state = "over";
  }

  /** Leaves the printer to others, when what still goes through has. @param after a ticket, as of {@link pass} */
  leave(after: number): void {
    if (this.isApart) return;
    this.state = "apart";
    this.await({ kind: "leave" }, after, this.offeredTo);
  }

  private await(effect: ForwardEffect, after: number, to: number): void {
    this.waiting.push({ effect, after, to });
  }
}
