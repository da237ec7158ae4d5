import { TillrollError } from "../domain/errors.ts";
import type { Log } from "../operations/log.ts";
import type { WorkerFault } from "../operations/health.ts";
import { workerAddress } from "../platform/worker-entry.ts";
import type { FromRules, RuleQuestion, RuleWrites, ToRules } from "./rules-messages.ts";
import type { TrialResult } from "./trial.ts";

/** How long the Worker stays when nothing is left to do, milliseconds: it takes memory. */
const REST_MILLISECONDS = 5000;

export interface RulesThreadOptions {
  readonly databasePath: string;
  readonly log: Log;
  /** Writes what rules found. @returns whether all of it is durable */
  store(writes: RuleWrites): Promise<boolean>;
}

interface Asked {
  readonly resolve: (result: TrialResult | null) => void;
  readonly reject: (error: unknown) => void;
}

/** The way to the Worker that applies rules, which is there only while there is something to do. */
export class RulesThread {
  private worker: Worker | null = null;
  private restTimer: Timer | null = null;
  /** Messages that the Worker is to act on. */
  private told = 0;
  /** How many of them it has acted on. */
  private heard = 0;
  private lastQuestion = 0;
  private readonly asked = new Map<number, Asked>();
  private lastFault: WorkerFault | null = null;

  constructor(private readonly options: RulesThreadOptions) {}

  /** What the work met last; `null` since it has come to its end. */
  get fault(): WorkerFault | null {
    return this.lastFault;
  }

  /** Whether the Worker has work that it has not told the end of. */
  get isWorking(): boolean {
    return this.worker !== null && this.heard !== this.told;
  }

  /** Has the rules applied to new prints, and again to others where that was asked for. */
  wake(isBusy: boolean): void {
    this.send({ kind: "wake", isBusy });
  }

  /** @throws TillrollError whatever the answer is, and Error when the Worker ends before there is one */
  ask(question: RuleQuestion): Promise<TrialResult | null> {
    const number = ++this.lastQuestion;
    const { promise, resolve, reject } = Promise.withResolvers<TrialResult | null>();
    this.asked.set(number, { resolve, reject });
    this.send({ kind: "question", number, question });
    return promise;
  }

  /** Ends the Worker; what it was asked is refused for this reason. */
  end(reason: string): void {
    clearTimeout(this.restTimer ?? undefined);
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.asked.values()) reject(new Error(reason));
    this.asked.clear();
  }

  private send(message: ToRules): void {
    clearTimeout(this.restTimer ?? undefined);
    this.worker ??= this.start();
    this.told++;
    this.worker.postMessage(message);
  }

  private start(): Worker {
    // smol: it is in nobody's way for long, and collects its garbage sooner.
    const worker = new Worker(workerAddress("rules/rules-worker"), { smol: true });
    this.told = 0;
    this.heard = 0;
    worker.onmessage = (event: MessageEvent<FromRules>) => this.receive(worker, event.data);
    worker.onerror = (event) => {
      if (this.worker !== worker) return;
      this.options.log.write("error", "rules are not applied", { reason: event.message });
      this.lastFault = "died";
      this.end(event.message);
    };
    worker.postMessage({ kind: "open", databasePath: this.options.databasePath } satisfies ToRules);
    return worker;
  }

  private receive(worker: Worker, message: FromRules): void {
    // What an ended Worker had still to say is about what another one begins anew.
    if (worker !== this.worker) return;
    switch (message.kind) {
      case "write":
        void this.store(worker, message.writes);
        break;
      case "answer":
        this.take(message.number)?.resolve(message.result);
        break;
      case "refusal":
        this.take(message.number)?.reject(refusalOf(message));
        break;
      case "resting":
        this.heard = message.heard;
        this.lastFault = null;
        // A message that crossed this one has work for it.
        if (message.heard !== this.told) return;
        clearTimeout(this.restTimer ?? undefined);
        this.restTimer = setTimeout(() => this.end("the Worker rests"), REST_MILLISECONDS);
        break;
      case "failed":
        this.lastFault = "interrupted";
        this.options.log.write("warning", "applying rules was interrupted and goes on soon", {
          reason: message.reason,
        });
        break;
    }
  }

  private async store(worker: Worker, writes: RuleWrites): Promise<void> {
    const ok = await this.options.store(writes);
    if (this.worker === worker) worker.postMessage({ kind: "written", ok } satisfies ToRules);
  }

  private take(number: number): Asked | undefined {
    const asked = this.asked.get(number);
    this.asked.delete(number);
    return asked;
  }
}

function refusalOf(message: Extract<FromRules, { kind: "refusal" }>): Error {
  if (message.code === "UNKNOWN") return new Error(message.message);
  return new TillrollError(message.code, message.message, message.data);
}
