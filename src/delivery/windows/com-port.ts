import type { SerialLine } from "../../domain/serial-line.ts";
import type { DevicePort } from "../connections/device-port.ts";
import { SystemCallThread } from "../system-calls/system-call-thread.ts";

/** The most that is written at once, bytes: a call waits until the line has taken them, or its time is over. */
const CHUNK_BYTES = 1024;

/** What went wrong with a serial line of Windows, by the code of the system. */
class ComError extends Error {
  override readonly name = "ComError";

  constructor(readonly code: string) {
    super(code);
  }
}

/** A serial line of Windows, in a Worker of its own. */
class ComPort implements DevicePort {
  private discards = false;

  constructor(
    private readonly thread: SystemCallThread,
    private readonly handle: bigint,
  ) {}

  async read(): Promise<Uint8Array> {
    return orThrow(await this.thread.call("readComLine", this.handle));
  }

  async write(bytes: Uint8Array): Promise<number> {
    const chunk = new Uint8Array(bytes.subarray(0, CHUNK_BYTES));
    return orThrow(await this.thread.call("writeComLine", this.handle, chunk));
  }

  async unsent(): Promise<number> {
    return orThrow(await this.thread.call("countUnsentByCom", this.handle));
  }

  discard(): void {
    this.discards = true;
  }

  status(): Promise<null> {
    return Promise.resolve(null);
  }

  async close(): Promise<void> {
    await this.thread.call("closeComLine", this.handle, this.discards);
    this.thread.end();
  }
}

/** Opens a serial line of Windows. @throws an error with the code of the system */
export async function openComPort(path: string, line: SerialLine): Promise<DevicePort> {
  const thread = new SystemCallThread();
  const opened = await thread.call("openComLine", path, line);
  if (typeof opened !== "string") return new ComPort(thread, opened);
  thread.end();
  throw new ComError(opened);
}

function orThrow<Value>(result: Value | string): Value {
  if (typeof result === "string") throw new ComError(result);
  return result;
}
