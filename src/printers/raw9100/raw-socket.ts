import type { Socket } from "bun";
import { KIBIBYTE } from "../../domain/limits.ts";
import { tokenize } from "../../escpos/tokenizer.ts";
import type { Log } from "../../operations/log.ts";
import { SlicedTask, type TimeSlices } from "../../platform/time-slices.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import { meaningOf } from "../answers/command-meaning.ts";
import { ConnectionReservation } from "./connection-reservation.ts";
import { HostOutput } from "./host-output.ts";
import { JobWork, reasonOf } from "./job-work.ts";
import { RawConnection } from "./raw-connection.ts";
import type { PrinterMemory } from "../answers/printer-memory.ts";
import type { RawEffect } from "./raw-effect.ts";
import type { RawLimits } from "./raw9100-limits.ts";
import { Relay } from "./relay.ts";

/** What all connections of a printer share. */
export interface RawSurroundings {
  readonly endpoint: PrinterEndpoint;
  readonly memory: PrinterMemory;
  readonly limits: RawLimits;
  readonly log: Log;
  /** Of the thread, for what hosts send. */
  readonly slices: TimeSlices;
  now(): number;
}

/** How long a connection lasts before its host is asked from time to time whether it is still there. */
const KEEP_ALIVE_MILLISECONDS = 60_000;

/** Bytes that may wait for their turn before the host is not read any more: a receipt is not worth the bother. */
const UNPAUSED_BYTES = 64 * KIBIBYTE;

/** What a host sends that asks how the printer is, bytes: some requests at once at the most. */
const QUESTION_BYTES = 64;

/** The socket of a {@link RawConnection}: reads as much as there is room for, writes, stores. */
export class RawSocket {
  private readonly connection: RawConnection;
  private readonly openedAt: number;
  private readonly reservation: ConnectionReservation;
  /** What was read and is not taken yet. */
  private backlog: Uint8Array<ArrayBuffer>[] = [];
  private backlogBytes = 0;
  private isPaused = false;
  /** Whether the host has sent its last byte. */
  private isAtEnd = false;
  private waitsForRoomSince: number | undefined;
  /** Gives up waiting for this client's next turn; there while it waits for it. */
  private stopWaiting: (() => void) | undefined;
  /** Since when the host is made to wait; while it is not, up to when it may not know yet that it need not. */
  private pausedAt = 0;
  private probesUntil = 0;
  private readonly output: HostOutput;
  private readonly relay: Relay;
  /** Whether what has been read is to be taken whatever else is asked of the service: its host has gone. */
  private isHurried = false;
  /** Whether it is to be taken in this very turn of the event loop. */
  private isStopped = false;
  private onGone: (() => void) | undefined;
  private isKeptAlive = false;
  private readonly work: JobWork;
  private readonly task: SlicedTask;

  constructor(
    private readonly socket: Socket<RawSocket | undefined>,
    readonly client: string,
    private readonly around: RawSurroundings,
  ) {
    const { endpoint, memory, limits } = around;
    this.openedAt = around.now();
    this.task = new SlicedTask(
      around.slices,
      () => this.backlogBytes,
      () => this.feed(),
    );
    this.reservation = new ConnectionReservation(endpoint, client);
    this.connection = new RawConnection(endpoint, memory, limits, this.openedAt);
    this.output = new HostOutput(socket, limits.waitingReplyBytes, () => {
      const details = { printer: endpoint.printer.name, client };
      around.log.write("warning", "a host that does not read its replies was dropped", details);
    });
    const { connection, output } = this;
    const { joinRetryMilliseconds } = limits;
    const now = () => around.now();
    const goOn = () => {
      this.perform();
      this.feed();
    };
    this.relay = new Relay({ endpoint, connection, output, joinRetryMilliseconds, now, onChange: goOn });
    this.work = new JobWork({ endpoint, connection, relay: this.relay, client, now, onSettled: goOn });
  }

  /** Since when it has had nothing to do; `undefined` when it has. */
  get idleSince(): number | undefined {
    return this.backlog.length === 0 && !this.work.isUnderWay ? this.connection.idleSince : undefined;
  }

  data(chunk: Uint8Array<ArrayBuffer>): void {
    this.probesUntil = 0;
    this.backlog.push(chunk);
    this.backlogBytes += chunk.length;
    this.feed();
  }

  end(): void {
    this.isAtEnd = true;
    this.feed();
  }

  drain(): void {
    this.output.drain();
    this.relay.drained();
  }

  /**
   * The socket is closed, by whomever. What had been read before has come, and is still taken in.
   * @param onGone called when that is done
   */
  closed(onGone: () => void): void {
    if (this.output.isGone) return onGone();
    this.output.isGone = true;
    this.onGone = onGone;
    this.hurry();
    this.feed();
  }

  statusChanged(): void {
    this.connection.statusChanged(this.around.now());
    this.perform();
    this.feed();
  }

  tick(now: number): void {
    if (!this.isKeptAlive && now - this.openedAt >= KEEP_ALIVE_MILLISECONDS) {
      // Finds hosts that went without a word; most connections are over long before.
      this.isKeptAlive = this.socket.setKeepAlive(true, KEEP_ALIVE_MILLISECONDS) || true;
    }
    // That nothing comes is our doing: it is no silence of the host's.
    if (this.backlog.length > 0 || this.mayBeProbing(now)) this.connection.intake.workedAt = now;
    this.connection.tick(now);
    this.perform();
    if (this.backlog.length > 0 || this.isPaused) this.feed();
  }

  /** Stores what has come and closes. */
  async stop(): Promise<void> {
    this.hurry();
    this.isStopped = true;
    this.feed();
    this.connection.stop(this.around.now());
    this.perform();
    await this.work.done();
    this.connection.broken(this.around.now());
    this.perform();
    if (!this.output.isFinished) this.output.reset();
  }

  /** Closes a connection that has nothing to do, to make room for another. */
  evict(): void {
    this.connection.broken(this.around.now());
    this.perform();
    this.output.finish();
  }

  private hurry(): void {
    this.isHurried = true;
    this.stopWaiting?.();
    this.stopWaiting = undefined;
  }

  /** Gives the connection what was read, as far as it takes it. */
  private feed(): void {
    while (this.backlog.length > 0 && !this.connection.isClosed && this.mayGoOn()) {
      const now = this.around.now();
      const appetite = this.isHurried ? Number.POSITIVE_INFINITY : this.connection.appetite(now);
      const chunk = this.backlog[0];
      if (appetite <= 0 || chunk === undefined) break;
      const piece = chunk.subarray(0, Math.min(appetite, this.task.pieceBytes));
      if (!this.connection.isRefused && !this.takeRoom(piece.length, now)) break;
      if (piece.length === chunk.length) this.backlog.shift();
      else this.backlog[0] = chunk.subarray(piece.length);
      this.backlogBytes -= piece.length;
      this.around.endpoint.rate.spend(this.client, piece.length);
      this.task.run(() => {
        this.connection.receive(piece.length === chunk.length ? chunk : piece, now);
        this.perform();
      });
    }
    if (this.connection.isClosed) this.dropBacklog();
    if (this.backlog.length === 0) this.allTaken();
    this.pauseOrResume();
  }

  /** Whether more may be taken now; if not, {@link feed} is called when it may. */
  private mayGoOn(): boolean {
    if (this.isStopped) return true;
    if (!this.task.hasTime()) return false;
    if (this.isHurried) return true;
    if (this.relay.isBusy || this.connection.isLeaving || this.stopWaiting !== undefined) return false;
    // In this order: who waits for its turn leaves the real printer to others.
    return this.isInTurn() && !this.relay.begin();
  }

  /** Whether only requests wait, and nothing of a job is before them: a printer that does not answer is not there. */
  private get isQuestion(): boolean {
    if (this.backlogBytes > QUESTION_BYTES || !this.connection.keeping.job.isIdle) return false;
    return tokenize(Buffer.concat(this.backlog)).every((command) => meaningOf(command) === "request");
  }

  /** Whether this client may send more now; if not, nothing is read of it until it is its turn. */
  private isInTurn(): boolean {
    const { rate } = this.around.endpoint;
    if (rate.waitMilliseconds(this.client) === 0 || this.isQuestion) return true;
    this.stopWaiting = rate.whenReady(this.client, () => {
      this.stopWaiting = undefined;
      this.feed();
    });
    return false;
  }

  /** Everything that was read has been taken in. */
  private allTaken(): void {
    const now = this.around.now();
    const isGone = this.output.isGone;
    if (this.isAtEnd) this.connection.ended(now);
    else if (isGone && !this.connection.isClosed) this.connection.broken(now);
    if (this.isAtEnd || isGone) this.perform();
    if (!isGone) return;
    this.reservation.shrinkTo(this.connection.keeping.heldBytes);
    this.onGone?.();
    this.onGone = undefined;
  }

  private dropBacklog(): void {
    this.backlog = [];
    this.backlogBytes = 0;
    this.task.end();
    this.stopWaiting?.();
    this.stopWaiting = undefined;
  }

  private pauseOrResume(): void {
    const isWaiting = this.backlog.length > 0;
    const isFull = this.isPaused ? isWaiting : isWaiting && this.backlogBytes > UNPAUSED_BYTES;
    if (isFull === this.isPaused || this.output.isGone) return;
    this.isPaused = isFull;
    const now = this.around.now();
    if (isFull) {
      this.pausedAt = now;
      this.socket.pause();
    } else {
      this.probesUntil = now + Math.min(now - this.pausedAt, this.around.limits.longestProbeMilliseconds);
      this.socket.resume();
    }
  }

  /**
   * Whether the host may not know yet that there is room again: when the word of it was lost, its TCP asks for it, each
   * time after twice as long, so that it may take as long again as it was made to wait. Where a job may end it can end.
   */
  private mayBeProbing(now: number): boolean {
    return now < this.probesUntil && !this.connection.keeping.job.endsWithCut;
  }

  /** Takes room for more bytes; without it nothing is read for a while, and then refused. */
  private takeRoom(bytes: number, now: number): boolean {
    try {
      this.reservation.grow(bytes);
      this.waitsForRoomSince = undefined;
      return true;
    } catch (error) {
      this.waitsForRoomSince ??= now;
      // When the connection ends there is no later: what cannot be kept now is lost, and that is told.
      if (!this.isHurried && now - this.waitsForRoomSince < this.around.limits.roomWaitMilliseconds)
        return false;
      this.connection.refuse(reasonOf(error));
      this.perform();
      return true;
    }
  }

  private perform(): void {
    for (const effect of this.connection.takeEffects()) this.performOne(effect);
    this.reservation.shrinkTo(this.connection.keeping.heldBytes);
  }

  private performOne(effect: RawEffect): void {
    const { log, endpoint } = this.around;
    if (this.relay.perform(effect) || this.work.perform(effect)) return;
    switch (effect.kind) {
      case "send":
        this.output.write(effect.bytes);
        break;
      case "finish":
        this.output.finish();
        break;
      case "reset":
        this.output.reset();
        break;
      case "probe":
        log.write("warning", `${effect.what} came to a raw printing port`, {
          printer: endpoint.printer.name,
          client: this.client,
        });
        break;
      case "log":
        log.write(effect.level, effect.message, { ...effect.details, client: this.client });
        break;
    }
  }
}
