import type { DeliveryState } from "../domain/delivery.ts";
import { TillrollError } from "../domain/errors.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { PrinterStatus } from "../domain/printer-status.ts";
import type { PollSource } from "../domain/poll-source.ts";
import type { Log } from "../operations/log.ts";
import type { ServicePrinter } from "../printers/service-printer.ts";
import type { PolledJob, PolledJobChange, PrintProgress } from "../storage/polled-job-store.ts";
import {
  type FetchedJob,
  type JobFailure,
  type JobResult,
  PollError,
  type PollProtocol,
} from "./poll-protocol.ts";
import { type DocumentPrinter, printDocument } from "./print-document.ts";

/** The times of {@link POLLING_LIMITS} that tests shorten, milliseconds. */
export type PollTimes = Readonly<
  Record<"firstBackOff" | "longestBackOff" | "progressMilliseconds" | "shortestMilliseconds", number>
>;

/** What a client asks of the rest of the service. */
export interface PollServices {
  readonly jobs: {
    untold(printerId: number, source: string): PolledJob[];
    progressOf(printId: number, printerId: number): PrintProgress | null;
  };
  /** Makes a change durable. */
  record(change: PolledJobChange): Promise<unknown>;
  readonly documents: DocumentPrinter["documents"];
  readonly log: Log;
  /** From 0 to below 1; spreads attempts. */
  readonly random: () => number;
  readonly times: PollTimes;
}

/** What a printer asks, and how. */
export interface PollClientOptions {
  readonly printer: ServicePrinter;
  readonly source: PollSource;
  /** The address as it is set. */
  readonly address: string;
  readonly protocol: PollProtocol;
}

/** States of a delivery after which it is not printed by itself. */
const FAILED = new Set<DeliveryState>(["held", "kept", "failed", "cancelled"]);

/** Why a job whose document was refused was not printed. */
const FAILURES: Readonly<Partial<Record<TillrollError["code"], JobFailure>>> = {
  BAD_REQUEST: "undecodable",
  UNSUPPORTED_MEDIA_TYPE: "incompatible",
  PRINT_DATA_TOO_LARGE: "tooLarge",
};

/**
 * Asks one address for the jobs of one printer. A job is stored as a print together with where it came from, printed as any
 * other, and the address is told what became of it; only then it is asked for the next. After a crash the address is first
 * told of what is stored, so that no job is printed twice.
 */
export class PollClient {
  /** Why the address cannot be asked, as a sentence; `null` while it can. */
  trouble: string | null = null;
  /** How often in a row it could not. */
  failures = 0;
  private isClosed = false;
  private wake: () => void = () => {};
  private nextSeconds: number | null = null;
  /** Jobs that have come and are not stored yet: the address may not give them again. */
  private fetched: FetchedJob[] = [];
  /** The first of them as a print, once it is made. */
  private print: Uint8Array<ArrayBuffer> | null = null;
  private reportDueAt = 0;
  private readonly running: Promise<void>;

  constructor(
    private readonly options: PollClientOptions,
    private readonly services: PollServices,
  ) {
    this.running = this.run();
  }

  get printerName(): string {
    return this.options.printer.printer.name;
  }

  /** Ends, once what is being stored is durable. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    const { printer, source } = this.options;
    // What is behind its question mark may be a secret.
    const { origin, pathname } = new URL(source.url);
    while (!this.isClosed) {
      try {
        const wait = await this.turn();
        if (this.trouble !== null)
          this.services.log.write("info", "an address that a printer asks for jobs answers again", {
            printer: printer.printer.name,
          });
        this.trouble = null;
        this.failures = 0;
        await this.rest(wait);
      } catch (error) {
        if (this.isClosed) return;
        this.failures++;
        this.trouble = error instanceof Error ? error.message : String(error);
        this.services.log.write("warning", "an address that a printer asks for jobs is asked again later", {
          printer: printer.printer.name,
          address: origin + pathname,
          reason: this.trouble,
        });
        await this.rest(this.backOff());
      }
    }
  }

  /** Tells of what is done, and asks for the next job where there is none under way. @returns how long to wait then */
  private async turn(): Promise<number> {
    const { printer, address, protocol } = this.options;
    const { jobs, record, times } = this.services;
    const { id } = printer.printer;
    for (const job of jobs.untold(id, address)) {
      const result = this.resultOf(job);
      if (result === null) return this.reportProgress(job);
      await protocol.tell(job.job, result);
      await record({ do: "told", id: job.id });
      if (this.isClosed) return 0;
    }
    const askedAt = performance.now();
    if (this.fetched.length === 0) {
      const asked = await protocol.ask({ status: this.status, current: null });
      this.nextSeconds = asked.nextSeconds;
      this.fetched = [...asked.jobs];
    }
    const isAnswered = this.fetched.length > 0;
    for (let job = this.fetched[0]; job !== undefined; job = this.fetched[0]) {
      await this.take(job);
      this.fetched.shift();
      this.print = null;
    }
    // One that kept the question until there was something to say need not wait again.
    return isAnswered ? times.progressMilliseconds : this.interval - (performance.now() - askedAt);
  }

  /** Tells the address, as often as it is asked otherwise, that the printer is at work. */
  private async reportProgress({ job }: PolledJob): Promise<number> {
    const { protocol } = this.options;
    const now = performance.now();
    if (now >= this.reportDueAt) {
      this.reportDueAt = now + this.interval;
      await protocol.ask({ status: this.status, current: job });
    }
    return this.services.times.progressMilliseconds;
  }

  /** Also an address that always wants to be asked at once is left a moment. */
  private get interval(): number {
    const { pollSeconds } = this.options.printer.printer;
    const { shortestMilliseconds } = this.services.times;
    return Math.max(shortestMilliseconds, (this.nextSeconds ?? pollSeconds) * MILLISECONDS_PER_SECOND);
  }

  /** How the printer is, a real one that is out of reach included. */
  private get status(): PrinterStatus {
    const { printer } = this.options;
    // Somebody is told: the real printer is worth asking.
    printer.notice();
    return printer.state;
  }

  /** What became of a job; `null` while that is not known. */
  private resultOf({ printId }: PolledJob): JobResult | null {
    const { printer } = this.options;
    const { status } = this;
    const progress = this.services.jobs.progressOf(printId, printer.printer.id);
    // Without a real printer it is printed once it is stored.
    if (progress === null || progress.state === "done")
      return { failure: null, reason: progress?.reason ?? null, printId, status };
    if (!FAILED.has(progress.state)) return null;
    const reason = progress.reason ?? `Its delivery is ${progress.state}.`;
    return { failure: "failed", reason, printId, status };
  }

  /** Stores a job. One that can never be printed is told of at once. */
  private async take(job: FetchedJob): Promise<void> {
    const { printer, protocol, source, address } = this.options;
    const { documents } = this.services;
    try {
      const { details, maximumJobBytes: maximumBytes } = printer;
      this.print ??= await printDocument(job.document, { details, maximumBytes, documents });
      await printer.store({
        // What is stored is given away, and may have to be stored again.
        raw: new Uint8Array(this.print),
        protocol: source.kind,
        client: new URL(source.url).hostname,
        label: null,
        tag: new Map(job.id === null ? [] : [["job", job.id]]),
        isIncomplete: false,
        spoolKey: null,
        polled: { source: address, job: job.name },
      });
    } catch (error) {
      const failure = error instanceof TillrollError ? FAILURES[error.code] : undefined;
      if (failure === undefined) throw new PollError(`Its job is not stored: ${messageOf(error)}`);
      const { status } = this;
      this.services.log.write("warning", "a job that a printer asked for cannot be printed", {
        printer: printer.printer.name,
        job: job.id,
        reason: messageOf(error),
      });
      await protocol.tell(job.name, { failure, reason: messageOf(error), printId: null, status });
    }
  }

  /** Twice as long each time, and up to a quarter less by chance. */
  private backOff(): number {
    const { firstBackOff, longestBackOff } = this.services.times;
    const doubled = Math.min(longestBackOff, firstBackOff * 2 ** Math.min(this.failures - 1, 30));
    return doubled * (1 - this.services.random() / 4);
  }

  private async rest(milliseconds: number): Promise<void> {
    if (this.isClosed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.wake = resolve;
    const timer = setTimeout(resolve, Math.max(milliseconds, 0));
    await promise;
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
