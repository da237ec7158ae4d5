import {
  type NewNotice,
  type NotificationSettings,
  NOTIFIED_EVENTS,
  type NotifiedEvent,
} from "../domain/notification.ts";
import type { StoredEvent } from "../storage/notification-store.ts";

/** States of printers that are not worth telling somebody who is away, unless they end a trouble. */
const CALM: ReadonlySet<unknown> = new Set(["ready", "held", "simulated"]);

/** What a target is told of an event; `null` for nothing. Pure. */
export function noticeOf(
  { workspaceId, events }: Pick<NotificationSettings, "workspaceId" | "events">,
  event: StoredEvent,
): NewNotice | null {
  const { kind } = event;
  if (!isNotified(kind) || !events.includes(kind)) return null;
  if (workspaceId !== null && workspaceId !== event.workspaceId) return null;
  const data = JSON.parse(event.data ?? "{}") as Record<string, unknown>;
  // Who holds a printer, or tries it out, knows of it.
  if (kind === "printer.state" && CALM.has(data["state"]) && CALM.has(data["before"])) return null;
  return { topic: topicOf(kind, data), kind, data, at: event.at };
}

function isNotified(kind: string): kind is NotifiedEvent {
  return NOTIFIED_EVENTS.includes(kind as NotifiedEvent);
}

/** What a notice is about: a kind of event of one printer, or of one part of the service. */
function topicOf(kind: NotifiedEvent, data: Readonly<Record<string, unknown>>): string {
  const about = data["printerId"] ?? data["component"] ?? "";
  return `${kind} ${String(about)}`.trim();
}

/** Each thing once: what is told to every workspace is one thing for who hears of all. */
export function withoutRepetitions(notices: readonly NewNotice[]): NewNotice[] {
  const known = new Set<string>();
  return notices.filter(({ kind, data, at }) => {
    if (kind !== "health" && kind !== "data.restored") return true;
    const key = JSON.stringify([kind, data, at]);
    return !known.has(key) && known.add(key) !== undefined;
  });
}
