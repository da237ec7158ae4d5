import type { Awaitable } from "../../domain/awaitable.ts";
import type { LogRecord } from "./log-line.ts";

/** How often a stream without lines shows that it is alive, and its listener's access is checked, milliseconds. */
const HEARTBEAT_MILLISECONDS = 15_000;

/** Lines that wait for a listener who is slow; what comes beyond them is left out for him. */
const WAITING_LINES = 1000;

export interface LogStreamOptions {
  /** Calls with each line from now on. @returns ends that */
  readonly listen: (listener: (record: LogRecord) => void) => () => void;
  /** A line as the listener gets it, without line breaks; `null` for one that is not for him. */
  readonly write: (record: LogRecord) => string | null;
  /** Whether the listener may still listen. */
  readonly isAllowed: () => Awaitable<boolean>;
  /** Called once, when the stream has ended for whatever reason. */
  readonly onEnd: () => void;
  /** See {@link HEARTBEAT_MILLISECONDS}, which it is by default. */
  readonly heartbeatMilliseconds?: number;
}

/** The lines of the log as they are written: server-sent events named `line` (WHATWG HTML, section 9.2). */
export function logStream(options: LogStreamOptions): ReadableStream<Uint8Array> {
  const { heartbeatMilliseconds = HEARTBEAT_MILLISECONDS } = options;
  const encoder = new TextEncoder();
  const waiting: string[] = [];
  let wake = () => {};
  let isEnded = false;
  const stopListening = options.listen((record) => {
    const line = options.write(record);
    if (line === null || waiting.length >= WAITING_LINES) return;
    waiting.push(`event: line\ndata: ${line}\n\n`);
    wake();
  });
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    stopListening();
    wake();
    options.onEnd();
  };

  async function nextWords(): Promise<string | null> {
    if (waiting.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, heartbeatMilliseconds);
      await promise;
      clearTimeout(timer);
    }
    if (isEnded || !(await options.isAllowed())) return null;
    return waiting.length === 0 ? ": alive\n\n" : waiting.splice(0).join("");
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(": listening\n\n"));
      },
      async pull(controller) {
        const said = await nextWords();
        if (isEnded) return;
        if (said !== null) return controller.enqueue(encoder.encode(said));
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
