import type { Socket } from "bun";
import type { LogLevel } from "../../operations/log.ts";
import { closeOrderly } from "../../platform/abrupt-end.ts";
import type { RawEffect, RawSurroundings } from "./connection-context.ts";
import { HostInput } from "./host-input.ts";
import { JobStoring } from "./job-storing.ts";
import { RawConnection } from "./raw-connection.ts";
import { RealPrinter } from "./real-printer.ts";

/** How long a connection lasts before its host is asked from time to time whether it is still there. */
const KEEP_ALIVE_MILLISECONDS = 60_000;

/** The socket of a {@link RawConnection}: tells it what happens, and does what it wants done. */
export class RawSocket {
  private readonly connection: RawConnection;
  private readonly openedAt: number;
  private readonly input: HostInput;
  private readonly output: HostOutput;
  private readonly realPrinter: RealPrinter;
  private readonly storing: JobStoring;
  /** Whether the host has sent its last byte. */
  private isAtEnd = false;
  private isKeptAlive = false;
  private onGone: (() => void) | undefined;

  constructor(
    private readonly socket: Socket<RawSocket | undefined>,
    readonly client: string,
    private readonly around: RawSurroundings,
  ) {
    const { endpoint, memory, limits } = around;
    this.openedAt = around.now();
    this.connection = new RawConnection(endpoint, memory, limits, this.openedAt);
    const { connection } = this;
    this.output = new HostOutput(socket, limits.waitingReplyBytes, () =>
      this.log("warning", "a host that does not read its replies was dropped"),
    );
    this.realPrinter = new RealPrinter(around, connection, this.output, () => this.goOn());
    this.storing = new JobStoring(endpoint, client, (ticket, failure) => {
      if (failure === null) connection.completed(ticket, around.now());
      else connection.failed(ticket, failure, around.now());
      this.goOn();
    });
    this.input = new HostInput(socket, around, connection, this.realPrinter, this);
  }

  /** Since when it has had nothing to do; `undefined` when it has. */
  get idleSince(): number | undefined {
    return this.input.isEmpty && !this.storing.isUnderWay ? this.connection.idleSince : undefined;
  }

  data(chunk: Uint8Array<ArrayBuffer>): void {
    this.input.add(chunk);
  }

  end(): void {
    this.isAtEnd = true;
    this.input.goOn();
  }

  drain(): void {
    this.output.drain();
    this.realPrinter.resumeAnswers();
  }

  /**
   * The socket is closed, by whomever. What had been read before has come, and is still taken in.
   * @param onGone called when that is done
   */
  closed(onGone: () => void): void {
    if (this.output.isGone) return onGone();
    this.output.isGone = true;
    this.onGone = onGone;
    this.input.gone();
  }

  statusChanged(): void {
    this.connection.statusChanged(this.around.now());
    this.goOn();
  }

  tick(now: number): void {
    if (!this.isKeptAlive && now - this.openedAt >= KEEP_ALIVE_MILLISECONDS) {
      // Finds hosts that went without a word; most connections are over long before.
      this.socket.setKeepAlive(true, KEEP_ALIVE_MILLISECONDS);
      this.isKeptAlive = true;
    }
    this.input.tick(now);
    this.connection.tick(now);
    this.perform();
    this.realPrinter.follow();
    this.input.retry();
  }

  /** Stores what has come and closes. */
  async stop(): Promise<void> {
    this.input.hurry("now");
    this.connection.stop(this.around.now());
    this.perform();
    await this.storing.done();
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

  /** Everything that was read has been taken in. */
  onEmpty(): void {
    const now = this.around.now();
    const { isGone } = this.output;
    if (this.isAtEnd) this.connection.ended(now);
    else if (isGone && !this.connection.isClosed) this.connection.broken(now);
    if (this.isAtEnd || isGone) this.perform();
    if (!isGone) return;
    this.onGone?.();
    this.onGone = undefined;
  }

  private goOn(): void {
    this.perform();
    this.input.goOn();
  }

  /** Does what the connection wants done. */
  perform(): void {
    for (const effect of this.connection.takeEffects()) this.performOne(effect);
    this.input.shrinkReservation();
  }

  private performOne(effect: RawEffect): void {
    switch (effect.kind) {
      case "send":
        return this.output.write(effect.bytes);
      case "store":
        return this.storing.store(effect, (printId) => {
          if (effect.isPassing) this.realPrinter.stored(effect.ticket, printId);
        });
      case "spool":
        return this.storing.spool(effect);
      case "finish":
        return this.output.finish();
      case "reset":
        return this.output.reset();
      case "probe":
        return this.log("warning", `${effect.what} came to a raw printing port`);
      case "refused":
        return this.log("error", "a job could not be kept", { reason: effect.reason });
      default:
        return this.realPrinter.perform(effect);
    }
  }

  private log(level: LogLevel, message: string, details: object = {}): void {
    const { endpoint, log } = this.around;
    log.write(level, message, { printer: endpoint.printer.name, ...details, client: this.client });
  }
}

/** What is sent to a host: kept where its socket does not take it at once. */
class HostOutput {
  /** Whether the socket is closed, by whomever: nothing more is sent. */
  isGone = false;
  private unsent: Uint8Array[] = [];
  private bytes = 0;
  private isFinishing = false;
  private hasSent = false;

  constructor(
    private readonly socket: Pick<Socket<unknown>, "write" | "end" | "terminate" | "setNoDelay">,
    /** Bytes that may wait. */
    private readonly mostBytes: number,
    /** Told when the host was dropped because more waited. */
    private readonly onOverflow: () => void,
  ) {}

  /** Whether anything waits for the host to read. */
  get isWaiting(): boolean {
    return this.unsent.length > 0;
  }

  /** Whether our side is closed, and all was sent. */
  get isFinished(): boolean {
    return this.isFinishing && this.unsent.length === 0;
  }

  write(bytes: Uint8Array): void {
    if (this.isGone) return;
    if (!this.hasSent) {
      // Each reply stands alone, and at once: hosts wait for the one before they ask for the next.
      this.socket.setNoDelay(true);
      this.hasSent = true;
    }
    const taken = this.unsent.length > 0 ? 0 : Math.max(0, this.socket.write(bytes));
    if (taken === bytes.length) return;
    this.unsent.push(bytes.subarray(taken));
    this.bytes += bytes.length - taken;
    if (this.bytes > this.mostBytes) {
      this.onOverflow();
      this.socket.terminate();
    }
  }

  /** The socket takes bytes again. */
  drain(): void {
    const { unsent } = this;
    this.unsent = [];
    this.bytes = 0;
    for (const bytes of unsent) this.write(bytes);
    if (this.isFinishing) this.finish();
  }

  /** Closes our side when all is sent. */
  finish(): void {
    this.isFinishing = true;
    if (this.unsent.length > 0 || this.isGone) return;
    closeOrderly(this.socket);
    this.socket.end();
  }

  /** Breaks the connection. */
  reset(): void {
    if (!this.isGone) this.socket.terminate();
  }
}
