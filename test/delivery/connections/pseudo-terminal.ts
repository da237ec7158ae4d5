import { closeSync, constants, openSync, readSync, rmSync, symlinkSync, writeSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { openCLibrary } from "../../../src/platform/c-library.ts";

const library = openCLibrary({
  grantpt: { args: ["i32"], returns: "i32" },
  unlockpt: { args: ["i32"], returns: "i32" },
  ptsname: { args: ["i32"], returns: "cstring" },
});

/** Why there are no pseudo-terminals here; `null` when there are. */
export const WHY_WITHOUT_TERMINALS =
  library === null || process.platform !== "linux" ? "this system has no pseudo-terminals of Linux" : null;

const LOOK_MILLISECONDS = 2;

/** The other end of a serial line or a USB device: what the service opens is a pseudo-terminal, and this is the printer. */
export class PseudoTerminal {
  /** What the service opens: a link, so that a printer that comes back has the same name. */
  readonly path: string;
  received = Buffer.alloc(0);
  private descriptor: number | null = null;
  private timer: Timer | undefined;
  private printer: Socket | null = null;
  private isReading = true;
  private readonly buffer = Buffer.alloc(4096);

  constructor(name: string) {
    this.path = name;
    this.plugIn();
  }

  plugIn(): void {
    this.descriptor = openSync("/dev/ptmx", constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
    library?.grantpt(this.descriptor);
    library?.unlockpt(this.descriptor);
    rmSync(this.path, { force: true });
    symlinkSync(String(library?.ptsname(this.descriptor)), this.path);
    this.timer = setInterval(() => this.look(), LOOK_MILLISECONDS);
  }

  /** Is gone, as when an adapter is unplugged. */
  unplug(): void {
    if (this.descriptor === null) return;
    clearInterval(this.timer);
    rmSync(this.path, { force: true });
    closeSync(this.descriptor);
    this.descriptor = null;
    this.printer?.destroy();
    this.printer = null;
  }

  /** Has a printer on TCP read and answer at this end. */
  join(port: number): void {
    this.printer = connect(port, "127.0.0.1");
    this.printer.on("data", (bytes: Buffer) => this.say(bytes));
    this.printer.on("error", () => {});
  }

  /** Reads nothing for a while. */
  setReading(isReading: boolean): void {
    this.isReading = isReading;
  }

  say(bytes: Uint8Array): void {
    if (this.descriptor !== null) writeSync(this.descriptor, bytes);
  }

  private look(): void {
    while (this.descriptor !== null && this.isReading) {
      let count: number;
      try {
        count = readSync(this.descriptor, this.buffer);
      } catch {
        // Nothing yet, or nobody has the line open.
        return;
      }
      const bytes = Buffer.from(this.buffer.subarray(0, count));
      this.received = Buffer.concat([this.received, bytes]);
      this.printer?.write(bytes);
    }
  }
}
