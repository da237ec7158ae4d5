import type { Clock, MonotonicClock } from "../domain/clock.ts";
import type {
  Offer,
  OwnUpstreamChange,
  Upstream,
  UpstreamChange,
  UpstreamReader,
} from "../storage/upstream-store.ts";
import { ArchiveClient } from "./archive-client.ts";
import { ArchiveError } from "./archive-error.ts";
import { firstLacking } from "./find-lost.ts";
import { nextBatch } from "./next-batch.ts";
import { obey, wantedOrdinals } from "./obey.ts";
import { backOff, Pace, smallerLimit } from "./pace.ts";
import type { PrintSource } from "./print-source.ts";
import {
  BATCH_LIMITS,
  type BatchAnswer,
  type HasAnswer,
  type Hello,
  type HelloAnswer,
  type PrintIdentity,
  type RewindAnswer,
  type ShipCursor,
} from "../contract/upstream-messages.ts";
import type { ShippingState } from "./shipping-messages.ts";
import { SHIPPING_TIMES, type ShippingTimes, UPSTREAM_LIMITS } from "../domain/upstream-limits.ts";

export interface ShipperParts {
  readonly workspaceId: number;
  readonly reader: UpstreamReader;
  readonly source: PrintSource;
  /** Made at random at each start of the service. */
  readonly run: string;
  readonly version: string;
  /** Has the one writer make a change; once this is answered it is durable. */
  write(change: UpstreamChange): Promise<void>;
  /** Erases a print. @returns whether it is gone */
  erase(workspaceId: number, printId: number, reason: string): Promise<boolean>;
  /** What is wrong with the printers of the workspace, a sentence each. */
  troubles(workspaceId: number): Promise<readonly string[]>;
  tell(state: ShippingState): void;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  /** From 0 up to, and without, 1. */
  readonly random: () => number;
  readonly times?: ShippingTimes;
}

/** How long the next step waits, milliseconds, and whether new prints end that. */
interface Rest {
  readonly milliseconds: number;
  readonly isWoken: boolean;
}

const AT_ONCE: Rest = { milliseconds: 0, isWoken: true };

/**
 * Sends the prints of a workspace to its archive, one request at a time: what is new, then what has changed. What it knows
 * is in the database, so that it may end anywhere. It does nothing that a till waits for.
 */
export class Shipper {
  private readonly ending = new AbortController();
  private readonly pace = new Pace();
  private wakeUp: (() => void) | null = null;
  private hasNews = false;
  /** When the archive is told that the shop is there, by the monotonic clock. */
  private helloDueAt = -Infinity;
  /** Since this run began it has agreed with the archive once. */
  private hasAgreed = false;
  /** When the archive had got what this service had not sent, epoch milliseconds. */
  private conflictAt: number | null = null;
  private failures = 0;
  private limits: HelloAnswer["limits"] = { batchBytes: BATCH_LIMITS.bytes, bytesPerSecond: null };
  /** Orders that the archive has not heard of yet that they were obeyed. */
  private obeyed: readonly PrintIdentity[] = [];
  private state: ShippingState;
  private readonly times: ShippingTimes;

  constructor(private readonly parts: ShipperParts) {
    const { workspaceId } = parts;
    this.times = parts.times ?? SHIPPING_TIMES;
    this.state = { workspaceId, trouble: null, isRefused: false, contactedAt: null, clonedAt: null };
  }

  /** Sends for as long as the workspace has an archive, or until {@link close}. */
  async work(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const upstream = this.parts.reader.find(this.parts.workspaceId);
      if (upstream === null || upstream.apiKey === null) return;
      await this.rest(await this.attempt(upstream));
    }
  }

  /** There are new prints, or others have changed. */
  wake(): void {
    this.hasNews = true;
    this.wakeUp?.();
  }

  close(): void {
    this.ending.abort();
    this.wakeUp?.();
  }

  private async attempt(upstream: Upstream): Promise<Rest> {
    try {
      const rest = await this.step(upstream);
      this.failures = 0;
      return rest;
    } catch (error) {
      if (this.ending.signal.aborted) return AT_ONCE;
      return this.noteFailure(error);
    }
  }

  /** Whatever went wrong, the archive says next where to go on. */
  private noteFailure(error: unknown): Rest {
    this.failures++;
    this.helloDueAt = -Infinity;
    const fault = error instanceof ArchiveError ? error.fault : "failed";
    const trouble = error instanceof Error ? error.message : String(error);
    this.tell({ trouble, isRefused: fault === "refused" });
    if (fault === "refused") return { milliseconds: this.times.refused, isWoken: false };
    if (fault === "conflict" && this.failures === 1) return AT_ONCE;
    const wanted = error instanceof ArchiveError ? error.retryMilliseconds : null;
    return { milliseconds: backOff(this.failures, this.parts.random(), wanted, this.times), isWoken: false };
  }

  private async step(upstream: Upstream): Promise<Rest> {
    const { monotonic, reader, source, workspaceId } = this.parts;
    if (monotonic() >= this.helloDueAt) {
      await this.hello(upstream);
      return AT_ONCE;
    }
    if (upstream.reviewOrdinal < upstream.reviewEnd) {
      await this.write({ do: "review" });
      return AT_ONCE;
    }
    const waiting = this.pace.wait(monotonic());
    if (waiting > 0) return { milliseconds: waiting, isWoken: false };
    const bytesPerSecond = smallerLimit(upstream.bytesPerSecond, this.limits.bytesPerSecond);
    const most = smallerLimit(
      Math.min(BATCH_LIMITS.bytes, this.limits.batchBytes),
      bytesPerSecond && bytesPerSecond * UPSTREAM_LIMITS.batchSeconds,
    );
    const begun = monotonic();
    const batch = nextBatch(source, upstream, reader.endOf(workspaceId), most ?? BATCH_LIMITS.bytes);
    const worked = monotonic() - begun;
    if (batch === null) return { milliseconds: this.helloDueAt - monotonic(), isWoken: true };
    await this.write({ do: "offer", offer: batch.offer });
    this.pace.note(batch.packed.length, bytesPerSecond, monotonic());
    const answer = await this.client(upstream).send<BatchAnswer>("batch", keyOf(upstream), batch.packed);
    await this.noteAnswered(batch.offer, answer);
    await this.follow(answer);
    return { milliseconds: worked * UPSTREAM_LIMITS.restAfterWork, isWoken: false };
  }

  private async hello(upstream: Upstream): Promise<void> {
    const answer = await this.greet(upstream);
    const { monotonic, clock } = this.parts;
    this.limits = answer.limits;
    this.obeyed = [];
    await this.takeKey(upstream, answer);
    const offer = upstream.unanswered.find(({ nonce }) => nonce === answer.nonce);
    const isKnown = upstream.nonce === answer.nonce && isSame(upstream, answer);
    if (offer !== undefined && isSame(offer.to, answer)) await this.noteAnswered(offer, answer);
    else if (!isKnown) await this.goBack(upstream, answer);
    this.hasAgreed = true;
    await this.follow(answer);
    this.helloDueAt = monotonic() + this.times.hello;
    const now = clock();
    if (now - (upstream.contactedAt ?? 0) >= UPSTREAM_LIMITS.contactNoted)
      await this.write({ do: "contact" });
    this.tell({ trouble: null, isRefused: false, contactedAt: now, clonedAt: this.clonedAt(answer, now) });
  }

  /** Says who it is, with the key that is to come first: by that the archive learns that it is here. */
  private async greet(upstream: Upstream): Promise<HelloAnswer> {
    const { workspaceId, run, version, clock, reader } = this.parts;
    const { prints, changes } = reader.backlog(upstream);
    const troubles = await this.parts.troubles(workspaceId);
    const { instance, nextKey, nonce } = upstream;
    const backlog = prints + changes;
    const { obeyed } = this;
    const hello: Hello = { instance, run, now: clock(), version, backlog, troubles, nonce, obeyed };
    const client = this.client(upstream);
    if (nextKey !== null)
      try {
        const answer = await client.ask<HelloAnswer>("hello", nextKey, hello);
        await this.write({ do: "keyUsed", key: nextKey });
        return answer;
      } catch (error) {
        if (!(error instanceof ArchiveError) || error.fault !== "refused") throw error;
      }
    return client.ask<HelloAnswer>("hello", keyOf(upstream), hello);
  }

  /** It is durable before it is used: with its first use the one before ends. */
  private async takeKey({ apiKey, nextKey }: Upstream, { nextKey: given }: HelloAnswer): Promise<void> {
    if (given === undefined || given === apiKey || given === nextKey) return;
    await this.write({ do: "nextKey", key: given });
  }

  /**
   * The archive has got what this database knows nothing of: it is a restored one, or there are two of it, or the archive is a
   * restored one. It goes on where the archive lacks a print, and tells all changes again that the archive may lack.
   */
  private async goBack(upstream: Upstream, from: HelloAnswer): Promise<void> {
    const { source, reader, workspaceId, clock } = this.parts;
    const client = this.client(upstream);
    const key = keyOf(upstream);
    const first = await firstLacking(
      reader.endOf(workspaceId),
      (ordinal) => source.inSnapshot(() => source.identityBefore(workspaceId, ordinal)),
      async (print) => (await client.ask<HasAnswer>("has", key, print)).has,
    );
    const to = { nextOrdinal: first, nextChange: 1 };
    const offer = { nonce: crypto.randomUUID(), to, prints: [0, 0], through: 0, reviewEnd: first } as const;
    await this.write({ do: "offer", offer });
    const { nextOrdinal, nextChange } = from;
    const rewind = { from: { nextOrdinal, nextChange }, to, nonce: offer.nonce };
    await this.noteAnswered(offer, await client.ask<RewindAnswer>("rewind", key, rewind));
    // A service that runs is not restored meanwhile: somebody else has sent with its key.
    if (this.hasAgreed) this.conflictAt = clock();
  }

  /** When somebody else was last seen to use the key: by this service, or by the archive, which sees both; `null` for nobody. */
  private clonedAt({ isCloned }: HelloAnswer, now: number): number | null {
    if (isCloned === true) return now;
    const { conflictAt } = this;
    return conflictAt === null || now - conflictAt > UPSTREAM_LIMITS.clonedTold ? null : conflictAt;
  }

  private async noteAnswered(offer: Offer, answer: ShipCursor): Promise<void> {
    if (!isSame(offer.to, answer))
      throw new ArchiveError("conflict", "The archive has gone on elsewhere than it was sent.");
    await this.write({ do: "answered", nonce: offer.nonce });
  }

  private async follow({ orders, wanted }: Pick<BatchAnswer, "orders" | "wanted">): Promise<void> {
    const { source, workspaceId, erase } = this.parts;
    const ordinals = wantedOrdinals(source, workspaceId, wanted);
    if (ordinals.length > 0) await this.write({ do: "want", ordinals });
    if (orders.length === 0) return;
    this.obeyed = await obey(source, workspaceId, orders, (id, reason) => erase(workspaceId, id, reason));
  }

  private client(upstream: Upstream): ArchiveClient {
    return new ArchiveClient(upstream, this.ending.signal);
  }

  private write(change: OwnUpstreamChange): Promise<void> {
    return this.parts.write({ ...change, workspaceId: this.parts.workspaceId });
  }

  private tell(news: Partial<ShippingState>): void {
    this.state = { ...this.state, ...news };
    this.parts.tell(this.state);
  }

  private async rest({ milliseconds, isWoken }: Rest): Promise<void> {
    if (milliseconds <= 0) return;
    if (!isWoken || !this.hasNews) await this.sleep(milliseconds, isWoken);
    if (!isWoken || !this.hasNews) return;
    this.hasNews = false;
    await this.sleep(this.times.gather, false);
  }

  private async sleep(milliseconds: number, isWoken: boolean): Promise<void> {
    if (this.ending.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.wakeUp = () => {
      if (isWoken || this.ending.signal.aborted) resolve();
    };
    await promise;
    clearTimeout(timer);
    this.wakeUp = null;
  }
}

function keyOf({ apiKey }: Upstream): string {
  return apiKey ?? "";
}

function isSame(one: ShipCursor, other: ShipCursor): boolean {
  return one.nextOrdinal === other.nextOrdinal && one.nextChange === other.nextChange;
}
