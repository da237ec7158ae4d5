import { type ErrorCode, type ErrorData, TillrollError } from "../domain/errors.ts";

/** A question to a Worker, numbered so that answers may come in any order. */
export interface WorkerQuestion<Question> {
  readonly number: number;
  readonly question: Question;
}

/** What a Worker answers: a value, or an error as data (a class does not survive the way between threads). */
export type WorkerAnswer<Answer> =
  | { readonly number: number; readonly ok: true; readonly answer: Answer }
  | {
      readonly number: number;
      readonly ok: false;
      readonly code: ErrorCode | null;
      readonly message: string;
      readonly data: ErrorData;
    };

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks a Worker questions, one answer each. The Worker starts with the first question; should it die, what was
 * asked of it fails and the next question starts another.
 */
export class WorkerClient<Question, Answer> {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting<Answer>>();
  private lastNumber = 0;

  /** @param address the Worker's entry, which answers with {@link serveQuestions} */
  constructor(private readonly address: string) {}

  /** Asks; the buffers in `transfer` are handed over, not copied. Throws what the Worker threw. */
  ask(question: Question, transfer: ArrayBuffer[] = []): Promise<Answer> {
    const number = ++this.lastNumber;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.waiting.set(number, { resolve, reject });
    this.worker ??= this.start();
    this.worker.postMessage({ number, question } satisfies WorkerQuestion<Question>, transfer);
    return promise;
  }

  /** Ends the Worker. */
  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.failAll("the service is stopping");
  }

  private start(): Worker {
    const worker = new Worker(this.address);
    worker.onmessage = (event: MessageEvent<WorkerAnswer<Answer>>) => this.receive(event.data);
    worker.onerror = (event) => {
      if (this.worker !== worker) return;
      this.worker = null;
      worker.terminate();
      this.failAll(event.message);
    };
    return worker;
  }

  private receive(message: WorkerAnswer<Answer>): void {
    const waiting = this.waiting.get(message.number);
    this.waiting.delete(message.number);
    if (message.ok) waiting?.resolve(message.answer);
    else if (message.code === null) waiting?.reject(new Error(message.message));
    else waiting?.reject(new TillrollError(message.code, message.message, message.data));
  }

  private failAll(reason: string): void {
    const failed = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of failed) reject(new Error(reason));
  }
}

/**
 * The Worker's side: answers each question with what `respond` returns or throws.
 * @param buffersOf the buffers of an answer that are handed over, not copied
 */
export function serveQuestions<Question, Answer>(
  self: Worker,
  respond: (question: Question) => Answer | Promise<Answer>,
  buffersOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  self.onmessage = async (event: MessageEvent<WorkerQuestion<Question>>) => {
    const { number, question } = event.data;
    const message = await answerTo(number, question, respond);
    self.postMessage(message, message.ok ? buffersOf(message.answer) : []);
  };
}

async function answerTo<Question, Answer>(
  number: number,
  question: Question,
  respond: (question: Question) => Answer | Promise<Answer>,
): Promise<WorkerAnswer<Answer>> {
  try {
    return { number, ok: true, answer: await respond(question) };
  } catch (error) {
    if (error instanceof TillrollError) {
      return { number, ok: false, code: error.code, message: error.message, data: error.data };
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { number, ok: false, code: null, message, data: {} };
  }
}
