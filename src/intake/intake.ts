import type { Database } from "bun:sqlite";
import { checkRawSize, type PrintRequest, printTooLarge } from "../domain/create-print.ts";
import { WRITER_LIMITS } from "../domain/storage-limits.ts";
import { type NewPrint, tagToJson } from "../domain/print.ts";
import type { Workspace } from "../domain/workspace.ts";
import { chosenPrinter, settledPrinter } from "../escpos/models/chosen-printer.ts";
import type { DiskSpace } from "../operations/disk-space.ts";
import type { Log } from "../operations/log.ts";
import { releaseHuge } from "../platform/huge-bytes.ts";
import { encodeContentApart } from "../storage/raw-content.ts";
import type { PolledOrigin } from "../storage/polled-job-store.ts";
import type { SetAside } from "../storage/delivery-store.ts";
import { spooledPrints } from "../storage/spool-writer.ts";
import { type Reservation, tooBusy, MemoryReservations } from "../storage/memory-reservations.ts";
import type { CreateOperation, WriteSuccess } from "../storage/write-operation.ts";
import type { Writer } from "../storage/writer.ts";
import { IntakeCounts } from "./intake-counts.ts";
import { ClientRate } from "./client-rate.ts";

/** How a print came in. */
export interface Submission {
  readonly workspace: Workspace;
  readonly userId: number;
  readonly idempotencyKey: string | null;
  /** Whether it is the dashboard's or the command line's test print. */
  readonly testPrint: boolean;
  /** Taken before the print was read: nothing is stored without a reservation. */
  readonly reservation: Pick<Reservation, "client">;
  /** Where it came in by a printer; HTTP has none. */
  readonly printer?: PrinterSubmission;
}

/** What a print that came in by a printer is stored with. */
interface PrinterSubmission {
  readonly id: number;
  /** Columns of its paper. */
  readonly columns: number;
  /** Whether it is passed on to a real printer. */
  readonly isDelivered: boolean;
  /** Whether it goes through to the real printer while it comes in. */
  readonly isPassing: boolean;
  /** Printers that print a copy. */
  readonly copies: readonly number[];
  /** Where it is not to be printed by itself; `null` where it is. */
  readonly setAside: SetAside | null;
  readonly spoolKey: string | null;
  /** Where it came from, of a job that the printer has asked for. */
  readonly polled?: PolledOrigin;
}

/** Stores the prints of all protocols and of the API, with the same limits and the same durability. */
export class Intake {
  private readonly reservations: MemoryReservations;
  readonly counts = new IntakeCounts();
  /** Clients of which a large print is being encoded; done when it has been handed to the writer. */
  private readonly encoding = new Map<string, Promise<void>>();

  constructor(
    private readonly writer: Pick<Writer, "submit" | "isFull">,
    private readonly disk: Pick<DiskSpace, "expect" | "shortage">,
    /** The most bytes a print may have. */
    readonly maximumPrintBytes: number,
    /** Told of every request that found no memory free. */
    private readonly onOverload: () => void,
    /** How fast each client address may bring in prints. */
    readonly rate: ClientRate = new ClientRate({ bytesPerSecond: 0 }),
  ) {
    this.reservations = new MemoryReservations(undefined, undefined, maximumPrintBytes);
  }

  /**
   * Reserves memory for a request that writes, until it has been answered.
   * @param nameClient tells who asks; see {@link MemoryReservations}
   * @param bodyBytes as far as they are known
   * @throws TillrollError STORAGE_UNAVAILABLE when more waits for the disk than it can take
   */
  reserve(nameClient: () => string, bodyBytes: number): Reservation {
    try {
      return this.reservations.reserve(nameClient, bodyBytes);
    } catch (error) {
      this.onOverload();
      throw error;
    }
  }

  /**
   * Stores a print. The bytes are handed over: the caller must not use them afterwards, except to store them again when
   * more waits for the disk than it can take.
   * @returns once it is durable
   * @throws TillrollError BAD_REQUEST (empty), PRINT_DATA_TOO_LARGE, WORKSPACE_LIMIT_EXCEEDED, CONFLICT,
   *   STORAGE_UNAVAILABLE
   */
  async store({ raw, print }: PrintRequest, submission: Submission): Promise<WriteSuccess> {
    const { byteLength } = raw;
    try {
      checkRawSize(byteLength, this.maximumPrintBytes);
      const settled = this.expectOnDisk(byteLength);
      try {
        const stored = await this.submit(operationOf(print, submission), raw, submission);
        if (!stored.replayed) this.counts.noteStored(submission.printer, byteLength);
        return stored;
      } finally {
        settled();
      }
    } catch (error) {
      this.counts.noteRefused(error);
      throw error;
    }
  }

  /** Hands a print to the writer, in this turn unless it, or one before it, is large and is encoded first. */
  private submit(
    operation: Omit<CreateOperation, "raw">,
    raw: Uint8Array<ArrayBuffer>,
    submission: Submission,
  ): Promise<WriteSuccess> {
    const { client } = submission.reservation;
    const isLarge = raw.byteLength >= WRITER_LIMITS.largePrintBytes;
    // Prints of one connection to a printer keep their order.
    const isInOrder = submission.printer !== undefined;
    if (!isLarge && !(isInOrder && this.encoding.has(client)))
      return this.writer.submit({ ...operation, raw }, client);
    const encoded = isLarge ? this.encodeApart(operation, raw) : Promise.resolve({ ...operation, raw });
    if (isInOrder) return this.submitInOrder(encoded, raw, client);
    return encoded.then((create) => this.handOver(create, raw, client));
  }

  /** @throws TillrollError STORAGE_UNAVAILABLE when more waits for the disk than it can take: nothing is encoded in vain */
  private async encodeApart(
    operation: Omit<CreateOperation, "raw">,
    raw: Uint8Array<ArrayBuffer>,
  ): Promise<CreateOperation> {
    if (this.writer.isFull) throw tooBusy();
    const { content, form } = await encodeContentApart(raw);
    return { ...operation, raw: content, encoded: form };
  }

  /** Submits an encoded print. The original bytes are freed only when the writer takes it, because it may be submitted again. */
  private handOver(
    operation: CreateOperation,
    raw: Uint8Array<ArrayBuffer>,
    client: string,
  ): Promise<WriteSuccess> {
    if (this.writer.isFull) return Promise.reject(tooBusy());
    if (operation.raw !== raw) releaseHuge(raw);
    return this.writer.submit(operation, client);
  }

  /** Submits a print when it is encoded, and what came of the same client before it has been submitted. */
  private async submitInOrder(
    encoded: Promise<CreateOperation>,
    raw: Uint8Array<ArrayBuffer>,
    client: string,
  ): Promise<WriteSuccess> {
    const before = this.encoding.get(client);
    const turn = Promise.withResolvers<void>();
    this.encoding.set(client, turn.promise);
    const [operation] = await Promise.allSettled([encoded, before]);
    if (this.encoding.get(client) === turn.promise) this.encoding.delete(client);
    turn.resolve();
    if (operation.status === "rejected") throw operation.reason;
    return await this.handOver(operation.value, raw, client);
  }

  /**
   * Makes the next bytes of a job durable before the job has ended; they go with the print that has its key.
   * @param part handed over; no bytes where only what is known of the print has changed
   * @throws TillrollError PRINT_DATA_TOO_LARGE, STORAGE_UNAVAILABLE
   */
  async spool(
    key: string,
    part: Uint8Array<ArrayBuffer>,
    print: NewPrint,
    submission: Submission,
  ): Promise<void> {
    if (part.byteLength > this.maximumPrintBytes) throw printTooLarge(this.maximumPrintBytes);
    const settled = this.expectOnDisk(part.byteLength);
    const created = JSON.stringify(operationOf(print, submission));
    try {
      await this.writer.submit({ kind: "spool", key, part, print: created }, submission.reservation.client);
    } finally {
      settled();
    }
  }

  /** Forgets what was spooled of a job that its host has given up. @throws TillrollError STORAGE_UNAVAILABLE */
  async discard(key: string): Promise<void> {
    await this.writer.submit({ kind: "unspool", key });
  }

  /** Early, while SQLite can still do its work: on a full disk not even a DELETE succeeds. */
  private expectOnDisk(bytes: number): () => void {
    const settled = this.disk.expect(bytes);
    const { shortage } = this.disk;
    if (shortage === null) return settled;
    settled();
    throw shortage;
  }
}

function operationOf(print: NewPrint, submission: Submission): Omit<CreateOperation, "raw"> {
  const { workspace, userId, idempotencyKey, testPrint, printer } = submission;
  return {
    ...print,
    kind: "create",
    workspaceId: workspace.id,
    userId,
    testPrint,
    tag: tagToJson(print.tag),
    idempotencyKey,
    defaultWidth: printer?.columns ?? settledPrinter(chosenPrinter(workspace)).columns,
    printQuota: workspace.printQuota,
    printerId: printer?.id ?? null,
    isDelivered: printer?.isDelivered ?? false,
    isPassing: printer?.isPassing ?? false,
    copies: printer?.copies ?? [],
    setAside: printer?.setAside ?? null,
    spoolKey: printer?.spoolKey ?? null,
    ...(printer?.polled !== undefined && { polled: printer.polled }),
  };
}

/**
 * Stores the jobs that a crash left behind as prints: their hosts were told that they are durable.
 * @param database a reading connection
 */
export async function recoverSpool(database: Database, writer: Writer, log: Log): Promise<void> {
  for (const { print, raw } of spooledPrints(database)) {
    const bytes = raw.byteLength;
    try {
      const { id } = await writer.submit({ ...print, raw });
      log.write("warning", "a job that the last run had begun is stored", { print: id, bytes });
    } catch (error) {
      // It stays in the spool, for the next start.
      log.write("error", "a job that the last run had begun cannot be stored", {
        bytes,
        error: String(error),
      });
    }
  }
}
