import { type ErrorCode, type ErrorData, TillrollError } from "../domain/errors.ts";
import { systemCode } from "./system-error.ts";

/** What one thread sends to another: questions, each of which is answered, and notes. */
export interface Sent<Question = unknown, Answer = unknown, Note = unknown> {
  readonly question: Question;
  /** What its questions are answered with. */
  readonly answer: Answer;
  readonly note: Note;
}

/** What a thread does with what it is sent. */
export interface Receiver<Other extends Sent> {
  /** Answers a question. What it throws is thrown to whoever asked. */
  answer?(question: Other["question"]): Other["answer"] | Promise<Other["answer"]>;
  /** The buffers of an answer that are handed over, not copied. */
  buffersOf?(answer: Other["answer"]): ArrayBuffer[];
  receive?(note: Other["note"]): void;
}

/** One message; an error goes as data, because a class does not survive the way between threads. */
type Message<Own extends Sent, Other extends Sent> =
  | { readonly kind: "note"; readonly note: Own["note"] }
  | { readonly kind: "question"; readonly number: number; readonly question: Own["question"] }
  | { readonly kind: "answer"; readonly number: number; readonly answer: Other["answer"] }
  | { readonly kind: "refusal"; readonly number: number; readonly error: ErrorAsData };

interface SystemWords {
  readonly code: string;
  readonly path?: string;
}

interface ErrorAsData {
  /** `null` for what is no TillrollError. */
  readonly code: ErrorCode | null;
  /** What the system said, for an error of the system, such as ENOSPC: a person is told by it. */
  readonly system: SystemWords | null;
  readonly message: string;
  readonly data: ErrorData;
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** A Worker as whoever started it has it, or `self` in the Worker. */
export interface Port {
  /** Called with what the other end posts. */
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

/** One end of what two threads say to each other. Questions are numbered, so that answers may come in any order. */
export class WorkerChannel<Own extends Sent, Other extends Sent> {
  private readonly waiting = new Map<number, Waiting<Own["answer"]>>();
  private lastNumber = 0;
  /** Questions of the other end that are being answered here. */
  private answering = 0;
  private lastHeard = -Infinity;
  private isClosed = false;

  constructor(
    private readonly port: Port,
    private readonly receiver: Receiver<Other>,
  ) {
    port.onmessage = (event: MessageEvent<Message<Other, Own>>) => this.receive(event.data);
  }

  /** Questions that the other thread has not answered yet. */
  get unanswered(): number {
    return this.waiting.size;
  }

  /** Since when the other end has said nothing, by `performance.now`, though it was asked and waits for no answer itself. */
  get silentSince(): number {
    return this.waiting.size > 0 && this.answering === 0 ? this.lastHeard : Infinity;
  }

  /** Asks; the buffers in `transfer` are handed over, not copied. @throws what the other thread threw */
  ask(question: Own["question"], transfer: ArrayBuffer[] = []): Promise<Own["answer"]> {
    const number = ++this.lastNumber;
    if (this.waiting.size === 0) this.lastHeard = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Own["answer"]>();
    this.waiting.set(number, { resolve, reject });
    this.send({ kind: "question", number, question }, transfer);
    return promise;
  }

  /** Sends what needs no answer; the buffers in `transfer` are handed over, not copied. */
  tell(note: Own["note"], transfer: ArrayBuffer[] = []): void {
    this.send({ kind: "note", note }, transfer);
  }

  /** Ends it: what was asked fails for this reason, and nothing is sent or received any more. */
  close(reason: string): void {
    this.isClosed = true;
    const failed = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of failed) reject(new Error(reason));
  }

  private send(message: Message<Own, Other>, transfer: ArrayBuffer[]): void {
    if (!this.isClosed) this.port.postMessage(message, transfer);
  }

  private receive(message: Message<Other, Own>): void {
    if (this.isClosed) return;
    this.lastHeard = performance.now();
    switch (message.kind) {
      case "note":
        this.receiver.receive?.(message.note);
        break;
      case "question":
        void this.respond(message.number, message.question);
        break;
      case "answer":
        this.take(message.number)?.resolve(message.answer);
        break;
      case "refusal":
        this.take(message.number)?.reject(errorOf(message.error));
        break;
    }
  }

  private async respond(number: number, question: Other["question"]): Promise<void> {
    const { receiver } = this;
    this.answering++;
    try {
      const answer = await receiver.answer?.(question);
      this.send({ kind: "answer", number, answer }, receiver.buffersOf?.(answer) ?? []);
    } catch (error) {
      this.send({ kind: "refusal", number, error: dataOf(error) }, []);
    } finally {
      this.answering--;
      this.lastHeard = performance.now();
    }
  }

  private take(number: number): Waiting<Own["answer"]> | undefined {
    const waiting = this.waiting.get(number);
    this.waiting.delete(number);
    return waiting;
  }
}

/** The Worker's end of a channel that has only questions to the Worker: answers each with what `answer` returns or throws. */
export function serveQuestions<Question, Answer>(
  self: Port,
  answer: (question: Question) => Answer | Promise<Answer>,
  buffersOf: (answer: Answer) => ArrayBuffer[] = () => [],
): WorkerChannel<Sent, Sent<Question, Answer>> {
  return new WorkerChannel(self, { answer, buffersOf });
}

/** What there is to say of an error in a log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function dataOf(error: unknown): ErrorAsData {
  if (error instanceof TillrollError) {
    return { code: error.code, system: null, message: error.message, data: error.data };
  }
  return { code: null, system: systemWordsOf(error), message: reasonOf(error), data: {} };
}

function systemWordsOf(error: unknown): SystemWords | null {
  if (!(error instanceof Error && "syscall" in error)) return null;
  return { code: systemCode(error), ...("path" in error ? { path: String(error.path) } : {}) };
}

function errorOf({ code, system, message, data }: ErrorAsData): Error {
  return code === null ? Object.assign(new Error(message), system) : new TillrollError(code, message, data);
}
