import { monotonicClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { CLIENT_LIMITS, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

interface ClientRateOptions {
  /** What each address may bring in for long; 0 for no limit. */
  readonly bytesPerSecond: number;
  /** What each may bring in at once before that. */
  readonly burstBytes?: number;
  /** Addresses that are remembered; the one not heard of for longest is forgotten first. */
  readonly addresses?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** What an address may still bring in, bytes. Below 0 it waits until it is above 0 again. */
interface Budget {
  bytes: number;
  filledAt: number;
  /** Connections that wait to be read again, the first come first. */
  readonly waiting: Set<() => void>;
  timer: Timer | undefined;
}

/**
 * Limits the rate at which each client address brings in prints, by all protocols together: a token bucket for each address.
 * A client with anything left may bring in a whole piece, however large. What goes beyond its budget is a debt, and the next
 * piece waits until it is paid off. So no piece is too large, and small ones do not keep a large one waiting for ever.
 */
export class ClientRate {
  private readonly options: Required<ClientRateOptions>;
  /** By address, the one heard of last at the end: a Map keeps the order of insertion. */
  private readonly budgets = new Map<string, Budget>();

  constructor(options: ClientRateOptions) {
    const { burstBytes, addresses } = CLIENT_LIMITS;
    this.options = { burstBytes, addresses, now: monotonicClock, ...options };
  }

  /** Whether there is a limit: without one no address need be asked for. */
  get isLimited(): boolean {
    return this.options.bytesPerSecond > 0;
  }

  /** How long until a client may bring in more, milliseconds; 0: it may now. */
  waitMilliseconds(client: string): number {
    const budget = this.isLimited ? this.budgets.get(client) : undefined;
    if (budget === undefined) return 0;
    this.fill(budget);
    return this.waitOf(budget);
  }

  /** Counts what a client has brought in, or is about to. */
  spend(client: string, bytes: number): void {
    if (!this.isLimited || bytes === 0) return;
    const budget = this.budgets.get(client) ?? this.newBudget();
    this.fill(budget);
    budget.bytes -= bytes;
    this.budgets.delete(client);
    this.budgets.set(client, budget);
    if (this.budgets.size > this.options.addresses)
      this.budgets.delete(this.budgets.keys().next().value ?? "");
  }

  /** Begins a request. @throws TillrollError RATE_LIMIT_EXCEEDED when the client's budget is spent */
  begin(client: string): void {
    const wait = this.waitMilliseconds(client);
    if (wait > 0) throw this.exceeded(wait);
  }

  /**
   * Counts bytes of a request that did not say how many it would bring.
   * @throws TillrollError RATE_LIMIT_EXCEEDED when the client owes as much as its whole burst: it has begun many at once
   */
  goOn(client: string, bytes: number): void {
    this.spend(client, bytes);
    const wait = this.waitMilliseconds(client);
    if (wait > (this.options.burstBytes / this.options.bytesPerSecond) * MILLISECONDS_PER_SECOND)
      throw this.exceeded(wait);
  }

  /**
   * Calls once when a client may bring in more, in turn with others that wait for the same.
   * @returns gives the waiting up
   */
  whenReady(client: string, goOn: () => void): () => void {
    const budget = this.budgets.get(client) ?? this.newBudget();
    budget.waiting.add(goOn);
    this.schedule(budget);
    return () => {
      budget.waiting.delete(goOn);
      if (budget.waiting.size > 0) return;
      clearTimeout(budget.timer);
      budget.timer = undefined;
    };
  }

  private newBudget(): Budget {
    return {
      bytes: this.options.burstBytes,
      filledAt: this.options.now(),
      waiting: new Set(),
      timer: undefined,
    };
  }

  private fill(budget: Budget): void {
    const now = this.options.now();
    const earned = ((now - budget.filledAt) / MILLISECONDS_PER_SECOND) * this.options.bytesPerSecond;
    budget.bytes = Math.min(this.options.burstBytes, budget.bytes + Math.max(0, earned));
    budget.filledAt = now;
  }

  private waitOf({ bytes }: Budget): number {
    // To the first whole byte.
    return bytes >= 1 ? 0 : ((1 - bytes) / this.options.bytesPerSecond) * MILLISECONDS_PER_SECOND;
  }

  private schedule(budget: Budget): void {
    if (budget.timer !== undefined) return;
    budget.timer = setTimeout(() => this.serve(budget), Math.ceil(this.waitOf(budget)));
  }

  /** Lets those that wait go on, one after the other, until the budget is spent again. */
  private serve(budget: Budget): void {
    budget.timer = undefined;
    this.fill(budget);
    // Those that begin to wait meanwhile are behind, and are served in the next round.
    for (const goOn of Array.from(budget.waiting)) {
      if (this.waitOf(budget) > 0) break;
      // Given up by one before it.
      if (budget.waiting.delete(goOn)) goOn();
    }
    if (budget.waiting.size > 0) this.schedule(budget);
  }

  private exceeded(waitMilliseconds: number): TillrollError {
    const retryAfterSeconds = Math.ceil(waitMilliseconds / MILLISECONDS_PER_SECOND);
    const message = `This address has sent more than ${this.options.bytesPerSecond} bytes a second for too long; try again later.`;
    return new TillrollError("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds });
  }
}
