import type { Awaitable } from "../domain/awaitable.ts";
import type { EventPosition, ServiceEvent } from "../domain/event.ts";
import type { EventReading } from "../storage/ports/happenings.ts";
import type { EventFeed } from "./event-feed.ts";
import { type News, UntakenNews } from "./live-news.ts";
import { writePosition } from "./event-reader.ts";

/** How often a stream without events shows that it is alive, and its listener's access is checked, milliseconds. */
const HEARTBEAT_MILLISECONDS = 15_000;

/** How long a browser waits before it comes back, milliseconds. */
const RETRY_MILLISECONDS = 2000;

/** Events read together. */
const BATCH_EVENTS = 100;

export interface EventStreamOptions {
  readonly reader: EventReading;
  readonly feed: EventFeed;
  readonly workspaceId: number;
  readonly from: EventPosition;
  /** Whether the listener may still listen. */
  readonly isAllowed: () => Awaitable<boolean>;
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
  const bell = new Bell();
  const state = { isEnded: false };
  const news = new UntakenNews(feed.news, workspaceId, () => bell.ring());
  const stopListening = feed.listen(() => bell.ring());
  const end = () => {
    if (state.isEnded) return;
    state.isEnded = true;
    stopListening();
    news.close();
    bell.ring();
    options.onEnd();
  };

  /** The next piece of the stream, once there is an event; `null` when the listener may not listen any more. */
  async function nextWords(): Promise<string | null> {
    const heartbeatAt = performance.now() + heartbeatMilliseconds;
    for (;;) {
      bell.hush();
      const events = await reader.after(workspaceId, position, BATCH_EVENTS);
      position = events.at(-1)?.position ?? position;
      const said = events.map(written).join("") + news.take().map(writtenNews).join("");
      if (said !== "") return said;
      const hasRung = await bell.wait(Math.max(heartbeatAt - performance.now(), 0));
      if (state.isEnded || feed.isClosed || !(await options.isAllowed())) return null;
      if (!hasRung || performance.now() >= heartbeatAt) return ": alive\n\n";
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

/** Rings when there may be something to say. What rings while nobody waits, such as during a look, is not lost. */
class Bell {
  private hasRung = false;
  private wake = () => {};

  ring(): void {
    this.hasRung = true;
    this.wake();
  }

  /** Forgets that it has rung: what it rang for is looked for now. */
  hush(): void {
    this.hasRung = false;
  }

  /** Waits until it rings, unless it has. @returns whether it has */
  async wait(milliseconds: number): Promise<boolean> {
    if (this.hasRung) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.wake = resolve;
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    return this.hasRung;
  }
}

/** JSON has no line breaks, so that one data line is enough. */
function written({ kind, data, position }: ServiceEvent): string {
  return `id: ${writePosition(position)}\nevent: ${kind}\ndata: ${data}\n\n`;
}

/** Without an id: a listener that comes back is not told of it again. */
function writtenNews({ kind, data }: News): string {
  return `event: ${kind}\ndata: ${data}\n\n`;
}
