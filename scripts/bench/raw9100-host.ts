import type { Socket } from "bun";
import { FINISH, receiptWithProcessId } from "./raw9100-receipts.ts";

/** Told of every job that was acknowledged. */
export interface JobObserver {
  /** @param milliseconds from the last byte's being sent to the acknowledgement */
  onAcknowledged(milliseconds: number): void;
  /** @param reason what made the measurement void */
  onFault(reason: string): void;
}

/**
 * Where a host connects to, and from: each has an address of its own, as in a shop, because one address has only so many
 * connections. Only Linux has more than one that is this machine; Bun's types do not know the option.
 */
function addressOf(host: number): { readonly hostname: string; readonly localAddress?: string } {
  const hostname = "127.0.0.1";
  return process.platform === "linux" ? { hostname, localAddress: `127.0.0.${1 + host}` } : { hostname };
}

/** A host that prints job after job. */
export interface RawHost {
  /** Begins no further job. */
  stop(): void;
}

/**
 * A host as CUPS is one: for each job it connects, sends, closes its side, and takes our closing for the
 * acknowledgement.
 */
export class OneConnectionPerJob implements RawHost {
  private isStopped = false;
  private next = 0;

  constructor(
    private readonly number: number,
    private readonly port: number,
    private readonly receipts: readonly Uint8Array[],
    private readonly observer: JobObserver,
  ) {
    void this.run();
  }

  stop(): void {
    this.isStopped = true;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.print(this.receipts[this.next++ % this.receipts.length] ?? new Uint8Array());
      } catch (error) {
        this.observer.onFault(String(error));
        return;
      }
    }
  }

  private async print(receipt: Uint8Array): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let sentAt = 0;
    await Bun.connect({
      ...addressOf(this.number),
      port: this.port,
      allowHalfOpen: true,
      socket: {
        open(socket) {
          if (socket.write(receipt) !== receipt.byteLength) {
            reject(new Error("a receipt did not fit into the socket's buffer"));
          }
          // Not `end`, with which Bun closes the socket wholly.
          socket.shutdown();
          sentAt = performance.now();
        },
        data() {},
        close: (_socket, error) => {
          // A reset is no acknowledgement.
          if (error !== undefined) return reject(error);
          this.observer.onAcknowledged(performance.now() - sentAt);
          resolve();
        },
        error: (_socket, error) => reject(error),
        connectError: (_socket, error) => reject(error),
      },
    });
    await promise;
  }
}

/** A host as Epson's SDK is one: one connection, and at the end of each job the request to say when it is printed. */
export class OneConnectionForAll implements RawHost {
  private isStopped = false;
  private received: Buffer = Buffer.alloc(0);
  private sentAt = 0;
  private number = 0;

  private constructor(
    private readonly socket: Socket<OneConnectionForAll | null>,
    private readonly receipts: readonly Uint8Array[],
    private readonly observer: JobObserver,
  ) {}

  /** Connects and begins. */
  static async open(
    hostNumber: number,
    port: number,
    receipts: readonly Uint8Array[],
    observer: JobObserver,
  ): Promise<OneConnectionForAll> {
    const socket = await Bun.connect<OneConnectionForAll | null>({
      ...addressOf(hostNumber),
      port,
      data: null,
      socket: {
        binaryType: "buffer",
        data: (self, bytes) => self.data?.receive(bytes),
        close: (self) => self.data?.closed(),
        error: (_self, error) => observer.onFault(String(error)),
      },
    });
    const host = new OneConnectionForAll(socket, receipts, observer);
    socket.data = host;
    host.print();
    return host;
  }

  stop(): void {
    this.isStopped = true;
    this.socket.end();
  }

  private print(): void {
    const receipt = this.receipts[this.number % this.receipts.length] ?? new Uint8Array();
    const job = receiptWithProcessId(receipt, ++this.number);
    if (this.socket.write(job) !== job.byteLength)
      this.observer.onFault("a job did not fit into the socket's buffer");
    this.sentAt = performance.now();
  }

  private receive(bytes: Buffer): void {
    this.received = this.received.byteLength === 0 ? bytes : Buffer.concat([this.received, bytes]);
    if (this.received.byteLength < FINISH.replyBytes) return;
    if (!this.received.equals(FINISH.reply(this.number))) {
      this.observer.onFault(`answered ${this.received.toString("hex")}`);
      return;
    }
    this.received = Buffer.alloc(0);
    this.observer.onAcknowledged(performance.now() - this.sentAt);
    if (!this.isStopped) this.print();
  }

  private closed(): void {
    if (!this.isStopped) this.observer.onFault("the service closed a connection");
  }
}
