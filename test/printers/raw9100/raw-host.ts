import net from "node:net";
import { ThrottledLog } from "../../../src/operations/log.ts";
import { RawListener } from "../../../src/printers/raw9100/raw-listener.ts";
import type { RawLimits } from "../../../src/printers/raw9100/raw9100-limits.ts";
import type { FakeEndpoint } from "../fake-endpoint.ts";
import { until } from "../../until.ts";

const PAUSE_MILLISECONDS = 5;

/** A listener with a clock of its own, for tests: time passes only when it is told to. */
export class TestListener {
  readonly listener: RawListener;
  readonly lines: string[] = [];
  private now = 1_000_000;
  /** How often the listener has looked at the time. */
  private looks = 0;

  constructor(
    readonly endpoint: FakeEndpoint,
    limits: Partial<RawLimits> = {},
    host = "127.0.0.1",
  ) {
    const lines = { write: (level: string, message: string) => void this.lines.push(`${level}: ${message}`) };
    const log = new ThrottledLog(lines, () => this.now);
    this.listener = new RawListener({
      endpoint,
      host,
      port: 0,
      log,
      clock: () => {
        this.looks++;
        return this.now;
      },
      limits: { tickMilliseconds: 5, longestStepMilliseconds: Number.POSITIVE_INFINITY, ...limits },
    });
  }

  passTime(milliseconds: number): void {
    this.now += milliseconds;
  }

  /** Waits until the listener, which has a connection, has surely acted on the time that has passed. */
  async act(): Promise<void> {
    const { looks } = this;
    await this.until(() => this.looks > looks + 4);
  }

  /** Connects a host. */
  async connect(address = "127.0.0.1"): Promise<RawHost> {
    const socket = net.connect({ port: this.listener.port, host: address, allowHalfOpen: true });
    const host = new RawHost(socket, this);
    await new Promise((resolve) => socket.once("connect", resolve));
    return host;
  }

  /** Waits until something holds. @throws Error when it never does */
  until(holds: () => boolean): Promise<void> {
    return until(holds);
  }
}

/** A host with a real socket. */
export class RawHost {
  private received = Buffer.alloc(0);
  /** How the connection ended for the host: `end` for a clean close, or the error's code. */
  readonly closing: Promise<string>;

  constructor(
    readonly socket: net.Socket,
    private readonly test: TestListener,
  ) {
    socket.setNoDelay(true);
    socket.on("data", (data: Buffer) => {
      this.received = Buffer.concat([this.received, data]);
    });
    this.closing = new Promise((resolve) => {
      socket.once("end", () => resolve("end"));
      socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
    });
  }

  get unread(): Uint8Array {
    return this.received;
  }

  send(data: Uint8Array): void {
    this.socket.write(data);
  }

  /** Shuts down the sending side. */
  end(): void {
    this.socket.end();
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }

  /** Reads so many bytes. */
  async read(count: number): Promise<Uint8Array> {
    await this.until(() => this.received.length >= count);
    const read = Uint8Array.from(this.received.subarray(0, count));
    this.received = this.received.subarray(count);
    return read;
  }

  until(holds: () => boolean): Promise<void> {
    return this.test.until(holds);
  }

  passTime(milliseconds: number): void {
    this.test.passTime(milliseconds);
  }

  /** Waits until what was sent has surely been read. */
  async settle(): Promise<void> {
    await this.until(() => this.socket.writableLength === 0);
    await Bun.sleep(10 * PAUSE_MILLISECONDS);
  }

  async stop(): Promise<void> {
    this.socket.destroy();
    await this.test.listener.stop();
  }
}

/** Opens a listener and connects one host. */
export async function openHost(endpoint: FakeEndpoint, limits: Partial<RawLimits> = {}): Promise<RawHost> {
  return await new TestListener(endpoint, limits).connect();
}
