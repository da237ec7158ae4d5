import { type PrinterStatus, troubleOf } from "../../domain/printer-status.ts";
import type { DeliveryTimes } from "../delivery-limits.ts";
import type { Readiness } from "../link.ts";
import type { Abilities, Lesson } from "./abilities.ts";
import { type Answer, type AnswerReader, statusIn } from "./answer.ts";
import { FirstAnswer, isNoPrinter } from "./foreign-service.ts";
import type { Inquiry } from "./inquiry.ts";
import { JobTransfer, type SessionOutput } from "./job-transfer.ts";

/** Finding out what else a printer answers, after it has said that it is ready. */
interface Learning {
  readonly lesson: Lesson;
  readonly deadline: number;
  readonly readiness: Readiness;
}

interface SessionOptions {
  readonly abilities: Abilities;
  /** Reads what the printer answers, from the first byte of the connection. */
  readonly reader: AnswerReader;
  readonly times: DeliveryTimes;
  /** From 0 to below 1, for process IDs. */
  readonly random: () => number;
  /** Bytes that have not arrived at the printer, as far as the way to it tells. */
  unacknowledged(): number;
}

/**
 * One connection to a real printer, over raw TCP: asks how it is, sends jobs, has them confirmed. Pure: bytes and times
 * in, {@link SessionOutput}s out. Never throws, whatever the printer sends.
 */
export class RawSession {
  private outputs: SessionOutput[] = [];
  private inquiry: Inquiry | null = null;
  private learning: Learning | null = null;
  private transfer: JobTransfer | null = null;
  private untaken = 0;
  private readonly firstAnswer = new FirstAnswer();
  private isClosed = false;

  constructor(private readonly options: SessionOptions) {}

  /** Whether it can be asked or sent something. */
  get isFree(): boolean {
    return !this.isClosed && this.inquiry === null && this.learning === null && this.transfer === null;
  }

  /** What is to be done since the last call, in order. */
  take(): SessionOutput[] {
    const taken = this.outputs;
    this.outputs = [];
    return taken;
  }

  /** When {@link tick} is due next; `null` when never. */
  get wakeAt(): number | null {
    return this.inquiry?.wakeAt ?? this.learning?.deadline ?? this.transfer?.wakeAt ?? null;
  }

  /** Asks how the printer is; the output `answer` tells. */
  ask(now: number): void {
    const { abilities, times } = this.options;
    const write = (bytes: Uint8Array) => this.write(bytes);
    this.inquiry = abilities.inquire({ patience: times.answer, write, now });
    this.advance(now);
  }

  /** Sends a job; the output `finish` tells what became of it. */
  send(job: Uint8Array, now: number): void {
    const { abilities, times, random, unacknowledged } = this.options;
    const { preamble } = abilities;
    const confirmation = abilities.confirmationFor(job, random);
    if (preamble.length > 0) this.write(preamble);
    const { untaken } = this;
    const emit = (output: SessionOutput) => {
      if (output.do === "write") this.write(output.bytes);
      else this.outputs.push(output);
    };
    const options = { job, confirmation, abilities, times, untaken, unacknowledged, emit };
    this.transfer = new JobTransfer(options, now);
  }

  /** Ends what is under way, and the connection with it. */
  abort(reason: string): void {
    if (this.isClosed) return;
    this.transfer?.interrupt(reason);
    this.closeWith("terminate", reason);
  }

  /** The connection has taken some of what was written. */
  tookBytes(count: number, now: number): void {
    this.untaken -= count;
    this.transfer?.tookBytes(count, now);
    this.advance(now);
  }

  receive(bytes: Uint8Array, now: number): void {
    if (this.isClosed) return;
    const service = this.firstAnswer.take(bytes);
    if (service !== null) return this.leave(service);
    for (const answer of this.options.reader.push(bytes)) this.handle(answer, now);
    this.advance(now);
  }

  /** The printer has closed its side, or the connection has ended. @param cause `null` for a clean end */
  end(cause: string | null): void {
    if (this.isClosed) return;
    this.transfer?.end(cause);
    this.closeWith("close", `The connection to the printer broke: ${cause ?? "it closed it"}.`);
  }

  tick(now: number): void {
    this.inquiry?.tick(now);
    this.transfer?.tick(now);
    const { learning } = this;
    if (learning !== null && now >= learning.deadline) {
      learning.lesson.note(false);
      this.learning = null;
      this.answer(learning.readiness);
    }
    this.advance(now);
  }

  private handle(answer: Answer, now: number): void {
    this.options.abilities.hear(answer);
    if (this.transfer !== null) this.transfer.receive(answer, now);
    else {
      const status = statusIn(answer);
      if (status !== null) this.outputs.push({ do: "status", status });
      this.inquiry?.take(answer, now);
    }
    const { learning } = this;
    if (learning?.lesson.isAnsweredBy(answer) !== true) return;
    learning.lesson.note(true);
    this.learning = null;
    this.learn(learning.readiness, now);
  }

  /** Goes on with whatever has come to an end. */
  private advance(now: number): void {
    const result = this.inquiry?.result ?? null;
    if (result === "mute") {
      // It answered once and does not now: another host may have it, or it hangs.
      this.closeWith("terminate", "The printer does not answer when asked for its status.");
    } else if (result !== null) {
      this.inquiry = null;
      this.weigh(result === "silent" ? null : result, now);
    }
    if (this.transfer?.isFinished === true) {
      // An answer that is still to come would be taken for that to the next question.
      const isUsable = !this.transfer.isAnswerUnderWay && !this.transfer.hasClosed;
      this.transfer = null;
      if (!isUsable) this.closeWith("close", "The connection is not used again.");
    }
  }

  /** What answers is no printer: nothing of a job is on paper. */
  private leave(service: string): void {
    const reason = isNoPrinter(service);
    this.transfer?.refuse(reason);
    this.closeWith("terminate", reason);
  }

  private weigh(status: PrinterStatus | null, now: number): void {
    const reason = status === null ? null : troubleOf(status);
    if (status !== null && reason !== null) this.answer({ kind: "waiting", status, reason });
    else this.learn({ kind: "ready", status }, now);
  }

  /** Asks what is not known yet. */
  private learn(readiness: Readiness, now: number): void {
    const { abilities, times, random } = this.options;
    const lesson = abilities.lesson(random);
    if (lesson === null) return this.answer(readiness);
    this.learning = { lesson, deadline: now + times.answer, readiness };
    this.write(lesson.request);
  }

  private answer(readiness: Readiness): void {
    this.inquiry = null;
    this.learning = null;
    this.outputs.push({ do: "answer", readiness });
  }

  /** Ends the connection. @param reason told to whoever waits for an answer */
  private closeWith(how: "close" | "terminate", reason: string): void {
    this.isClosed = true;
    this.transfer = null;
    if (this.inquiry !== null || this.learning !== null) this.answer({ kind: "unreachable", reason });
    this.outputs.push({ do: how });
  }

  private write(bytes: Uint8Array): void {
    this.untaken += bytes.length;
    this.outputs.push({ do: "write", bytes });
  }
}
