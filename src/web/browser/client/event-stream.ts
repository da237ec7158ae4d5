import { signal } from "@preact/signals";
import { EventLines, type StreamEvent } from "./event-lines.ts";
import { RefusedError } from "./errors.ts";
import { send, workspacePath } from "./request.ts";

export type { StreamEvent } from "./event-lines.ts";

/** What is told when the stream has begun: what was read before may be old. Not told when it goes on where it broke off. */
export const STREAM_BEGUN = "stream.begun";

/** Waits before coming back, milliseconds: longer each time, up to the last. */
const RETRY_MILLISECONDS = [500, 1000, 2000, 5000, 10_000];

/** A stream that has been silent for longer is dead: the service shows that it is alive every 15 seconds. Milliseconds. */
const SILENCE_MILLISECONDS = 40_000;

/** A page that is not seen keeps its stream for this long, milliseconds: browsers have few connections to a service. */
const HIDDEN_MILLISECONDS = 60_000;

type Listener = (event: StreamEvent) => void;

/** Whether the stream stays while the page is not seen, for notices of the desktop. */
export const listensWhileHidden = signal(false);

/** The one stream of a page, of the workspace that is shown. It lives while anybody listens. */
class EventStream {
  private readonly listeners = new Set<Listener>();
  private slug = "";
  private lastId = "";
  private failures = 0;
  /** Whether it was broken off and is begun again soon. */
  private isWaiting = false;
  private connection: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.addEventListener("visibilitychange", () => this.onVisibility());
  }

  listen(slug: string, listener: Listener): () => void {
    this.listeners.add(listener);
    if (slug !== this.slug) {
      this.slug = slug;
      this.lastId = "";
      this.close();
    }
    if (this.connection === null) this.open();
    return () => {
      this.listeners.delete(listener);
      // Whoever listens next may be the next page, which comes at once.
      setTimeout(() => {
        if (this.listeners.size === 0) this.close();
      });
    };
  }

  private onVisibility(): void {
    clearTimeout(this.hiddenTimer);
    if (!document.hidden) {
      if (this.listeners.size > 0 && (this.connection === null || this.isWaiting)) this.open();
    } else if (!listensWhileHidden.value)
      this.hiddenTimer = setTimeout(() => {
        if (!listensWhileHidden.value) this.close();
      }, HIDDEN_MILLISECONDS);
  }

  private close(): void {
    clearTimeout(this.timer);
    this.connection?.abort();
    this.connection = null;
    this.isWaiting = false;
    if (this.listeners.size === 0) this.lastId = "";
  }

  private open(): void {
    this.close();
    const connection = new AbortController();
    this.connection = connection;
    void this.run(connection);
  }

  private async run(connection: AbortController): Promise<void> {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => connection.abort(), SILENCE_MILLISECONDS);
    };
    try {
      alive();
      const headers: Record<string, string> = this.lastId === "" ? {} : { "Last-Event-ID": this.lastId };
      const path = workspacePath(this.slug, "events");
      const response = await send("GET", path, { headers, end: connection.signal });
      if (response.body !== null) await this.read(response.body, alive);
    } catch (error) {
      // A place that the service does not know: from now on, and everything is read anew.
      if (error instanceof RefusedError && error.status === 400) this.lastId = "";
      // Whatever ended it, it is begun again below.
    }
    clearTimeout(silence);
    connection.abort();
    if (this.connection === connection) this.comeBack();
  }

  private async read(body: ReadableStream<Uint8Array<ArrayBuffer>>, alive: () => void): Promise<void> {
    const lines = new EventLines();
    let isFirst = true;
    for (const reader = body.pipeThrough(new TextDecoderStream()).getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      if (isFirst) {
        isFirst = false;
        this.failures = 0;
        if (this.lastId === "") this.tell({ kind: STREAM_BEGUN, id: "", data: null });
      }
      for (const event of lines.read(value)) {
        // What is only told now has no place in the stream.
        if (event.id !== "") this.lastId = event.id;
        this.tell(event);
      }
    }
  }

  private comeBack(): void {
    this.isWaiting = true;
    const wait = RETRY_MILLISECONDS[Math.min(this.failures, RETRY_MILLISECONDS.length - 1)];
    this.failures++;
    this.timer = setTimeout(() => this.open(), wait);
  }

  private tell(event: StreamEvent): void {
    for (const listener of this.listeners)
      try {
        listener(event);
      } catch (error) {
        // A fault of one who listens is no fault of the stream, which all others hear.
        console.error(error);
      }
  }
}

let stream: EventStream | undefined;

/**
 * Hears of what happens in a workspace, by one stream that all listeners of the page share.
 * @returns ends it
 */
export function listenTo(slug: string, listener: Listener): () => void {
  stream ??= new EventStream();
  return stream.listen(slug, listener);
}
