import type { Awaitable } from "../../domain/awaitable.ts";
import type { EventPosition, ServiceEvent } from "../../domain/event.ts";
import type { Print } from "../../domain/print.ts";
import type { EventFeed } from "../../events/event-feed.ts";

/** What happened in workspaces, and hearing of it. */
export interface Happenings {
  readonly reader: EventReading;
  /** Calls who listens after something was stored. */
  readonly feed: EventFeed;
  readonly next: NextPrintWaiting;
}

/** Reads what happened in a workspace, from a position on. */
export interface EventReading {
  /** The position after all events so far. */
  endOf(workspaceId: number): Awaitable<EventPosition>;
  /**
   * Where a listener goes on that was told of all up to a position: an earlier one, where there is less than it knows since
   * a backup was restored.
   */
  resume(workspaceId: number, position: EventPosition): Awaitable<EventPosition>;
  /**
   * The next events, in the order in which they were stored, which is that of every listener. `most` is the most to give;
   * fewer than that are all there are.
   */
  readonly after: (
    workspaceId: number,
    position: EventPosition,
    most: number,
  ) => Awaitable<readonly ServiceEvent[]>;
}

/** Waits for prints. */
export interface NextPrintWaiting {
  /** The next print, once there is one; `null` when none came in time, or the client has gone. */
  wait(question: NextPrintQuestion): Promise<Print | null>;
}

/** Which print is waited for, and how long. */
export interface NextPrintQuestion {
  readonly workspaceId: number;
  /** The next print has a greater id; `null` for one that is stored from now on. */
  readonly after: number | null;
  /** Only this device's; `null` for any. */
  readonly deviceId: string | null;
  readonly timeoutMilliseconds: number;
  /** Ends the waiting: the client has gone. */
  readonly signal: AbortSignal;
}
