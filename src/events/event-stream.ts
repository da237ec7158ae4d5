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
}

/**
 * Events as a stream of server-sent events (WHATWG HTML, section 9.2). Nothing is read from the database before the
 * listener has taken what was read before: one that is slow costs no memory.
 */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { reader, feed, workspaceId } = options;
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

  /** Waits for something to be stored, or for the next heartbeat. */
  async function somethingToSay(): Promise<"event" | "heartbeat"> {
    const { promise, resolve } = Promise.withResolvers<"event" | "heartbeat">();
    wake = () => resolve("event");
    const timer = setTimeout(resolve, HEARTBEAT_MILLISECONDS, "heartbeat");
    const reason = await promise;
    clearTimeout(timer);
    return reason;
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(`retry: ${RETRY_MILLISECONDS}\n: listening\n\n`));
      },
      async pull(controller) {
        for (;;) {
          const events = reader.after(workspaceId, position, BATCH_EVENTS);
          if (events.length > 0) {
            position = events.at(-1)?.position ?? position;
            controller.enqueue(encoder.encode(events.map(written).join("")));
            return;
          }
          const reason = await somethingToSay();
          if (state.isEnded) return;
          if (feed.isClosed || !options.isAllowed()) {
            end();
            controller.close();
            return;
          }
          if (reason === "heartbeat") {
            controller.enqueue(encoder.encode(": alive\n\n"));
            return;
          }
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
