import { type Clock, monotonicClock, systemClock } from "../../domain/clock.ts";
import { MEBIBYTE, MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";
import { chosenPrinter, readPaperSettings } from "../../escpos/models/chosen-printer.ts";
import { WorkerThread } from "../../platform/worker-thread.ts";
import type { PrinterSettings } from "../../search/text/receipt-lines.ts";
import { textVersionOf } from "../../search/text/text-settings.ts";
import type { PostgresDatabase } from "../../storage/postgres/connection.ts";
import { type ContentStore, hexOf } from "../../storage/postgres/content-store.ts";
import { positionOf } from "../../storage/postgres/print-insert.ts";
import { paperOf } from "../../storage/postgres/print-reader.ts";
import {
  holdTexts,
  readTextProgress,
  readTextSources,
  readWorkspaceTexts,
  releaseTexts,
  storeTexts,
  type TextProgress,
  type TextSource,
  type WorkspaceText,
} from "../../storage/postgres/text-store.ts";
import type { StoredContent } from "../../storage/raw-content.ts";
import type { ReadTexts, UnreadPrint, UnreadPrints } from "./read-texts.ts";

export interface TextIndexerOptions {
  readonly database: PostgresDatabase;
  readonly contents: ContentStore;
  readonly clock?: Clock;
  /** Texts were stored: searches find more. */
  readonly onStored?: () => void;
  /** A round has failed; another one comes. */
  readonly onError?: (error: unknown) => void;
  /** How many threads read; as many as the machine is good for if not given. */
  readonly workers?: number;
}

type TextWorker = WorkerThread<{ question: UnreadPrints; answer: ReadTexts; note: never }>;

/** How often it is looked for prints of other instances, milliseconds. */
const LOOK_MILLISECONDS = MILLISECONDS_PER_SECOND;

/** How often it is looked whether prints are to be read again, since a workspace has other settings; milliseconds. */
const ALL_MILLISECONDS = 10 * MILLISECONDS_PER_SECOND;

/** How long an instance keeps a workspace for itself after each step, milliseconds: should it die, others go on then. */
const HOLD_MILLISECONDS = 30 * MILLISECONDS_PER_SECOND;

/** A step: prints, and the bytes of those that are in memory at a time. */
const STEP = { prints: 200, bytes: 4 * MEBIBYTE } as const;

/** Reading is by far the most work: so many Workers do it, and the database has as many cores at least. */
const WORKERS = Math.min(Math.max(Math.floor(navigator.hardwareConcurrency / 2), 1), 4);

/** So that a Worker reads prints of one while those of another are fetched or stored. */
const WORKSPACES_OF_WORKER = 2;

/** Steps of one workspace before another one has its turn. */
const STEPS_IN_TURN = 10;

/** A print that takes longer is left without text, milliseconds. */
const SILENCE_MILLISECONDS = 60 * MILLISECONDS_PER_SECOND;

/**
 * Writes the texts of an archive's prints, some time after they came. Several instances share the work: each keeps the
 * workspace that it is at for itself, and what two have read nevertheless is stored once.
 */
export class TextIndexer {
  private readonly holder = Bun.randomUUIDv7();
  private readonly clock: Clock;
  private readonly workers: readonly TextWorker[];
  private timer: Timer | null = null;
  private running: Promise<void> | null = null;
  private lookedAtAll = -Infinity;
  private isWoken = false;
  private isClosed = false;

  constructor(private readonly options: TextIndexerOptions) {
    this.clock = options.clock ?? systemClock;
    const entry = { entry: "archive/text/text-worker", silenceMilliseconds: SILENCE_MILLISECONDS } as const;
    this.workers = Array.from({ length: options.workers ?? WORKERS }, () => new WorkerThread(entry));
  }

  /** Begins: looks at once, and now and then. */
  start(): void {
    this.wake();
  }

  /** Prints were stored. */
  wake(): void {
    this.isWoken = true;
    if (this.running !== null || this.isClosed) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.running = this.run().finally(() => {
      this.running = null;
      if (this.isClosed) return;
      if (this.isWoken) this.wake();
      else this.timer = setTimeout(() => this.wake(), LOOK_MILLISECONDS);
    });
  }

  /** Ends after the step that is under way. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
    for (const worker of this.workers) worker.end("the archive stops");
  }

  private async run(): Promise<void> {
    try {
      do {
        this.isWoken = false;
      } while (await this.round());
    } catch (error) {
      this.options.onError?.(error);
    }
  }

  /** Reads some prints of each workspace that has any to read. @returns whether it stored any */
  private async round(): Promise<boolean> {
    const areAllDue = monotonicClock() - this.lookedAtAll >= ALL_MILLISECONDS;
    if (areAllDue) this.lookedAtAll = monotonicClock();
    const looked = await readWorkspaceTexts(this.options.database, areAllDue ? "all" : "unread");
    const behind = looked.filter(
      (one) => one.nextPosition < one.nextOrdinal || one.version !== textVersionOf(settingsOf(one)),
    );
    // Instances begin at different ones, so that they seldom meet.
    const first = Math.floor(Math.random() * behind.length);
    const queue = [...behind.slice(first), ...behind.slice(0, first)];
    let hasStored = false;
    const takeTurns = async (worker: TextWorker) => {
      for (let next = queue.shift(); next !== undefined && !this.isClosed; next = queue.shift())
        hasStored = (await this.takeTurn(worker, next)) || hasStored;
    };
    const lanes = this.workers.flatMap((worker) =>
      Array.from({ length: WORKSPACES_OF_WORKER }, () => worker),
    );
    const ended = await Promise.allSettled(lanes.map(takeTurns));
    for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
    return hasStored && !this.isClosed;
  }

  private async takeTurn(worker: TextWorker, workspace: WorkspaceText): Promise<boolean> {
    const { database } = this.options;
    const { workspaceId } = workspace;
    let steps = 0;
    while (steps < STEPS_IN_TURN && !this.isClosed) {
      const now = this.clock();
      if (!(await holdTexts(database, workspaceId, this.holder, now, now + HOLD_MILLISECONDS))) break;
      if (!(await this.step(worker, workspace))) break;
      steps++;
    }
    await releaseTexts(database, workspaceId, this.holder);
    return steps > 0;
  }

  /** @returns whether it stored any texts */
  private async step(worker: TextWorker, workspace: WorkspaceText): Promise<boolean> {
    const { database, onStored } = this.options;
    const { workspaceId, nextOrdinal } = workspace;
    const before = await readTextProgress(database, workspaceId);
    if (before === null) return false;
    const version = textVersionOf(settingsOf(workspace));
    const from = before.version === version ? before.nextPosition : 0;
    const end = Math.min(nextOrdinal, from + STEP.prints);
    if (from >= end) return false;
    const sources = within(await readTextSources(database, workspaceId, from, end));
    const lastRead = sources.prints.at(-1);
    const next = sources.isAll || lastRead === undefined ? end : positionOf(workspaceId, lastRead.id) + 1;
    const read = await this.read(worker, workspace, before, sources.prints);
    const settledPosition = Math.max(before.settledPosition, next);
    const after = { nextPosition: next, settledPosition, version };
    const isStored = await storeTexts(database, workspaceId, { ...read, before, after });
    if (isStored) onStored?.();
    return isStored;
  }

  private async read(
    worker: TextWorker,
    workspace: WorkspaceText,
    { settledPosition }: TextProgress,
    sources: readonly TextSource[],
  ): Promise<ReadTexts> {
    const { workspaceId } = workspace;
    const contents = await this.contentsOf(workspaceId, sources);
    const ofWorkspace = settingsOf(workspace);
    const prints = sources.map((source, index): UnreadPrint => {
      const { id, deviceId, deviceCharset, ownCharset } = source;
      const isSettled = positionOf(workspaceId, id) < settledPosition;
      const earlier = isSettled ? ownCharset : deviceCharset;
      const settings = chosenPrinter(paperOf(source), ofWorkspace);
      return { id, deviceId, settings, earlier, isSettled, content: contents[index] ?? null };
    });
    return prints.length === 0 ? { texts: [], devices: [] } : this.ask(worker, { workspaceId, prints });
  }

  /** Should the Worker die of a print, or not come to an end, each is read by itself, and that one has no text. */
  private async ask(worker: TextWorker, question: UnreadPrints): Promise<ReadTexts> {
    try {
      return await worker.ask(question);
    } catch (error) {
      if (this.isClosed) throw error;
      this.options.onError?.(error);
      const { workspaceId, prints } = question;
      const [only] = prints;
      if (only === undefined) return { texts: [], devices: [] };
      if (prints.length === 1)
        return { texts: [{ printId: only.id, lines: "", charset: null }], devices: [] };
      const each: ReadTexts[] = [];
      for (const print of prints) each.push(await this.ask(worker, { workspaceId, prints: [print] }));
      return {
        texts: each.flatMap(({ texts }) => texts),
        devices: [
          ...new Map(each.flatMap(({ devices }) => devices).map((one) => [one.deviceId, one])).values(),
        ],
      };
    }
  }

  private async contentsOf(
    workspaceId: number,
    sources: readonly TextSource[],
  ): Promise<(StoredContent | null)[]> {
    const sha256s = sources.map(({ sha256 }) => sha256);
    const found = await this.options.contents.readSome(workspaceId, sha256s);
    return sha256s.map((sha256) => {
      const one = found.get(hexOf(sha256));
      if (one === undefined) return null;
      // Bytes of their own: with part of a larger buffer all of that would go to the Worker.
      return { ...one, sha256: new Uint8Array(one.sha256), content: new Uint8Array(one.content) };
    });
  }
}

/** The first prints, as many as a step takes. */
function within(sources: readonly TextSource[]): {
  readonly prints: readonly TextSource[];
  readonly isAll: boolean;
} {
  let bytes = 0;
  // The first one, however large.
  const end = sources.findIndex(({ byteLength }, index) => (bytes += byteLength) > STEP.bytes && index > 0);
  return end === -1 ? { prints: sources, isAll: true } : { prints: sources.slice(0, end), isAll: false };
}

/** What a workspace says of how its prints are read. */
function settingsOf({ settings }: Pick<WorkspaceText, "settings">): PrinterSettings {
  const { model, charset, profile } = readPaperSettings(settings);
  return { model, charset, profile };
}
