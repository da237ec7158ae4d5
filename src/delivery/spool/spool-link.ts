import type { Link, JobFacts, LinkOptions, Readiness, SendOutcome } from "../link.ts";
import { documentName } from "../link.ts";
import type { SpooledJobState, Spool } from "./spool.ts";

/** Between looks at a job that has been handed over, milliseconds: at first, and at most. */
const LOOK = { first: 50, longest: 1000, growth: 1.5 } as const;

/**
 * The way to a printer by another spooler: a job is handed over whole, then watched until it is printed. One that cannot
 * begin is taken back after a while and waits here: what is stale when the printer is back is known here alone.
 */
export class SpoolLink implements Link {
  /** Why the job that is being sent is to end; `null` while it is not. */
  private stop: string | null = null;
  private endNap: () => void = () => {};
  private trouble: string | null = null;
  private troubleSince = 0;

  constructor(
    private readonly spool: Spool,
    private readonly options: LinkOptions,
  ) {}

  ask(_isPoll: boolean): Promise<Readiness> {
    return this.spool.look();
  }

  async send(job: Uint8Array, facts: JobFacts): Promise<SendOutcome> {
    this.stop = null;
    this.trouble = null;
    const submitted = await this.spool.submit(job, documentName(facts), facts.mediaType);
    if (submitted.kind === "unknown") return { kind: "interrupted", sentBytes: 0, reason: submitted.reason };
    if (submitted.kind !== "taken") return submitted;
    return this.watch(submitted.job, job.length);
  }

  abort(reason: string): void {
    this.stop = reason;
    this.endNap();
  }

  rest(): void {}

  close(): void {
    this.abort("The service was stopped.");
    this.spool.close();
  }

  private async watch(job: number, sentBytes: number): Promise<SendOutcome> {
    for (let wait: number = LOOK.first; ; wait = Math.min(wait * LOOK.growth, LOOK.longest)) {
      if (this.stop !== null) return this.withdraw(job, sentBytes, this.stop);
      const state = await this.spool.lookAt(job);
      if (state.kind === "printed") return { kind: "printed", note: state.note };
      if (state.kind === "ended") return { kind: "interrupted", sentBytes, reason: state.reason };
      this.tell(state);
      if (state.kind === "waits" && this.isStuck) {
        const reason = this.trouble ?? "";
        const cancelled = await this.spool.cancel(job);
        if (cancelled === "waited") return { kind: "untouched", reason };
        if (cancelled === "begun") return { kind: "interrupted", sentBytes, reason };
      }
      await this.nap(wait);
    }
  }

  /** Takes back a job that is not to be printed any more. */
  private async withdraw(job: number, sentBytes: number, reason: string): Promise<SendOutcome> {
    const cancelled = await this.spool.cancel(job);
    return cancelled === "waited"
      ? { kind: "untouched", reason }
      : { kind: "interrupted", sentBytes, reason };
  }

  private get isStuck(): boolean {
    return this.trouble !== null && performance.now() >= this.troubleSince + this.options.times.stall;
  }

  private tell(state: Exclude<SpooledJobState, { kind: "printed" | "ended" }>): void {
    if (state.kind !== "unreachable" && state.status !== null) this.options.onStatus(state.status);
    const trouble = state.kind === "unreachable" ? state.reason : state.trouble;
    if (trouble === this.trouble) return;
    if (this.trouble === null) this.troubleSince = performance.now();
    this.trouble = trouble;
    this.options.onTrouble(trouble);
  }

  private async nap(milliseconds: number): Promise<void> {
    if (this.stop !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.endNap = resolve;
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
  }
}
