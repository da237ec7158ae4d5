import { audit, systemActor } from "../audit/audit-entry.ts";
import { TillrollError } from "../domain/errors.ts";
import type { Log } from "../operations/log.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import type { Removals } from "../removal/removals.ts";
import type { Backlog, Upstream, UpstreamReader } from "../storage/upstream-store.ts";
import type { Writer } from "../storage/writer.ts";
import { VERSION } from "../version.ts";
import type {
  FromShipping,
  ShippingState,
  ShippingWish,
  ShippingWishAnswer,
  ToShipping,
} from "./shipping-messages.ts";
import { UPSTREAM_LIMITS } from "../domain/upstream-limits.ts";

/** Whose erasures those are that an archive has told. */
const ARCHIVE = systemActor("archive");

export interface UpstreamsParts {
  readonly databasePath: string;
  readonly reader: UpstreamReader;
  readonly writer: Pick<Writer, "submit">;
  readonly removals: Pick<Removals, "erase">;
  /** What is wrong with the printers of a workspace now, a sentence each. */
  readonly troubles: (workspaceId: number) => readonly string[];
  /** Who the prints are by that come back from an archive. */
  readonly userOf: () => number;
  readonly log: Log;
}

/** An archive, what is not sent to it yet, and how sending gets on; `null` before the first word. */
export interface ShippedUpstream {
  readonly upstream: Upstream;
  readonly backlog: Backlog;
  readonly state: ShippingState | null;
}

/** The way to the Worker that sends prints to archives. It runs only where a workspace has one. */
export class Upstreams {
  private readonly thread: WorkerThread<ToShipping, FromShipping>;
  private readonly states = new Map<number, ShippingState>();
  /** Made at random at each start: two at once are clones of one shop. */
  private readonly run = crypto.randomUUID();
  private wakeTimer: Timer | null = null;
  private retry: Timer | undefined;
  private isRunning = false;
  private isClosed = false;

  constructor(private readonly parts: UpstreamsParts) {
    this.thread = new WorkerThread({
      entry: "upstream/shipping-worker",
      smol: true,
      answer: (wish) => this.fulfil(wish),
      receive: (state) => this.note(state),
      onDeath: (reason) => {
        this.isRunning = false;
        parts.log.write("error", "nothing is sent to the archive", { reason });
        this.retry = setTimeout(() => void this.begin(), UPSTREAM_LIMITS.restart);
      },
    });
  }

  /** Reads what is known of archives. */
  get reader(): UpstreamReader {
    return this.parts.reader;
  }

  /** All archives, and how sending to each gets on. */
  list(): ShippedUpstream[] {
    const { reader } = this;
    return reader.list().map((upstream) => ({
      upstream,
      backlog: reader.backlog(upstream),
      state: this.stateOf(upstream.workspaceId),
    }));
  }

  /** How sending to the archive of a workspace gets on; `null` before the first word. */
  stateOf(workspaceId: number): ShippingState | null {
    return this.states.get(workspaceId) ?? null;
  }

  /** Sends from now on for all workspaces that have an archive; to be called when one has joined or left, too. */
  async begin(): Promise<void> {
    const { databasePath, reader, log } = this.parts;
    const isThere = reader.list().some(({ apiKey }) => apiKey !== null);
    this.states.clear();
    if (this.isClosed || (!isThere && !this.isRunning)) return;
    if (!isThere) {
      this.isRunning = false;
      this.thread.end("no workspace has an archive");
      return;
    }
    this.isRunning = true;
    try {
      await this.thread.ask({ ask: "begin", databasePath, run: this.run, version: VERSION });
    } catch (error) {
      if (!this.isClosed)
        log.write("warning", "sending to the archive could not begin", { error: String(error) });
    }
  }

  /** To be called when something was stored; cheap enough for every batch. */
  wake(): void {
    if (!this.isRunning || this.wakeTimer !== null) return;
    this.wakeTimer = setTimeout(() => {
      this.wakeTimer = null;
      this.thread.tell("wake");
    }, UPSTREAM_LIMITS.wake);
  }

  /**
   * Gets the prints back that a workspace has lost, and its archive has.
   * @returns how many came
   * @throws TillrollError NOT_FOUND without an archive, CONFLICT, STORAGE_UNAVAILABLE
   */
  async pull(workspaceId: number): Promise<number> {
    if (!this.isRunning) throw new TillrollError("NOT_FOUND", "The workspace has joined no archive.");
    const count = await this.thread.ask({ ask: "pull", workspaceId });
    // What came is at the archive: it says from where on it lacks prints.
    if (count > 0) await this.begin();
    return count;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.wakeTimer ?? undefined);
    clearTimeout(this.retry);
    this.thread.end("the service is stopping");
  }

  private async fulfil(wish: ShippingWish): Promise<ShippingWishAnswer> {
    const { writer, troubles, userOf } = this.parts;
    switch (wish.ask) {
      case "write":
        await writer.submit({ kind: "upstream", change: wish.change });
        return null;
      case "erase":
        return this.erase(wish);
      case "troubles":
        return troubles(wish.workspaceId);
      case "takeBack": {
        const { workspaceId, prints } = wish;
        const { id } = await writer.submit({ kind: "takeBack", workspaceId, prints, userId: userOf() });
        return id;
      }
    }
  }

  /** @returns whether it is gone; one that is being printed, or is held, is erased another time */
  private async erase({
    workspaceId,
    printId,
    reason,
  }: Extract<ShippingWish, { ask: "erase" }>): Promise<boolean> {
    const entry = audit(ARCHIVE, "print.erased", printId, { reason }, workspaceId);
    const request = { workspaceId, printId, userId: null, reason, client: "", audit: entry };
    try {
      await this.parts.removals.erase(request);
      return true;
    } catch (error) {
      const isWaiting = error instanceof TillrollError && error.code === "CONFLICT";
      if (!isWaiting) throw error;
      this.parts.log.write("warning", "a print that was erased at the archive cannot be erased yet", {
        printId,
        reason: error.message,
      });
      return false;
    }
  }

  private note(state: ShippingState): void {
    const before = this.states.get(state.workspaceId);
    this.states.set(state.workspaceId, state);
    const { log } = this.parts;
    const { workspaceId, trouble } = state;
    if (trouble !== null && trouble !== before?.trouble)
      log.write("warning", "prints cannot be sent to the archive", { workspaceId, reason: trouble });
    if (trouble === null && before !== undefined && before.trouble !== null)
      log.write("info", "prints are sent to the archive again", { workspaceId });
  }
}
