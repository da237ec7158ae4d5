import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import type { Printer } from "../../domain/printer.ts";
import type { JobKeeping } from "./job-keeping.ts";
import { OrderedReplies } from "./ordered-replies.ts";
import type { Passing } from "./passing.ts";
import type { PrinterMemory } from "../answers/printer-memory.ts";
import type { RawEffect } from "./raw-effect.ts";
import type { RawLimits } from "./raw9100-limits.ts";
import { type Answers, Requests } from "../answers/requests.ts";
import { SimulatedLine } from "./simulated-line.ts";

/** What the answers of a connection need of it. */
export interface AnsweringConnection {
  readonly endpoint: { readonly printer: Printer };
  readonly memory: PrinterMemory;
  readonly limits: RawLimits;
  /** What the host is told. */
  readonly status: PrinterStatus;
  /** Whether it takes jobs. */
  readonly isOpen: boolean;
  readonly keeping: JobKeeping;
  readonly passing: Passing;
  /** The time at which this happens, milliseconds. */
  readonly now: number;
  emit(effect: RawEffect): void;
}

/** Answers the requests of a connection, each when its turn has come; nothing while the real printer answers them. */
export class ConnectionAnswers implements Answers {
  readonly requests = new Requests(this);
  readonly line: SimulatedLine;
  private readonly replies = new OrderedReplies();
  private lastStatus: PrinterStatus;

  constructor(private readonly connection: AnsweringConnection) {
    this.lastStatus = connection.status;
    this.line = new SimulatedLine(connection.limits, () => connection.endpoint.printer);
  }

  get printer(): Printer {
    return this.connection.endpoint.printer;
  }

  get memory(): PrinterMemory {
    return this.connection.memory;
  }

  get status(): PrinterStatus {
    return this.connection.status;
  }

  get isSilent(): boolean {
    return this.connection.passing.isJoined;
  }

  /** How many answers wait for their turn. */
  get waitingCount(): number {
    return this.replies.length;
  }

  /** Whether everything has been answered. */
  get isDone(): boolean {
    return this.replies.length === 0 && this.line.late.length === 0;
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.isSilent) return;
    if (this.line.isLate) this.line.late.add(bytes, this.connection.now);
    else this.connection.emit({ kind: "send", bytes });
  }

  inOrder(reply: () => void): void {
    const { isOpen, keeping, now } = this.connection;
    if (!isOpen) return;
    keeping.spool(now);
    this.answer(reply);
  }

  afterJob(reply: () => void): void {
    const { isOpen, keeping, now } = this.connection;
    if (!isOpen) return;
    if (keeping.job.isWorthKeeping) keeping.end("here", false, now);
    this.answer(reply);
  }

  /** Nothing is answered from now on before this is durable. */
  await(ticket: number): void {
    this.replies.await(ticket);
  }

  /** What a ticket stands for is durable. */
  settle(ticket: number): void {
    this.replies.settle(ticket);
  }

  /** Tells of a change of the status, if there is one and the host wants to know. */
  tellStatus(): void {
    const { status } = this;
    this.requests.statusChanged(this.lastStatus, status);
    this.lastStatus = status;
  }

  /** Gives the answers whose turn has come. */
  release(): void {
    this.replies.release(() => isOffline(this.status));
    const { late } = this.line;
    if (late.length === 0) return;
    for (const bytes of late.due(this.connection.now)) this.connection.emit({ kind: "send", bytes });
  }

  /** Forgets those that wait for their turn, and the late ones too if it is the end. */
  clear(isEnd: boolean): void {
    this.replies.clear();
    if (isEnd) this.line.late.clear();
  }

  private answer(reply: () => void): void {
    // Nothing of it reaches the host; but what it sets counts when the host is answered by us again.
    if (this.isSilent) return reply();
    this.replies.add(reply);
    this.replies.release(() => isOffline(this.status));
  }
}
