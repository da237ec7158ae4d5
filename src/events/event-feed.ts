import { LiveNews } from "./live-news.ts";

/** The least time between two calls of the listeners, milliseconds: each reads the database. */
const LEAST_INTERVAL_MILLISECONDS = 10;

/** Calls listeners after something was stored. They read what they have not seen yet: an extra call does no harm. */
export class EventFeed {
  private readonly listeners = new Set<() => void>();
  private timer: Timer | null = null;
  private toldAt = 0;
  /** What is told of and not kept. */
  readonly news = new LiveNews();
  /** Whether the service is stopping: waits end at once. */
  isClosed = false;

  /** Something was stored. */
  notify(): void {
    if (this.listeners.size === 0 || this.timer !== null) return;
    const wait = Math.max(0, this.toldAt + LEAST_INTERVAL_MILLISECONDS - performance.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.toldAt = performance.now();
      for (const listener of this.listeners) listener();
    }, wait);
  }

  /** Calls a listener whenever something was stored; returns what ends that. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls all listeners a last time. */
  close(): void {
    this.isClosed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}
