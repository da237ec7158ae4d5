import type { Passage, PassageEvents, PrinterEndpoint } from "../printer-endpoint.ts";
import type { HostOutput } from "./host-output.ts";
import type { RawConnection } from "./raw-connection.ts";
import type { RawEffect } from "./raw-effect.ts";

export interface RelayOptions {
  readonly endpoint: Pick<PrinterEndpoint, "printer" | "join">;
  readonly connection: RawConnection;
  readonly output: HostOutput;
  readonly joinRetryMilliseconds: number;
  now(): number;
  /** Something has changed: effects may wait, or bytes of the host. */
  onChange(): void;
}

/** What became of a job that has gone through. */
export interface JobAccount {
  stored(printId: number): void;
  dropped(): void;
}

/** A host's way to the real printer: opens it before a job, and carries bytes and answers while it lasts. */
export class Relay {
  private passage: Passage | null = null;
  private isJoining = false;
  private isFull = false;
  private triedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: RelayOptions) {}

  /** Whether the host is to wait, because the way is being opened or the printer takes no more. */
  get isBusy(): boolean {
    return this.isJoining || this.isFull;
  }

  /** Begins to join the host to the real printer, if it is to be and can be now. @returns whether it did */
  begin(): boolean {
    const { endpoint, connection, joinRetryMilliseconds } = this.options;
    if (!endpoint.printer.passThrough || this.isJoining || this.passage !== null) return false;
    if (!connection.canJoin || this.options.now() - this.triedAt < joinRetryMilliseconds) return false;
    this.isJoining = true;
    void this.join();
    return true;
  }

  /** Does what the connection wants of the real printer. @returns whether the effect is one for it */
  perform(effect: RawEffect): boolean {
    const { passage } = this;
    switch (effect.kind) {
      case "pass":
        this.isFull = passage?.write(effect.bytes) === false;
        return true;
      case "ask":
        passage?.ask(effect.isBlock);
        return true;
      case "hold":
        passage?.hold();
        return true;
      case "release":
        passage?.release();
        return true;
      case "leaveOut":
        passage?.dropped(passage.endJob(false));
        return true;
      case "finishPassing":
        passage?.finish();
        return true;
      case "part":
        this.passage = null;
        this.isFull = false;
        passage?.close();
        return true;
      default:
        return false;
    }
  }

  /** The bytes of a job have gone through, as far as they will. */
  endJob(isAskedAbout: boolean): JobAccount | null {
    const { passage } = this;
    if (passage === null) return null;
    const job = passage.endJob(isAskedAbout);
    return {
      stored: (printId) => passage.stored(job, printId),
      dropped: () => passage.dropped(job),
    };
  }

  /** The host takes answers again. */
  drained(): void {
    if (!this.options.output.isWaiting) this.passage?.resumeAnswers();
  }

  private async join(): Promise<void> {
    const { endpoint, connection, now, onChange } = this.options;
    let passage: Passage | null = null;
    let hasEnded = false;
    let isOutdated = false;
    const events: PassageEvents = {
      onAnswer: (bytes) => this.answer(passage, bytes),
      onDrain: () => {
        if (passage === this.passage) this.isFull = false;
        onChange();
      },
      onEnd: () => {
        hasEnded = true;
        if (passage !== null && passage === this.passage) this.end();
      },
      onOutdated: () => {
        isOutdated = true;
        if (passage === null || passage !== this.passage) return;
        connection.printerOutdated(now());
        onChange();
      },
    };
    try {
      passage = await endpoint.join(events);
    } catch {
      // As one that is out of reach; the queue says why when it tries.
    }
    this.isJoining = false;
    this.triedAt = now();
    // The host may have gone meanwhile, or what it sent was taken by us because the service ends.
    if (passage !== null && (!connection.canJoin || isOutdated)) passage.close();
    else if (passage !== null) {
      this.passage = passage;
      connection.joined(now());
      if (hasEnded) this.end();
    }
    onChange();
  }

  private answer(passage: Passage | null, bytes: Uint8Array): void {
    if (passage === null || passage !== this.passage) return;
    const { connection, output, now } = this.options;
    connection.passing.heard(passage.unanswered, now());
    output.write(bytes);
    if (output.isWaiting) passage.pauseAnswers();
  }

  private end(): void {
    const { connection, now, onChange } = this.options;
    this.isFull = false;
    connection.printerEnded(now());
    onChange();
  }
}
