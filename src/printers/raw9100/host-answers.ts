import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import type { Command } from "../../escpos/command.ts";
import { askingOf } from "../answers/command-meaning.ts";
import type { ConnectionContext } from "./connection-context.ts";
import type { ConnectionJobs } from "./connection-jobs.ts";
import type { Forwarding } from "./forwarding.ts";
import { type Answers, Requests } from "../answers/requests.ts";
import { SimulatedLine } from "./simulated-line.ts";

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
    this.jobs.spool();
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
      first.give();
    }
    this.line.release();
  }

  /** Forgets those that wait for their turn, and the late ones too if it is the end. */
  clear(isEnd: boolean): void {
    this.waiting = [];
    if (isEnd) this.line.clear();
  }

  /** The real printer will answer: not before what its answer speaks of is durable. */
  private takeJoined(command: Command): void {
    const { forwarding, jobs } = this;
    const asking = askingOf(command);
    if (asking !== "no") forwarding.hold();
    if (asking === "status" || asking === "block") forwarding.ask(asking, jobs.running.takenTo);
    this.requests.take(command);
    if (asking === "no") return;
    jobs.spool();
    forwarding.await(jobs.newestTicket);
  }

  private answer(reply: () => void): void {
    // Nothing of it reaches the host; but what it sets counts when the host is answered by us again.
    if (this.isSilent) return reply();
    this.waiting.push({ after: this.jobs.newestTicket, give: reply });
    this.release();
  }
}
