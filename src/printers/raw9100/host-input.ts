import type { Socket } from "bun";
import { KIBIBYTE } from "../../domain/limits.ts";
import { dialectFor } from "../../escpos/dialects.ts";
import { tokenize } from "../../escpos/tokenizer.ts";
import { hostWork, SlicedTask } from "../../platform/time-slices.ts";
import { meaningOf } from "../answers/command-meaning.ts";
import type { MemoryReservation, PrinterEndpoint } from "../printer-endpoint.ts";
import type { RawSurroundings } from "./connection-context.ts";
import { reasonOf } from "./job-storing.ts";
import type { RawConnection } from "./raw-connection.ts";
import type { RealPrinter } from "./real-printer.ts";

/** Bytes that may wait for their turn before the host is not read any more: a receipt is not worth the bother. */
const UNPAUSED_BYTES = 64 * KIBIBYTE;

/** What a host sends that asks how the printer is, bytes: some requests at once at the most. */
const QUESTION_BYTES = 64;

/** What its socket does for an input. */
interface InputOwner {
  readonly client: string;
  /** The connection has taken something: effects may wait. */
  perform(): void;
  /** Nothing is left of what was read. */
  onEmpty(): void;
}

/**
 * What was read of a host and its connection has not taken yet. It waits for memory, for the client's turn, for time of
 * the thread and for the real printer; a host of which too much waits is not read meanwhile.
 */
export class HostInput {
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private bytes = 0;
  private isPaused = false;
  /** Since when the host is made to wait. */
  private pausedAt = 0;
  /** When it may go on: up to when it may not have noticed that. */
  private probesUntil = 0;
  private waitsForMemorySince: number | undefined;
  /** Gives up waiting for this client's next turn; there while it waits for it. */
  private stopWaiting: (() => void) | undefined;
  /** `none`: it is taken in turn. `soon`: its host has gone. `now`: the service ends. */
  private haste: "none" | "soon" | "now" = "none";
  /** Whether the host has gone: it is neither made to wait nor read again. */
  private isGone = false;
  private readonly reservation: ConnectionReservation;
  private readonly task: SlicedTask;

  constructor(
    private readonly socket: Pick<Socket<unknown>, "pause" | "resume">,
    private readonly around: RawSurroundings,
    private readonly connection: RawConnection,
    private readonly realPrinter: RealPrinter,
    private readonly owner: InputOwner,
  ) {
    this.reservation = new ConnectionReservation(around.endpoint, owner.client);
    this.task = new SlicedTask(
      hostWork,
      () => this.bytes,
      () => this.goOn(),
    );
  }

  get isEmpty(): boolean {
    return this.chunks.length === 0;
  }

  /** Takes what was read. */
  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.probesUntil = 0;
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    this.goOn();
  }

  /** Has what was read taken soon, or now, whatever else is asked of the service. */
  hurry(haste: "soon" | "now"): void {
    this.haste = haste;
    this.endWaiting();
    this.goOn();
  }

  /** The socket is closed: what was read before has come, and is still taken in. */
  gone(): void {
    this.isGone = true;
    this.hurry(this.haste === "now" ? "now" : "soon");
  }

  /** Lets time pass. */
  tick(now: number): void {
    if (this.chunks.length > 0 || this.mayBeProbing(now)) this.connection.hostWaits(now);
  }

  /** Tries again what had to wait for memory or for the simulated line. */
  retry(): void {
    if (this.chunks.length > 0 || this.isPaused) this.goOn();
  }

  /** Gives memory back that the connection does not need any more. */
  shrinkReservation(): void {
    this.reservation.shrinkTo(this.connection.jobs.heldBytes);
  }

  /** Gives the connection what was read, as far as it takes it. */
  goOn(): void {
    const { connection } = this;
    while (this.chunks.length > 0 && !connection.isClosed && this.mayGoOn() && this.takePiece());
    if (connection.isClosed) this.drop();
    if (this.chunks.length === 0) this.owner.onEmpty();
    this.pauseOrResume();
  }

  /** Gives the connection the next piece. @returns `false` when it takes none now */
  private takePiece(): boolean {
    const { around, connection } = this;
    const { client } = this.owner;
    const [chunk] = this.chunks;
    const now = around.now();
    const wanted = this.haste === "none" ? connection.bytesToRead(now) : Number.POSITIVE_INFINITY;
    if (wanted <= 0 || chunk === undefined) return false;
    const length = Math.min(chunk.length, wanted, this.task.pieceBytes);
    if (!connection.isRefused && !this.reserve(length, now)) return false;
    if (length === chunk.length) this.chunks.shift();
    else this.chunks[0] = chunk.subarray(length);
    this.bytes -= length;
    around.endpoint.rate.spend(client, length);
    this.task.run(() => {
      connection.receive(length === chunk.length ? chunk : chunk.subarray(0, length), now);
      this.owner.perform();
    });
    return true;
  }

  /** Whether more may be taken now; if not, {@link goOn} is called when it may. */
  private mayGoOn(): boolean {
    if (this.haste === "now") return true;
    if (!this.task.hasTime()) return false;
    if (this.haste === "soon") return true;
    const { connection, realPrinter } = this;
    if (realPrinter.isBusy || connection.isLeaving || this.stopWaiting !== undefined) return false;
    // In this order: who waits for its turn leaves the real printer to others.
    return this.isInTurn() && !realPrinter.begin();
  }

  /** Whether this client may send more now; if not, nothing is read of it until it is its turn. */
  private isInTurn(): boolean {
    const { client } = this.owner;
    const { rate } = this.around.endpoint;
    if (rate.waitMilliseconds(client) === 0 || this.isQuestion) return true;
    this.stopWaiting = rate.whenReady(client, () => {
      this.stopWaiting = undefined;
      this.goOn();
    });
    return false;
  }

  /** Whether only requests wait and no job is under way: a host takes a printer that is silent for one that is off. */
  private get isQuestion(): boolean {
    if (this.bytes > QUESTION_BYTES || !this.connection.jobs.running.isIdle) return false;
    const dialect = dialectFor(this.around.endpoint.language);
    return tokenize(Buffer.concat(this.chunks), dialect).every((command) => meaningOf(command) === "request");
  }

  /** Reserves memory for more bytes; without it nothing is read for a while, and then refused. */
  private reserve(bytes: number, now: number): boolean {
    try {
      this.reservation.grow(bytes);
      this.waitsForMemorySince = undefined;
      return true;
    } catch (error) {
      this.waitsForMemorySince ??= now;
      const waited = now - this.waitsForMemorySince;
      // When the connection ends there is no later: what cannot be kept now is lost, and that is told.
      if (this.haste === "none" && waited < this.around.limits.roomWaitMilliseconds) return false;
      this.connection.refuse(reasonOf(error));
      this.owner.perform();
      return true;
    }
  }

  private drop(): void {
    this.chunks = [];
    this.bytes = 0;
    this.task.end();
    this.endWaiting();
  }

  private endWaiting(): void {
    this.stopWaiting?.();
    this.stopWaiting = undefined;
  }

  private pauseOrResume(): void {
    const isWaiting = this.chunks.length > 0;
    const isFull = isWaiting && (this.isPaused || this.bytes > UNPAUSED_BYTES);
    if (isFull === this.isPaused || this.isGone) return;
    this.isPaused = isFull;
    const { around, socket } = this;
    const now = around.now();
    if (isFull) {
      this.pausedAt = now;
      socket.pause();
    } else {
      this.probesUntil = now + Math.min(now - this.pausedAt, around.limits.longestProbeMilliseconds);
      socket.resume();
    }
  }

  /**
   * Whether the host may not have noticed yet that it may go on. When our word of it was lost, the host's TCP asks again
   * after pauses that double: that takes as long again as it was made to wait. A job that ends with a cut ends all the same.
   */
  private mayBeProbing(now: number): boolean {
    return now < this.probesUntil && !this.connection.jobs.running.endsWithCut;
  }
}

/** A reservation may exceed what is still in memory by this many bytes before it is made smaller. */
const SPARE_BYTES = 65_536;

/** The memory that a connection has reserved: more with each byte that comes, less with each that is durable. */
class ConnectionReservation {
  private reservation: MemoryReservation | undefined;
  private bytes = 0;

  constructor(
    private readonly endpoint: Pick<PrinterEndpoint, "reserve">,
    private readonly client: string,
  ) {}

  /** Reserves more. @throws TillrollError STORAGE_UNAVAILABLE when none is free */
  grow(bytes: number): void {
    this.reservation ??= this.endpoint.reserve(this.client);
    this.reservation.grow(bytes);
    this.bytes += bytes;
  }

  /** Gives back what is not needed. @param needed bytes that are still in memory */
  shrinkTo(needed: number): void {
    if (this.reservation === undefined) return;
    if (needed > 0 && this.bytes <= 2 * needed + SPARE_BYTES) return;
    this.reservation[Symbol.dispose]();
    this.reservation = undefined;
    this.bytes = 0;
    if (needed === 0) return;
    try {
      this.grow(needed);
    } catch {
      // Less than was just given back: when even that is refused, the next bytes ask again, and wait.
    }
  }
}
