import { NOTIFICATION_LIMITS } from "../domain/listener-limits.ts";
import type { Notice, NotificationTarget } from "../domain/notification.ts";
import { quietUntil } from "../domain/quiet-hours.ts";

/** What is to be told to a target, by when. */
export interface DueNotices {
  /** What can be told now, the oldest first. */
  readonly now: readonly Notice[];
  /** What is not worth telling any more. */
  readonly outdated: readonly Notice[];
  /** When there is more to tell, epoch milliseconds; `null` for never. */
  readonly next: number | null;
}

type Waiting = Pick<NotificationTarget, "quietHours" | "told" | "nextAttemptAt">;

/** Says what of the notices that wait can be told now. Pure. @param at epoch milliseconds */
export function dueNotices(target: Waiting, notices: readonly Notice[], at: number): DueNotices {
  const { oldestMilliseconds } = NOTIFICATION_LIMITS;
  const outdated = notices.filter((notice) => at - notice.at > oldestMilliseconds);
  const fresh = notices.filter((notice) => at - notice.at <= oldestMilliseconds);
  if (fresh.length === 0) return { now: [], outdated, next: null };
  const heldUntil = Math.max(quietUntil(target.quietHours, at) ?? 0, retryAt(target, at));
  const dueAt = (notice: Notice) => Math.max(heldUntil, topicDueAt(target, notice, at));
  const now = fresh.filter((notice) => dueAt(notice) <= at);
  const later = fresh.filter((notice) => dueAt(notice) > at).map(dueAt);
  return { now, outdated, next: later.length === 0 ? null : Math.min(...later) };
}

/** When a notice may be told, by what was told of the same before. */
function topicDueAt({ told }: Waiting, { topic, at: happenedAt }: Notice, at: number): number {
  const { topicMilliseconds, gatherMilliseconds } = NOTIFICATION_LIMITS;
  const last = told[topic];
  const gathered = happenedAt + gatherMilliseconds;
  // Of a time that is to come the clock has been set back since.
  if (last === undefined || last > at) return Math.min(gathered, at + gatherMilliseconds);
  return Math.max(last + topicMilliseconds, gathered);
}

/** Until when nothing is tried after a failure; the clock may have been set since. */
function retryAt({ nextAttemptAt }: Waiting, at: number): number {
  return nextAttemptAt === null ? 0 : Math.min(nextAttemptAt, at + NOTIFICATION_LIMITS.waitMostMilliseconds);
}

/** When topics were told last, without those of which it does not matter any more. */
export function toldTopics(
  told: Readonly<Record<string, number>>,
  topics: readonly string[],
  at: number,
): Record<string, number> {
  const recent = Object.entries(told).filter(([, last]) => at - last < NOTIFICATION_LIMITS.topicMilliseconds);
  return { ...Object.fromEntries(recent), ...Object.fromEntries(topics.map((topic) => [topic, at])) };
}

/** How long to wait after a failure, milliseconds: 10 s, 40 s, 160 s … up to an hour. @param attempts in vain, from 1 */
export function retryAfter(attempts: number): number {
  const { firstRetryMilliseconds, waitMostMilliseconds } = NOTIFICATION_LIMITS;
  return Math.min(waitMostMilliseconds, firstRetryMilliseconds * 4 ** (attempts - 1));
}
