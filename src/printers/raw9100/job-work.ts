import { TillrollError } from "../../domain/errors.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import type { RawConnection } from "./raw-connection.ts";
import type { RawEffect } from "./raw-effect.ts";
import type { JobAccount, Relay } from "./relay.ts";

const NO_TAG: ReadonlyMap<string, string> = new Map();

type StoreEffect = Extract<RawEffect, { kind: "store" }>;

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

/** Has the jobs of a connection stored, and tells the connection and the real printer how that went. */
export class JobWork {
  private readonly working = new Set<Promise<void>>();

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
      this.work(effect.ticket, () => this.store(effect, account));
    } else if (effect.kind === "spool") {
      const { key, part, isPassing } = effect;
      const job = this.about(true, isPassing);
      this.work(effect.ticket, () => this.options.endpoint.spool(key, part, job));
    } else {
      return false;
    }
    return true;
  }

  private async store(effect: StoreEffect, account: JobAccount | null): Promise<void> {
    const { raw, spoolKey, isIncomplete, isPassing } = effect;
    try {
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

  /** Does what takes time and tells the connection how it went. */
  private work(ticket: number, start: () => Promise<unknown>): void {
    const { connection, now, onSettled } = this.options;
    const done = (async () => {
      try {
        await start();
        connection.completed(ticket, now());
      } catch (error) {
        connection.failed(ticket, reasonOf(error), now());
      }
    })();
    const settled = done.then(() => {
      this.working.delete(settled);
      onSettled();
    });
    this.working.add(settled);
  }
}

/** Why something could not be kept, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof TillrollError ? error.message : String(error);
}
