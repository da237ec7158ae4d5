import type { Clock } from "../domain/clock.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Log } from "../operations/log.ts";
import { sentenceOf } from "../platform/system-error.ts";
import type { SealStore } from "../storage/seal-store.ts";
import type { StoredSeal } from "../journal/seal.ts";
import type { Writer } from "../storage/writer.ts";
import { SealFile } from "./seal-file.ts";
import { SEAL_LIMITS } from "./seal-limits.ts";
import type { SealOptions } from "./seal-options.ts";
import { SealPlace } from "./seal-place.ts";
import { SealRecord } from "./seal-record.ts";
import { requestTimeStamp } from "./time-stamp/authority.ts";

export interface SealsOptions {
  readonly options: SealOptions;
  readonly dataFolder: string;
  readonly store: SealStore;
  readonly workspaces: { list(): readonly Workspace[] };
  readonly writer: Pick<Writer, "submit">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Seals the journals of all workspaces, and has their seals kept elsewhere and stamped. Prints never wait for it. */
export class Seals {
  readonly record: SealRecord;
  private readonly file: SealFile;
  private readonly place: SealPlace | null;
  /** Of each workspace, the number of the last seal that was brought to the place. */
  private readonly placed = new Map<number, number>();
  private readonly inFile = new Map<number, number>();
  private delivery: Promise<void> = Promise.resolve();
  private readonly ending = new AbortController();

  /** @throws TillrollError BAD_REQUEST when the place cannot be one */
  constructor(private readonly given: SealsOptions) {
    const { options, dataFolder, clock, store, workspaces } = given;
    this.file = new SealFile(dataFolder);
    this.place = options.to === null ? null : new SealPlace(options.to, options.access);
    const newest = () => workspaces.list().map(({ id }) => store.newest(id));
    this.record = new SealRecord(options, clock, () => newest().filter((seal) => seal !== null));
  }

  /** Where seals are kept elsewhere, as people call it; `null` for nowhere. */
  get address(): string | null {
    return this.place?.address ?? null;
  }

  /** The time-stamping authority's host; `null` for none. */
  get authority(): string | null {
    const { timeStamp } = this.given.options;
    return timeStamp === null ? null : (URL.parse(timeStamp)?.host ?? "");
  }

  /** When a journal was sealed last, epoch milliseconds; `null` for never. */
  lastSealedAt(): number | null {
    return this.record.lastSealedAt();
  }

  /** Seals all journals that have grown, and delivers their seals. @throws what the database throws */
  async sealAll(signal: AbortSignal): Promise<void> {
    for (const { id } of this.given.workspaces.list()) {
      signal.throwIfAborted();
      await this.given.writer.submit({ kind: "seal", change: { do: "seal", workspaceId: id } });
    }
    await this.deliver(signal);
  }

  /** Seals the journal of a workspace now; its seals are delivered afterwards. @returns the newest; `null` for an empty journal */
  async seal(workspaceId: number): Promise<StoredSeal | null> {
    await this.given.writer.submit({ kind: "seal", change: { do: "seal", workspaceId } });
    void this.deliver(this.ending.signal);
    return this.given.store.newest(workspaceId);
  }

  /** Brings all seals to where they are kept, and has the newest stamped. What fails is tried again; never throws. */
  deliver(signal: AbortSignal): Promise<void> {
    // One at a time: the file's lines are in order, and no seal is stamped twice.
    this.delivery = this.delivery.then(() => this.deliverNow(AbortSignal.any([signal, this.ending.signal])));
    return this.delivery;
  }

  /** Waits for a delivery that is under way, which ends soon. */
  async close(): Promise<void> {
    this.ending.abort(new Error("the service stops"));
    await this.delivery;
  }

  private async deliverNow(signal: AbortSignal): Promise<void> {
    await this.attempt("file", signal, () => this.fill(this.inFile, (seals) => this.addToFile(seals)));
    if (this.given.options.timeStamp !== null)
      await this.attempt("timeStamp", signal, () => this.stamp(signal));
    const { place } = this;
    const service = this.given.store.service();
    if (place === null || service === null) return;
    await this.attempt("place", signal, () =>
      this.fill(this.placed, (seals) => place.add(service, seals, signal)),
    );
  }

  /** Hands the seals after those that were handed over already to where they are kept. */
  private async fill(
    done: Map<number, number>,
    add: (seals: readonly StoredSeal[]) => Promise<void>,
  ): Promise<void> {
    const { store, workspaces } = this.given;
    for (const { id } of workspaces.list()) {
      for (;;) {
        const seals = store.after(id, done.get(id) ?? 0, SEAL_LIMITS.piece);
        const last = seals.at(-1);
        if (last === undefined) break;
        await add(seals);
        // Its time stamp may come later.
        const isWhole = this.given.options.timeStamp === null || last.timeStamp !== null;
        done.set(id, isWhole ? last.number : last.number - 1);
        if (seals.length < SEAL_LIMITS.piece) break;
      }
    }
  }

  private addToFile(seals: readonly StoredSeal[]): Promise<void> {
    return this.file.add(seals.map(({ text }) => text));
  }

  /** Has the newest seal of each workspace stamped: it names all those before. */
  private async stamp(signal: AbortSignal): Promise<void> {
    const { options, store, workspaces, writer } = this.given;
    for (const { id } of workspaces.list()) {
      const newest = store.newest(id);
      if (newest === null || newest.timeStamp !== null) continue;
      const timeStamp = await requestTimeStamp(options.timeStamp ?? "", newest.text, signal);
      const change = { do: "stamp", workspaceId: id, number: newest.number, timeStamp } as const;
      await writer.submit({ kind: "seal", change });
    }
  }

  private async attempt(
    what: "file" | "place" | "timeStamp",
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    if (signal.aborted) return;
    try {
      await work();
      this.record.noteSuccess(what);
    } catch (error) {
      if (signal.aborted) return;
      const fault = sentenceOf(error);
      if (this.record.noteFailure(what, fault))
        this.given.log.write("warning", "seals of the journal could not be delivered", {
          what,
          error: fault,
        });
    }
  }
}
