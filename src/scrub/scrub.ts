import type { ScrubAnswer } from "../contract/scrub.ts";
import type { Clock, MonotonicClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import type { Log } from "../operations/log.ts";
import { reasonOf } from "../platform/worker-channel.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import type { ScrubChange, ScrubProgress, ScrubReader } from "../storage/scrub-store.ts";
import type { Writer } from "../storage/writer.ts";
import { aboutPrint, type DamagedSegmentOf, type Finding, FIRST_PLACE, type ScrubStep } from "./finding.ts";
import { SCRUB_LIMITS } from "./scrub-limits.ts";
import { scrubAnswer } from "./scrub-answer.ts";
import type { ScrubOptions } from "./scrub-options.ts";
import type { ToScrub } from "./scrub-worker.ts";

/** What is told of by reading, beside the rounds. */
const MET = "It was damaged when it was read.";

export interface ScrubParts {
  readonly options: ScrubOptions;
  readonly databasePath: string;
  readonly reader: ScrubReader;
  readonly writer: Pick<Writer, "submit" | "depth">;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly log: Log;
  /** How large the database is, bytes. */
  databaseBytes(): number;
  /** How many prints there are. */
  prints(): number;
  /** Has a segment of the search index built anew. */
  onDamagedSegment(segment: DamagedSegmentOf): void;
}

/**
 * Checks all that is stored, round after round, behind everything else: a piece at a time, so many bytes a second, and none
 * while prints come in. Where a round is, is stored, so that a restart goes on there. What was found stays until it is
 * looked at again and whole.
 */
export class Scrub {
  private readonly worker = new WorkerThread<ToScrub>({
    entry: "scrub/scrub-worker",
    smol: true,
    restMilliseconds: SCRUB_LIMITS.restMilliseconds / 2,
  });
  private progressNow: ScrubProgress;
  private readonly ending = new AbortController();
  private timer: Timer | undefined;
  private isRunning = false;
  /** What writes, or may yet. */
  private readonly underWay = new Set<Promise<void>>();
  /** Whether the present round is to be done at the full rate. */
  private isHurried = false;
  private notedAt = 0;
  private lastPrintAt = Number.NEGATIVE_INFINITY;
  private recheckedAt = Number.NEGATIVE_INFINITY;
  private unnoted: Finding[] = [];
  /** When prints were last told of that reading has met, by their ids. */
  private readonly told = new Map<number, number>();
  /** Why the last piece could not be checked; `null` when it could. */
  fault: string | null = null;

  constructor(private readonly parts: ScrubParts) {
    this.progressNow = parts.reader.progress();
  }

  /** Where it is. */
  get progress(): ScrubProgress {
    return this.progressNow;
  }

  /** Whether a round is under way. */
  get isUnderWay(): boolean {
    return this.progressNow.beganAt !== null;
  }

  /** When the next round begins, epoch milliseconds; `null` while one is under way, and where none begins by itself. */
  get nextAt(): number | null {
    const { everyMilliseconds } = this.parts.options;
    if (this.isUnderWay || everyMilliseconds === null) return null;
    const { finishedAt } = this.progressNow;
    return finishedAt === null ? this.parts.clock() : finishedAt + everyMilliseconds;
  }

  /** How it is, as it is told. */
  answer(): ScrubAnswer {
    const { reader, prints } = this.parts;
    const findings = reader.findings(SCRUB_LIMITS.listed);
    return scrubAnswer({ progress: this.progressNow, findings, total: prints(), nextAt: this.nextAt });
  }

  /** Begins to check, some time after the start, which is for the tills. */
  begin(): void {
    this.schedule(SCRUB_LIMITS.restMilliseconds);
  }

  /** Begins a round now, at the full rate; one that is under way goes on at it. */
  hurry(): void {
    this.isHurried = true;
    if (!this.isUnderWay) this.beginRound();
    this.schedule(0);
  }

  /** Ends what is under way; after it nothing is written any more. */
  async close(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.timer);
    this.worker.end("the service is stopping");
    await Promise.allSettled(this.underWay);
  }

  /** To be called when prints were stored: checking stands back. */
  standBack(): void {
    this.lastPrintAt = this.parts.monotonic();
  }

  /** Notes what reading met. */
  noteError(error: unknown): void {
    if (!(error instanceof TillrollError) || error.code !== "PRINT_DATA_DAMAGED") return;
    const { printId } = error.data;
    if (typeof printId === "number") this.noteDamagedPrints([printId]);
  }

  /** Notes prints that reading has met damaged; what of them is, is looked at. */
  noteDamagedPrints(printIds: readonly number[]): void {
    const now = this.parts.monotonic();
    const fresh = printIds.filter(
      (id) => (this.told.get(id) ?? -Infinity) + SCRUB_LIMITS.toldMilliseconds < now,
    );
    if (fresh.length === 0 || this.ending.signal.aborted) return;
    if (this.told.size > SCRUB_LIMITS.listed) this.told.clear();
    for (const id of fresh) this.told.set(id, now);
    this.follow(this.recheck(fresh, MET).catch((error: unknown) => this.note(error)));
  }

  private schedule(milliseconds: number): void {
    clearTimeout(this.timer);
    if (this.ending.signal.aborted) return;
    this.timer = setTimeout(() => this.follow(this.work()), milliseconds);
    this.timer.unref();
  }

  private follow(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** @throws what the writer does; nothing is written once it is closed */
  private async write(change: ScrubChange): Promise<void> {
    if (!this.ending.signal.aborted) await this.parts.writer.submit({ kind: "scrub", change });
  }

  private async work(): Promise<void> {
    if (this.isRunning || this.ending.signal.aborted) return;
    this.isRunning = true;
    let rest: number = SCRUB_LIMITS.restMilliseconds;
    try {
      await this.recheckKnown();
      const { nextAt } = this;
      if (nextAt !== null && this.parts.clock() >= nextAt) this.beginRound();
      while (this.isUnderWay && !this.ending.signal.aborted) await this.step();
      this.fault = null;
    } catch (error) {
      this.note(error);
      rest = SCRUB_LIMITS.restMilliseconds;
    } finally {
      this.isRunning = false;
      if (!this.ending.signal.aborted) this.schedule(rest);
    }
  }

  private beginRound(): void {
    this.progressNow = {
      ...this.progressNow,
      beganAt: this.parts.clock(),
      place: FIRST_PLACE,
      prints: 0,
      bytes: 0,
    };
  }

  /** Checks the next piece, and waits for as long as its bytes may take. */
  private async step(): Promise<void> {
    await this.quiet();
    const { databasePath, onDamagedSegment } = this.parts;
    const place = this.progressNow.place ?? FIRST_PLACE;
    const { step } = await this.worker.ask({ databasePath, place, printIds: [] });
    if (step === null) return;
    for (const segment of step.segments) onDamagedSegment(segment);
    this.unnoted.push(...step.findings);
    await this.advance(step);
    await this.pause((step.bytes / this.bytesPerSecond()) * 1000);
  }

  private async advance({ next, prints, bytes }: ScrubStep): Promise<void> {
    const now = this.progressNow;
    const beganAt = now.beganAt ?? 0;
    this.progressNow = { ...now, place: next, prints: now.prints + prints, bytes: now.bytes + bytes };
    if (next === null) {
      const { prints: finishedPrints, bytes: finishedBytes } = this.progressNow;
      const finishedAt = this.parts.clock();
      const finished = { beganAt: null, finishedAt, finishedPrints, finishedBytes };
      this.progressNow = { ...this.progressNow, ...finished };
      this.isHurried = false;
      await this.store(beganAt);
      this.parts.log.write("info", "all that is stored was checked", {
        prints: finishedPrints,
        bytes: finishedBytes,
        findings: [...this.parts.reader.counts().values()].reduce((sum, count) => sum + count, 0),
      });
    } else if (
      this.unnoted.length > 0 ||
      this.parts.monotonic() - this.notedAt > SCRUB_LIMITS.noteMilliseconds
    )
      await this.store(0);
  }

  /** @param forgetBefore what was last seen before is not there any more */
  private async store(forgetBefore: number): Promise<void> {
    const found = this.unnoted;
    this.unnoted = [];
    this.notedAt = this.parts.monotonic();
    for (const { kind, subject, detail } of found)
      this.parts.log.write("error", "damage was found in what is stored", { kind, about: subject, detail });
    const change = { do: "note", progress: this.progressNow, found, rechecked: [], forgetBefore } as const;
    await this.write(change);
  }

  /** Looks again at the prints of which something was found: it may have been mended. */
  private async recheckKnown(): Promise<void> {
    const now = this.parts.monotonic();
    if (now - this.recheckedAt < SCRUB_LIMITS.recheckMilliseconds) return;
    this.recheckedAt = now;
    const known = this.parts.reader.findings(SCRUB_LIMITS.listed);
    const printIds = [...new Set(known.flatMap(({ printId }) => printId ?? []))];
    if (printIds.length > 0) await this.recheck(printIds, null);
  }

  /** @param met what is noted where nothing is found by looking again; `null` for nothing */
  private async recheck(printIds: readonly number[], met: string | null): Promise<void> {
    const { databasePath } = this.parts;
    const { findings } = await this.worker.ask({ databasePath, place: null, printIds });
    const found = new Set(findings.map(({ printId }) => printId));
    const missed = met === null ? [] : printIds.filter((id) => !found.has(id));
    const all = [...findings, ...missed.map((id) => aboutPrint("metadata", id, met ?? ""))];
    const change = { do: "note", progress: null, found: all, rechecked: printIds, forgetBefore: 0 } as const;
    await this.write(change);
  }

  /** Waits until no print was stored for a moment; not for ever, or a busy shop would never be checked. */
  private async quiet(): Promise<void> {
    const { monotonic, writer } = this.parts;
    const { quietMilliseconds, patienceMilliseconds } = SCRUB_LIMITS;
    const deadline = monotonic() + patienceMilliseconds;
    const isBusy = () => writer.depth > 0 || monotonic() - this.lastPrintAt < quietMilliseconds;
    while (isBusy() && monotonic() < deadline && !this.ending.signal.aborted)
      await this.pause(quietMilliseconds / 5);
  }

  /** So many that a round takes no longer than there is until the next. */
  private bytesPerSecond(): number {
    const { bytesPerSecond, everyMilliseconds } = this.parts.options;
    if (this.isHurried || everyMilliseconds === null) return bytesPerSecond;
    const needed = (this.parts.databaseBytes() * 2000) / everyMilliseconds;
    return Math.min(bytesPerSecond, Math.max(SCRUB_LIMITS.leastBytesPerSecond, needed));
  }

  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.ending;
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    const timer = setTimeout(end, milliseconds);
    timer.unref();
    signal.addEventListener("abort", end);
    await promise;
    clearTimeout(timer);
    // There is a pause after each piece: what listens must not pile up.
    signal.removeEventListener("abort", end);
  }

  private note(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.fault = error instanceof Error ? error.message : String(error);
    this.parts.log.write("warning", "checking what is stored was interrupted, and goes on soon", {
      reason: reasonOf(error),
    });
  }
}
