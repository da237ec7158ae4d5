import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import type { Command } from "../../escpos/command.ts";
import { askingOf } from "../answers/command-meaning.ts";
import type { ConnectionContext } from "./connection-context.ts";
import type { ConnectionJobs } from "./connection-jobs.ts";
import type { Forwarding } from "./forwarding.ts";
import { type Answers, Requests } from "../answers/requests.ts";

/** Answers the requests of a connection, each when its turn has come; nothing while the real printer answers them. */
export class HostAnswers implements Answers {
  readonly requests = new Requests(this);
  readonly line: SimulatedLine;
  /** Replies in print order, each with the ticket up to which all must be durable before it is given. */
  private waiting: { readonly after: number; readonly give: () => void }[] = [];
  private lastStatus: PrinterStatus;

  constructor(
    readonly context: ConnectionContext,
    private readonly jobs: ConnectionJobs,
    private readonly forwarding: Forwarding,
  ) {
    this.lastStatus = context.status;
    this.line = new SimulatedLine(context);
  }

  get isSilent(): boolean {
    return this.forwarding.isJoined;
  }

  /** How many answers wait for their turn. */
  get waitingCount(): number {
    return this.waiting.length;
  }

  /** Whether everything has been answered. */
  get isDone(): boolean {
    return this.waiting.length === 0 && !this.line.hasLate;
  }

  /** Acts on a command: answers it if it asks for something, or has the real printer answer. */
  take(command: Command): void {
    const { requests } = this;
    requests.takeBlockAnswer(command);
    if (requests.realTime(command) || this.context.state !== "open") return;
    if (this.isSilent) this.takeJoined(command);
    else requests.take(command);
  }

  /** Looks at control codes that nothing has followed yet: an answer to a block comes alone. */
  takePendingControls(): void {
    if (this.requests.awaitsAnswer) this.requests.takePendingControls(this.jobs.running.pendingBytes());
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.isSilent) this.line.send(bytes);
  }

  inOrder(reply: () => void): void {
    if (this.context.state !== "open") return;
    if (!this.isSilent) this.jobs.spool("here");
    this.answer(reply);
  }

  afterJob(reply: () => void): void {
    if (this.context.state !== "open") return;
    if (this.jobs.running.isWorthKeeping()) this.jobs.end("here", false);
    this.answer(reply);
  }

  /** Tells of a change of the status, if there is one and the host wants to know. */
  tellStatus(): void {
    const { status } = this.context;
    this.requests.statusChanged(this.lastStatus, status);
    this.lastStatus = status;
  }

  /** Gives the answers whose turn has come: what is before them is durable, and the printer is online. */
  release(): void {
    const oldest = this.jobs.oldestTicket;
    for (let [first] = this.waiting; first !== undefined && first.after < oldest; [first] = this.waiting) {
      if (isOffline(this.context.status)) break;
      this.waiting.shift();
      this.jobs.noteAnswer();
      first.give();
    }
    this.line.release();
  }

  /** Forgets those that wait for their turn, and the late ones too if it is the end. */
  clear(isEnd: boolean): void {
    this.waiting = [];
    if (isEnd) this.line.clear();
  }

  /** The real printer will answer: it is asked when what its answer speaks of is durable. */
  private takeJoined(command: Command): void {
    const { forwarding, jobs, requests } = this;
    const asks = askingOf(command);
    // Whoever does not watch may find the count in what is asked for later.
    const watched = requests.watching === undefined ? "maybe" : "status";
    const asking = asks === "watched" ? watched : asks;
    if (asking === "status" || asking === "block")
      forwarding.ask(asking, jobs.running.takenTo, jobs.newestTicket);
    requests.take(command);
  }

  private answer(reply: () => void): void {
    // Nothing of it reaches the host; but what it sets counts when the host is answered by us again.
    if (this.isSilent) return reply();
    this.waiting.push({ after: this.jobs.newestTicket, give: reply });
    this.release();
  }
}

/** The faults of the connection that a printer can be set to: slow, or one that breaks. Times are milliseconds. */
class SimulatedLine {
  /** Replies of a slow printer: each is late, and none overtakes another. */
  private late: { readonly dueAt: number; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  /** From when on a slow printer reads again. */
  private readableAt = 0;

  constructor(private readonly context: ConnectionContext) {}

  /** Whether replies are still to come. */
  get hasLate(): boolean {
    return this.late.length > 0;
  }

  /** How many bytes are read now. */
  bytesToRead(now: number): number {
    if (!this.isSlow) return Number.POSITIVE_INFINITY;
    return now < this.readableAt ? 0 : this.context.limits.slowBytesPerSecond;
  }

  /** So many bytes have been read. */
  read(bytes: number): void {
    if (!this.isSlow) return;
    const { now, limits } = this.context;
    this.readableAt = Math.max(now, this.readableAt) + (1000 * bytes) / limits.slowBytesPerSecond;
  }

  /** What of the next bytes still comes through before the connection breaks, if it is to. @param before bytes of the job */
  untilBreak(chunk: Uint8Array<ArrayBuffer>, before: number): Uint8Array<ArrayBuffer> {
    if (this.context.endpoint.printer.simulate !== "drop") return chunk;
    const count = this.context.limits.dropAfterBytes - before;
    return chunk.length < count ? chunk : chunk.subarray(0, Math.max(0, count));
  }

  /** Sends a reply, at once or late. */
  send(bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.isSlow && this.late.length === 0) return this.context.emit({ kind: "send", bytes });
    const { now, limits } = this.context;
    const last = this.late.at(-1)?.dueAt ?? 0;
    this.late.push({ dueAt: Math.max(now + limits.slowReplyMilliseconds, last), bytes });
  }

  /** Sends the late replies whose time has come. */
  release(): void {
    const due = this.late.findIndex(({ dueAt }) => dueAt > this.context.now);
    for (const { bytes } of this.late.splice(0, due < 0 ? this.late.length : due))
      this.context.emit({ kind: "send", bytes });
  }

  /** Forgets what is late. */
  clear(): void {
    this.late = [];
  }

  private get isSlow(): boolean {
    return this.context.endpoint.printer.simulate === "slow";
  }
}
