import { hostname } from "node:os";
import type { TargetOf } from "../../domain/target.ts";
import {
  documentName,
  type JobFacts,
  type Link,
  type LinkOptions,
  type Readiness,
  type SendOutcome,
} from "../link.ts";
import { LpdExchange } from "./lpd-exchange.ts";

/** What is not known of a job that a print server has. */
export const HANDED_OVER = "The print server took all of it; LPD does not tell whether it was printed.";

/** The way to a queue of a print server (RFC 1179): each job is one connection. */
export class LpdLink implements Link {
  private exchange: LpdExchange | null = null;
  /** Why the job that is being sent is to end, which may be told before there is a connection; `null` while it is not. */
  private stop: string | null = null;

  constructor(
    private readonly target: TargetOf<"lpd">,
    private readonly options: LinkOptions,
  ) {}

  async ask(_isPoll: boolean): Promise<Readiness> {
    const exchange = await this.open();
    if (typeof exchange === "string") return { kind: "unreachable", reason: exchange };
    exchange.close();
    return { kind: "ready", status: null };
  }

  async send(job: Uint8Array, facts: JobFacts): Promise<SendOutcome> {
    this.stop = null;
    const exchange = await this.open();
    if (typeof exchange === "string") return { kind: "untouched", reason: exchange };
    this.exchange = exchange;
    try {
      if (this.stop !== null) return { kind: "untouched", reason: this.stop };
      const trouble = await this.announce(exchange, job.length, facts);
      return trouble === null ? await this.hand(exchange, job) : { kind: "untouched", reason: trouble };
    } finally {
      this.exchange = null;
      exchange.close();
    }
  }

  abort(reason: string): void {
    this.stop = reason;
    this.exchange?.end(reason);
  }

  rest(): void {}

  close(): void {
    this.abort("The service was stopped.");
  }

  /** Everything before the job's own bytes (RFC 1179, 5.2 and 6). @returns why it does not take the job; `null` if it does */
  private async announce(exchange: LpdExchange, bytes: number, facts: JobFacts): Promise<string | null> {
    const host = ourName();
    const file = `fA${String(facts.id % 1000).padStart(3, "0")}${host}`;
    const name = documentName(facts);
    // Host, person and job; the file to be printed as it is (l) and removed, and what it was called.
    const control = [`H${host}`, "Ptillroll", `J${name}`, `ld${file}`, `Ud${file}`, `N${name}`, ""].join(
      "\n",
    );
    const steps = [
      `\x02${this.target.queue}\n`,
      `\x02${control.length} c${file}\n`,
      `${control}\0`,
      `\x03${bytes} d${file}\n`,
    ];
    for (const step of steps) {
      const answer = await exchange.ask(Buffer.from(step, "utf8"));
      if (answer !== 0) return typeof answer === "string" ? answer : this.refusal(answer);
    }
    return null;
  }

  private async hand(exchange: LpdExchange, job: Uint8Array): Promise<SendOutcome> {
    const before = exchange.taken;
    exchange.write(job);
    const answer = await exchange.ask(Uint8Array.of(0));
    if (answer === 0) return { kind: "printed", note: HANDED_OVER };
    if (typeof answer === "number") return { kind: "refused", reason: this.refusal(answer) };
    // A server that prints while it reads may have begun.
    const sentBytes = Math.min(exchange.taken - before, job.length);
    return { kind: "interrupted", sentBytes, reason: answer };
  }

  private refusal(answer: number): string {
    return `The print server does not take the job for its queue ${this.target.queue} (it answered ${answer}).`;
  }

  /** @returns the connection, or why there is none, in a sentence */
  private async open(): Promise<LpdExchange | string> {
    try {
      return await LpdExchange.open(this.target, this.options.times);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      return `The print server cannot be reached: ${cause}.`;
    }
  }
}

/** This machine's name as it may stand in a file's name. */
function ourName(): string {
  return (
    hostname()
      .replaceAll(/[^\w.-]/g, "")
      .slice(0, 31) || "tillroll"
  );
}
