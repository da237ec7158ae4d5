import type { Socket } from "bun";
import type { LogLevel } from "../../operations/log.ts";
import type { RawSurroundings } from "./connection-context.ts";
import { HostInput } from "./host-input.ts";
import { HostOutput } from "./host-output.ts";
import { JobStoring } from "./job-storing.ts";
import { RawConnection } from "./raw-connection.ts";
import type { RawEffect } from "./raw-effect.ts";
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
      case "store": {
        const onStored = effect.isPassing ? this.realPrinter.endJob(effect.isAskedAbout) : null;
        return this.storing.store(effect, onStored);
      }
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
