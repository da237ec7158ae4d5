import { TillrollError } from "../../domain/errors.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import type { RawConnection } from "./raw-connection.ts";
import type { RawEffect } from "./raw-effect.ts";
import type { JobAccount, Relay } from "./relay.ts";

const NO_TAG: ReadonlyMap<string, string> = new Map();

type StoreEffect = Extract<RawEffect, { kind: "store" }>;
type SpoolEffect = Extract<RawEffect, { kind: "spool" }>;

export interface JobWorkOptions {
  readonly endpoint: Pick<PrinterEndpoint, "store" | "spool">;
  readonly connection: RawConnection;
  readonly relay: Relay;
  /** The host's address. */
  readonly client: string;
  now(): number;
  /** The connection was told how something went. */
  onSettled(): void;
}

/**
 * Has the jobs of a connection stored, and tells the connection and the real printer how that went. What belongs to one
 * job is made durable one after the other: a part that waits for room would otherwise come after the next, and one that
 * comes after the whole job would be left behind as a print of its own.
 */
export class JobWork {
  private readonly working = new Set<Promise<void>>();
  /** The latest part of each job that is being made durable, by its key: whether it and those before it are. */
  private readonly parts = new Map<string, Promise<boolean>>();

  constructor(private readonly options: JobWorkOptions) {}

  get isUnderWay(): boolean {
    return this.working.size > 0;
  }

  /** Waits until everything is stored, or is known not to be. */
  async done(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working);
  }

  /** Does what the connection wants stored. @returns whether the effect is such a thing */
  perform(effect: RawEffect): boolean {
    if (effect.kind === "store") {
      const account = effect.isPassing ? this.options.relay.endJob(effect.isAskedAbout) : null;
      void this.work(effect.ticket, () => this.store(effect, account));
    } else if (effect.kind === "spool") {
      const before = this.parts.get(effect.key);
      const done = this.work(effect.ticket, () => this.spool(effect, before));
      this.parts.set(effect.key, done);
      void done.then(() => {
        if (this.parts.get(effect.key) === done) this.parts.delete(effect.key);
      });
    } else {
      return false;
    }
    return true;
  }

  private async spool(effect: SpoolEffect, before: Promise<boolean> | undefined): Promise<void> {
    const { key, part, isPassing } = effect;
    // With a gap in it, a job would not be what the host has sent.
    if (before !== undefined && !(await before))
      throw new TillrollError("STORAGE_UNAVAILABLE", "A part before it could not be kept.");
    await this.options.endpoint.spool(key, part, this.about(true, isPassing));
  }

  private async store(effect: StoreEffect, account: JobAccount | null): Promise<void> {
    const { raw, spoolKey, isIncomplete, isPassing } = effect;
    try {
      if (spoolKey !== null && this.parts.has(spoolKey)) await this.parts.get(spoolKey);
      const job = { raw, spoolKey, ...this.about(isIncomplete, isPassing) };
      const id = await this.options.endpoint.store(job);
      account?.stored(id);
    } catch (error) {
      account?.dropped();
      throw error;
    }
  }

  private about(isIncomplete: boolean, isPassing: boolean) {
    const { client } = this.options;
    return { protocol: "raw", client, label: null, tag: NO_TAG, isIncomplete, isPassing } as const;
  }

  /** Does what takes time and tells the connection how it went. @returns whether it went well */
  private work(ticket: number, start: () => Promise<unknown>): Promise<boolean> {
    const { connection, now, onSettled } = this.options;
    const done = (async () => {
      try {
        await start();
        connection.completed(ticket, now());
        return true;
      } catch (error) {
        connection.failed(ticket, reasonOf(error), now());
        return false;
      }
    })();
    const settled = done.then(() => {
      this.working.delete(settled);
      onSettled();
    });
    this.working.add(settled);
    return done;
  }
}

/** Why something could not be kept, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof TillrollError ? error.message : String(error);
}
