import { workerAddress, type WorkerEntry } from "./worker-address.ts";
import { type Port, type Receiver, type Sent, WorkerChannel } from "./worker-channel.ts";
import { WorkerProcess } from "./worker-process.ts";

/** A Worker as whoever started it has it: a thread, or a process of its own. */
export interface StartedWorker extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export interface WorkerThreadOptions<Other extends Sent> extends Receiver<Other> {
  readonly entry: WorkerEntry;
  /** How long the Worker stays when all questions are answered, milliseconds: it takes memory. For ever if not given. */
  readonly restMilliseconds?: number;
  /** Whether it collects its garbage sooner, for work that nobody waits for. */
  readonly smol?: boolean;
  /** Whether it is a process of its own: for work that takes much memory, or that hostile bytes may end. */
  readonly isApart?: boolean;
  /**
   * How long it may say nothing at all while it is asked something, milliseconds: then it hangs, and is ended. For ever
   * if not given.
   */
  readonly silenceMilliseconds?: number;
  /** The Worker died; what was asked of it has failed. */
  onDeath?(reason: string): void;
}

/** A Worker that starts with the first question; should it die, what was asked fails and the next question starts one. */
export class WorkerThread<Own extends Sent, Other extends Sent = Sent> {
  private running: { readonly worker: StartedWorker; readonly channel: WorkerChannel<Own, Other> } | null =
    null;
  private rest: Timer | undefined;
  private silence: Timer | undefined;

  /** @param open starts the Worker; given where it is none of the service's */
  constructor(
    private readonly options: WorkerThreadOptions<Other>,
    private readonly open: () => StartedWorker = () => openWorker(options),
  ) {}

  /** Asks; the buffers in `transfer` are handed over, not copied. @throws what the Worker threw */
  async ask(question: Own["question"], transfer: ArrayBuffer[] = []): Promise<Own["answer"]> {
    const channel = this.channel();
    try {
      const answered = channel.ask(question, transfer);
      this.watch();
      return await answered;
    } finally {
      if (channel === this.running?.channel && channel.unanswered === 0) this.beginRest();
    }
  }

  /** Sends what needs no answer; nothing where no Worker runs. */
  tell(note: Own["note"]): void {
    this.running?.channel.tell(note);
  }

  /** Ends the Worker; what it was asked fails for this reason. The next question starts another. */
  end(reason: string): void {
    clearTimeout(this.rest);
    clearTimeout(this.silence);
    const { running } = this;
    this.running = null;
    running?.worker.terminate();
    running?.channel.close(reason);
  }

  private channel(): WorkerChannel<Own, Other> {
    clearTimeout(this.rest);
    this.running ??= this.start();
    return this.running.channel;
  }

  private start() {
    const worker = this.open();
    worker.onerror = ({ message }) => {
      if (this.running?.worker === worker) this.die(message);
    };
    const channel = new WorkerChannel<Own, Other>(worker, this.options);
    return { worker, channel };
  }

  private die(reason: string): void {
    this.end(reason);
    this.options.onDeath?.(reason);
  }

  /** Watches that the Worker does not hang, for as long as it is asked something. */
  private watch(): void {
    const { silenceMilliseconds } = this.options;
    const { running } = this;
    if (silenceMilliseconds === undefined || !running?.channel.unanswered) return;
    const silent = performance.now() - running.channel.silentSince;
    if (silent >= silenceMilliseconds) {
      this.die(`it said nothing for ${silenceMilliseconds} ms`);
      return;
    }
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.watch(), silenceMilliseconds - Math.max(0, silent));
    this.silence.unref();
  }

  private beginRest(): void {
    const { restMilliseconds } = this.options;
    if (restMilliseconds === undefined) return;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.end("the Worker rests"), restMilliseconds);
    this.rest.unref();
  }
}

function openWorker<Other extends Sent>({
  entry,
  isApart,
  smol = false,
}: WorkerThreadOptions<Other>): StartedWorker {
  return isApart === true ? new WorkerProcess(entry) : new Worker(workerAddress(entry), { smol });
}
