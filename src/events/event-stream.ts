import type { EventPosition } from "../domain/event.ts";
import type { EventFeed } from "./event-feed.ts";
import { type EventReader, type ServiceEvent, writePosition } from "./event-reader.ts";

/** How often a stream without events shows that it is alive, and its listener's access is checked, milliseconds. */
const HEARTBEAT_MILLISECONDS = 15_000;

/** How long a browser waits before it comes back, milliseconds. */
const RETRY_MILLISECONDS = 2000;

/** Events read together. */
const BATCH_EVENTS = 100;

export interface EventStreamOptions {
  readonly reader: EventReader;
  readonly feed: EventFeed;
  readonly workspaceId: number;
  readonly from: EventPosition;
  /** Whether the listener may still listen. */
  readonly isAllowed: () => boolean;
  /** Called once, when the stream has ended for whatever reason. */
  readonly onEnd: () => void;
  /** See {@link HEARTBEAT_MILLISECONDS}, which it is by default. */
  readonly heartbeatMilliseconds?: number;
}

/**
 * Events as a stream of server-sent events (WHATWG HTML, section 9.2). Nothing is read from the database before the
 * listener has taken what was read before: one that is slow costs no memory.
 */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { reader, feed, workspaceId, heartbeatMilliseconds = HEARTBEAT_MILLISECONDS } = options;
  const encoder = new TextEncoder();
  let { from: position } = options;
  let wake = () => {};
  const state = { isEnded: false };
  const stopListening = feed.listen(() => wake());
  const end = () => {
    if (state.isEnded) return;
    state.isEnded = true;
    stopListening();
    wake();
    options.onEnd();
  };

  /** Waits for something to be stored, in whichever workspace, or for the next heartbeat. */
  async function somethingToSay(milliseconds: number): Promise<"event" | "heartbeat"> {
    const { promise, resolve } = Promise.withResolvers<"event" | "heartbeat">();
    wake = () => resolve("event");
    const timer = setTimeout(resolve, milliseconds, "heartbeat");
    const reason = await promise;
    clearTimeout(timer);
    return reason;
  }

  /** The next piece of the stream, once there is an event; `null` when the listener may not listen any more. */
  async function nextWords(): Promise<string | null> {
    const heartbeatAt = performance.now() + heartbeatMilliseconds;
    for (;;) {
      const events = reader.after(workspaceId, position, BATCH_EVENTS);
      position = events.at(-1)?.position ?? position;
      if (events.length > 0) return events.map(written).join("");
      const reason = await somethingToSay(Math.max(heartbeatAt - performance.now(), 0));
      if (state.isEnded || feed.isClosed || !options.isAllowed()) return null;
      if (reason === "heartbeat") return ": alive\n\n";
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(`retry: ${RETRY_MILLISECONDS}\n: listening\n\n`));
      },
      async pull(controller) {
        try {
          const said = await nextWords();
          if (state.isEnded) return;
          if (said !== null) return controller.enqueue(encoder.encode(said));
          end();
          controller.close();
        } catch (error) {
          // Such as a database that cannot be read: nobody cancels a stream that fails by itself.
          end();
          throw error;
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** JSON has no line breaks, so that one data line is enough. */
function written({ kind, data, position }: ServiceEvent): string {
  return `id: ${writePosition(position)}\nevent: ${kind}\ndata: ${data}\n\n`;
}
