import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { ConnectionEvents, PrinterConnection } from "./connection.ts";
import { deviceCause, type DevicePort } from "./device-port.ts";

/** Times of a device that is looked at again and again, since not every one tells when it can be read; milliseconds. */
const DEVICE_TIMES = {
  /** Between looks while something is written or has just come. */
  busy: 3,
  /** Between looks at one that has been silent for a while. */
  idle: 40,
  /** How long after the last byte it counts as busy. */
  busyFor: 2000,
  /** How long a closed one may take nothing before what is left is thrown away: others wait for the device. */
  lastBytes: 10_000,
} as const;

type DeviceTimes = { readonly [Name in keyof typeof DEVICE_TIMES]: number };

/** A connection to a device of this machine. One loop reads and writes it; nothing is told before the loop turns. */
export class DeviceConnection implements PrinterConnection {
  pending = 0;
  /** Bytes that the device has taken and that have not left it, when it was looked at last. */
  private unsent = 0;
  private readonly queue: Uint8Array[] = [];
  private afterQueue: "stay" | "shutdown" | "close" | "terminate" = "stay";
  /** Whether nothing more is told. */
  private isSilent = false;
  private isPaused = false;
  private movedAt = performance.now();
  private endNap: () => void = () => {};

  /** @param port an open one, which is closed at the end */
  constructor(
    private readonly port: DevicePort,
    private readonly events: ConnectionEvents,
    private readonly times: DeviceTimes = DEVICE_TIMES,
  ) {
    void this.run();
  }

  get unacknowledged(): number {
    return this.pending + this.unsent;
  }

  portStatus(): Promise<PrinterStatus | null> {
    return this.port.status();
  }

  write(bytes: Uint8Array): void {
    if (this.afterQueue !== "stay" || bytes.length === 0) return;
    this.queue.push(bytes);
    this.pending += bytes.length;
    this.endNap();
  }

  shutdown(): void {
    this.finishWith("shutdown");
  }

  close(): void {
    this.isSilent = true;
    this.finishWith("close");
  }

  terminate(): void {
    this.isSilent = true;
    this.finishWith("terminate");
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.endNap();
  }

  private finishWith(how: "shutdown" | "close" | "terminate"): void {
    this.movedAt = performance.now();
    this.afterQueue = how;
    this.endNap();
  }

  private async run(): Promise<void> {
    // Whoever opened it has it before it is told anything.
    await Promise.resolve();
    let cause: string | null = null;
    try {
      while (!this.isOver()) {
        const hasRead = await this.readSome();
        const hasWritten = await this.writeSome();
        if (this.unsent > 0) this.unsent = await this.port.unsent();
        if (hasRead || hasWritten) this.movedAt = performance.now();
        else if (this.afterQueue !== "terminate") await this.nap();
      }
      if (this.pending > 0 || this.afterQueue === "terminate") await this.port.discard();
    } catch (error) {
      cause = deviceCause(error);
    }
    await this.closePort();
    if (this.isSilent) return;
    this.isSilent = true;
    this.events.onEnd(cause);
  }

  private isOver(): boolean {
    if (this.afterQueue === "stay") return false;
    if (this.afterQueue === "terminate") return true;
    const isLate = performance.now() >= this.movedAt + this.times.lastBytes;
    if (this.afterQueue === "close" && isLate) {
      this.afterQueue = "terminate";
      return true;
    }
    return this.pending === 0 && this.unsent === 0;
  }

  private async readSome(): Promise<boolean> {
    if (this.isPaused) return false;
    const bytes = await this.port.read();
    if (bytes.length > 0 && !this.isSilent) this.events.onData(bytes);
    return bytes.length > 0;
  }

  private async writeSome(): Promise<boolean> {
    const [bytes] = this.queue;
    if (bytes === undefined || this.afterQueue === "terminate") return false;
    const count = await this.port.write(bytes);
    if (count === 0) return false;
    this.pending -= count;
    this.unsent += count;
    if (count < bytes.length) this.queue[0] = bytes.subarray(count);
    else this.queue.shift();
    if (!this.isSilent) this.events.onTaken(count);
    return true;
  }

  private async nap(): Promise<void> {
    const { busy, idle, busyFor } = this.times;
    const isBusy = this.unacknowledged > 0 || performance.now() < this.movedAt + busyFor;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.endNap = resolve;
    const timer = setTimeout(resolve, isBusy ? busy : idle);
    await promise;
    clearTimeout(timer);
    this.endNap = () => {};
  }

  private async closePort(): Promise<void> {
    try {
      await this.port.close();
    } catch {
      // It is gone.
    }
  }
}
