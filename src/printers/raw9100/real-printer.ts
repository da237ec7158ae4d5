import type { PassThrough, PassThroughEvents } from "../../delivery/pass-through.ts";
import type { RawEffect, RawSurroundings } from "./connection-context.ts";
import type { RawConnection } from "./raw-connection.ts";

/** The real printer behind a connection: joined before a job, where it can be, and left when nothing more is expected. */
export class RealPrinter {
  private passThrough: PassThrough | null = null;
  private isJoining = false;
  private triedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly around: RawSurroundings,
    private readonly connection: RawConnection,
    private readonly output: { readonly isWaiting: boolean; write(bytes: Uint8Array): void },
    /** Something has changed: effects may wait, or bytes of the host. */
    private readonly onChange: () => void,
  ) {}

  /** Whether the host is to wait, because the printer is being joined or takes no more. */
  get isBusy(): boolean {
    return this.isJoining || this.passThrough?.isFull === true;
  }

  /** Begins to join the host to the real printer, if it is to be and can be now. @returns whether it did */
  begin(): boolean {
    const { around, connection } = this;
    if (!around.endpoint.printer.passThrough || this.isJoining || this.passThrough !== null) return false;
    if (!connection.canJoin || around.now() - this.triedAt < around.limits.joinRetryMilliseconds)
      return false;
    this.isJoining = true;
    void this.join();
    return true;
  }

  /** Does what the connection wants of the real printer. */
  perform(effect: RawEffect): void {
    const { passThrough } = this;
    switch (effect.kind) {
      case "pass":
        passThrough?.write(effect.bytes);
        break;
      case "ask":
        return passThrough?.ask(effect.isBlock);
      case "hold":
        return passThrough?.hold();
      case "release":
        return passThrough?.release();
      case "leaveOut":
        return this.endJob(false)?.(null);
      case "finishPassing":
        return passThrough?.finish();
      case "leave":
        this.passThrough = null;
        return passThrough?.close();
      default:
    }
  }

  /** The bytes of a job have gone through, as far as they will. @returns to be told its id; `null` when it made no print */
  endJob(isAskedAbout: boolean): ((printId: number | null) => void) | null {
    const { passThrough } = this;
    if (passThrough === null) return null;
    const job = passThrough.endJob(isAskedAbout);
    return (printId) => (printId === null ? passThrough.dropped(job) : passThrough.stored(job, printId));
  }

  /** The host takes answers again. */
  resumeAnswers(): void {
    if (!this.output.isWaiting) this.passThrough?.resumeAnswers();
  }

  private async join(): Promise<void> {
    const { around, connection } = this;
    // One that cannot be joined is as one out of reach; the queue says why when it tries.
    const joined = await around.endpoint.join(this.events()).catch(() => null);
    this.isJoining = false;
    this.triedAt = around.now();
    // The host may have gone meanwhile, or what it sent was taken by us because the service ends.
    if (joined !== null && (!connection.canJoin || joined.isOutdated)) joined.close();
    else if (joined !== null) {
      this.passThrough = joined;
      connection.joined(around.now());
      if (!joined.isPassing) connection.printerEnded(around.now());
    }
    this.onChange();
  }

  private events(): PassThroughEvents {
    const { around, connection, output } = this;
    const whileJoined = (act: (now: number) => void) => () => {
      if (this.passThrough === null) return;
      act(around.now());
      this.onChange();
    };
    return {
      onAnswer: (bytes) => {
        const { passThrough } = this;
        if (passThrough === null) return;
        connection.printerAnswered(passThrough.unanswered, around.now());
        output.write(bytes);
        if (output.isWaiting) passThrough.pauseAnswers();
      },
      onDrain: () => this.onChange(),
      onEnd: whileJoined((now) => connection.printerEnded(now)),
      onOutdated: whileJoined((now) => connection.printerOutdated(now)),
    };
  }
}
