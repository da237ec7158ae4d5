import { TillrollError } from "../domain/errors.ts";
import { WRITER_LIMITS } from "../domain/storage-limits.ts";

/** What is reserved. */
interface Held {
  bytes: number;
  operations: number;
}

/** Memory that a writing request holds from before its body is read until it is answered. */
export interface Reservation extends Disposable {
  readonly client: string;
  /** Reserves more bytes. @throws TillrollError STORAGE_UNAVAILABLE when none are free */
  grow(bytes: number): void;
}

/** The client of requests that came while nobody had to wait for anybody. */
const ANYONE = "";

/**
 * The memory for what waits for the disk, shared by all clients. A client may hold as much as is still free: alone it
 * gets half, two get a third each, and whoever comes next finds some free however much the others ask for. Clients are told
 * apart only once more is here than one transaction takes: asking Bun for an address is a tenth of a small request.
 */
export class MemoryReservations {
  private readonly total: Held = { bytes: 0, operations: 0 };
  private readonly clients = new Map<string, Held>();
  /** The request that may go beyond the limit, and when it last did. */
  private prioritized: { readonly reservation: object; readonly at: number } | null = null;

  constructor(
    private readonly mostBytes: number = WRITER_LIMITS.waitingBytes,
    private readonly mostOperations: number = WRITER_LIMITS.waitingOperations,
    /** What one request may have beyond the limit; see {@link prioritize}. */
    private readonly spareBytes: number = 0,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Requests that hold a reservation. */
  get occupancy(): number {
    return this.total.operations;
  }

  /**
   * Reserves memory for a request.
   * @param nameClient tells who asks: requests that share a client share its part
   * @param bodyBytes as far as they are known
   * @throws TillrollError STORAGE_UNAVAILABLE when the client has its share, or all is taken
   */
  reserve(nameClient: () => string, bodyBytes: number): Reservation {
    const client = this.isCrowded(bodyBytes) ? nameClient() : ANYONE;
    const held = this.clients.get(client) ?? { bytes: 0, operations: 0 };
    let bytes = bodyBytes + WRITER_LIMITS.requestBytes;
    this.take(held, bytes, 1);
    this.clients.set(client, held);
    const reservation = {};
    const grow = (more: number) => {
      try {
        this.take(held, more, 0);
      } catch (error) {
        if (!this.prioritize(reservation, more)) throw error;
        this.add(held, more, 0);
      }
      bytes += more;
    };
    const leave = () => {
      this.add(held, -bytes, -1);
      if (held.operations === 0) this.clients.delete(client);
      if (this.prioritized?.reservation === reservation) this.prioritized = null;
    };
    return { client, grow, [Symbol.dispose]: leave };
  }

  /**
   * Whether a request that has come in part may go on although no memory is free: one at a time may, until it is whole or
   * brings nothing more. Without it many that have each come in part would wait for each other.
   */
  private prioritize(reservation: object, bytes: number): boolean {
    const now = this.now();
    const { prioritized } = this;
    const isFree = prioritized === null || now - prioritized.at > WRITER_LIMITS.graceMilliseconds;
    if (prioritized?.reservation !== reservation && !isFree) return false;
    if (this.total.bytes + bytes > this.mostBytes + this.spareBytes) return false;
    this.prioritized = { reservation, at: now };
    return true;
  }

  private isCrowded(bodyBytes: number): boolean {
    const { transactionOperations, transactionBytes } = WRITER_LIMITS;
    return this.total.operations >= transactionOperations || this.total.bytes + bodyBytes > transactionBytes;
  }

  private take(held: Held, bytes: number, operations: number): void {
    const freeBytes = this.mostBytes - this.total.bytes;
    const freeOperations = this.mostOperations - this.total.operations;
    // The first to come may have a print larger than the limit: an operator who allows such prints has the memory.
    const isEmpty = this.total.bytes === held.bytes && held.operations + operations <= 1;
    const hasRoom = held.bytes + bytes <= freeBytes && held.operations + operations <= freeOperations;
    if (!hasRoom && !isEmpty) throw tooBusy();
    this.add(held, bytes, operations);
  }

  private add(held: Held, bytes: number, operations: number): void {
    held.bytes += bytes;
    held.operations += operations;
    this.total.bytes += bytes;
    this.total.operations += operations;
  }
}

/** More waits for the disk than it can take. */
export function tooBusy(): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    "More prints are waiting for the disk than it can take; try again in a moment.",
    { reason: "QUEUE_FULL", retryAfterSeconds: 1 },
  );
}
