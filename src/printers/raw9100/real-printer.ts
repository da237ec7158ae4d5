import type { PassThrough, PassThroughEvents } from "../../delivery/pass-through.ts";
import type { EndJobEffect, ForwardEffect, RawSurroundings } from "./connection-context.ts";
import type { RawConnection } from "./raw-connection.ts";

/** The real printer behind a connection: joined before a job, where it can be, and left when nothing more is expected. */
export class RealPrinter {
  private passThrough: PassThrough | null = null;
  private isJoining = false;
  /** Ends the time for which the host waits for the printer to be joined; `undefined` when that is over. */
  private waiting: Timer | undefined;
  /** When it may be tried again. */
  private triableAt = Number.NEGATIVE_INFINITY;
  /** The prints that jobs became, by their tickets; `null` for one that could not be stored. */
  private readonly prints = new Map<number, number | null>();

  constructor(
    private readonly around: RawSurroundings,
    private readonly connection: RawConnection,
    private readonly output: { readonly isWaiting: boolean; write(bytes: Uint8Array): void },
    /** Something has changed: effects may wait, or bytes of the host. */
    private readonly onChange: () => void,
  ) {}

  /** Whether the host is to wait, because the printer is being joined or takes no more. */
  get isBusy(): boolean {
    return this.waiting !== undefined || this.passThrough?.isFull === true;
  }

  /** Begins to join the host to the real printer, if that can be now. @returns whether the host is to wait for it */
  begin(): boolean {
    const { around, connection } = this;
    if (!connection.canJoin || !this.tryToJoin()) return false;
    // A host is not made to wait for a printer that is out of reach.
    const stopWaiting = () => {
      this.waiting = undefined;
      this.onChange();
    };
    if (this.isJoining) this.waiting = setTimeout(stopWaiting, around.limits.joinWaitMilliseconds);
    return this.isJoining;
  }

  /** Begins to join a job that has begun, if that can be now. */
  follow(): void {
    if (this.connection.canFollow) this.tryToJoin();
  }

  /** Does what the connection wants of the real printer. */
  perform(effect: ForwardEffect): void {
    const { passThrough } = this;
    switch (effect.kind) {
      case "pass":
        passThrough?.write(effect.bytes);
        break;
      case "ask":
        return passThrough?.ask(effect.isBlock);
      case "endJob":
        return this.endJob(effect);
      case "finishPassing":
        return passThrough?.finish();
      case "leave":
        this.passThrough = null;
        // Whoever wants it comes first.
        if (passThrough?.isWanted === true)
          this.triableAt = this.around.now() + this.around.limits.yieldMilliseconds;
        return passThrough?.close();
    }
  }

  /** A job whose bytes go through is durable, as this print; `null` when it could not be stored. */
  stored(ticket: number, printId: number | null): void {
    this.prints.set(ticket, printId);
  }

  /** The host takes answers again. */
  resumeAnswers(): void {
    if (!this.output.isWaiting) this.passThrough?.resumeAnswers();
  }

  private endJob({ ticket, bytes, isAskedAbout }: EndJobEffect): void {
    const { passThrough, prints } = this;
    const printId = ticket === null ? null : (prints.get(ticket) ?? null);
    if (ticket !== null) prints.delete(ticket);
    passThrough?.endJob(bytes, isAskedAbout, printId);
  }

  /** @returns whether it has begun */
  private tryToJoin(): boolean {
    if (this.isJoining || this.passThrough !== null || this.around.now() < this.triableAt) return false;
    if (!this.around.endpoint.canForward) return false;
    this.isJoining = true;
    void this.join();
    return true;
  }

  private async join(): Promise<void> {
    const { around, connection } = this;
    // One that cannot be joined is as one out of reach; the queue says why when it tries.
    const joined = await around.endpoint.join(this.events()).catch(() => "away" as const);
    this.isJoining = false;
    clearTimeout(this.waiting);
    this.waiting = undefined;
    if (typeof joined === "string") {
      const { joinRetryMilliseconds, busyRetryMilliseconds } = around.limits;
      this.triableAt = around.now() + (joined === "busy" ? busyRetryMilliseconds : joinRetryMilliseconds);
    } else if ((!connection.canJoin && !connection.canFollow) || joined.isOutdated) {
      // The host may have gone meanwhile, or what it sent was taken by us because the service ends.
      joined.close();
    } else {
      this.passThrough = joined;
      connection.joined(around.now());
      if (joined.isWanted) connection.printerWanted(around.now());
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
        if (connection.isJoined) output.write(bytes);
        if (output.isWaiting) passThrough.pauseAnswers();
        connection.printerAnswered(passThrough.unanswered, around.now());
        if (passThrough.isWanted) this.onChange();
      },
      onDrain: () => this.onChange(),
      onEnd: whileJoined((now) => connection.printerEnded(now)),
      onOutdated: whileJoined((now) => connection.printerOutdated(now)),
      onWanted: whileJoined((now) => connection.printerWanted(now)),
    };
  }
}
