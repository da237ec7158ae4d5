import { TillrollError } from "../../domain/errors.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import type { SpoolEffect, StoreEffect } from "./connection-context.ts";

const NO_TAG: ReadonlyMap<string, string> = new Map();

/**
 * Has the jobs of a connection made durable, those of one job one after the other: a part that waits for room would
 * otherwise come after the next, and one that comes after the whole job would be left behind as a print of its own.
 */
export class JobStoring {
  /** The latest part of each job that is being made durable, by its key: whether it and those before it are. */
  private readonly parts = new Map<string, Promise<boolean>>();
  private underWay = 0;
  private idle: PromiseWithResolvers<void> | undefined;

  constructor(
    private readonly endpoint: Pick<PrinterEndpoint, "store" | "spool">,
    /** The host's address. */
    private readonly client: string,
    /** What a ticket stands for is durable; or could not be kept, and why. */
    private readonly onDone: (ticket: number, failure: string | null) => void,
  ) {}

  get isUnderWay(): boolean {
    return this.underWay > 0;
  }

  /** Waits until everything is stored, or is known not to be. */
  async done(): Promise<void> {
    while (this.underWay > 0) await (this.idle ??= Promise.withResolvers()).promise;
  }

  /** Makes a part of a job durable. */
  spool({ ticket, key, part, isPassing }: SpoolEffect): void {
    const before = this.parts.get(key);
    const done = this.work(ticket, async () => {
      // With a gap in it, a job would not be what the host has sent.
      if (before !== undefined && !(await before))
        throw new TillrollError("STORAGE_UNAVAILABLE", "A part before it could not be kept.");
      await this.endpoint.spool(key, part, this.about(true, isPassing));
    });
    this.parts.set(key, done);
    void done.then(() => {
      if (this.parts.get(key) === done) this.parts.delete(key);
    });
  }

  /** Stores a whole job. @param onStored told its id; `null` when it could not be stored */
  store(effect: StoreEffect, onStored: (printId: number | null) => void): void {
    const { ticket, raw, spoolKey, isIncomplete, isPassing } = effect;
    void this.work(ticket, async () => {
      try {
        const before = spoolKey === null ? undefined : this.parts.get(spoolKey);
        if (before !== undefined) await before;
        const job = { raw, spoolKey, ...this.about(isIncomplete, isPassing) };
        const id = await this.endpoint.store(job);
        onStored(id);
      } catch (error) {
        onStored(null);
        throw error;
      }
    });
  }

  private about(isIncomplete: boolean, isPassing: boolean) {
    const { client } = this;
    return { protocol: "raw", client, label: null, tag: NO_TAG, isIncomplete, isPassing } as const;
  }

  /** Does what takes time and tells how it went. @returns whether it went well */
  private async work(ticket: number, start: () => Promise<void>): Promise<boolean> {
    this.underWay++;
    let failure: string | null = null;
    try {
      await start();
    } catch (error) {
      failure = reasonOf(error);
    }
    this.underWay--;
    this.onDone(ticket, failure);
    this.idle?.resolve();
    this.idle = undefined;
    return failure === null;
  }
}

/** Why something could not be kept, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof TillrollError ? error.message : String(error);
}
