import { causeOf } from "../delivery/connections/connection.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { NOTIFICATION_LIMITS } from "../domain/listener-limits.ts";
import { VERSION } from "../version.ts";
import type { NotificationMessage, Urgency } from "./message.ts";
import type { SendingOutcome } from "./sending.ts";

/** Priorities as ntfy has them: 3 is usual, 4 makes a phone sound longer. */
const PRIORITIES: Readonly<Record<Urgency, number>> = { usual: 3, trouble: 4 };

/** Where a post goes. */
export interface Posting {
  readonly address: string;
  /** `null` for none. */
  readonly token: string | null;
  /** From 1 to 5; `null` for one that fits what is told. */
  readonly priority: number | null;
}

/**
 * Posts a message once as ntfy and its kin take them: the text as the body, the rest as headers. Redirects are not
 * followed.
 */
export async function sendPost(
  { subject, text, urgency }: NotificationMessage,
  { address, token, priority }: Posting,
): Promise<SendingOutcome> {
  const { answerMilliseconds } = NOTIFICATION_LIMITS;
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "User-Agent": `Tillroll/${VERSION}`,
    Title: headerText(subject),
    Priority: String(priority ?? PRIORITIES[urgency]),
    Tags: urgency === "trouble" ? "warning" : "receipt",
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
  try {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const response = await fetch(address, {
      method: "POST",
      headers,
      body: text,
      redirect: "manual",
      signal,
    });
    // Its body is not read: it may never end.
    await response.body?.cancel();
    return response.ok ? { ok: true } : { ok: false, reason: `It answered ${response.status}.` };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const seconds = answerMilliseconds / MILLISECONDS_PER_SECOND;
    const reason = isLate
      ? `It did not answer within ${seconds} s.`
      : `It cannot be reached: ${causeOf(error)}.`;
    return { ok: false, reason };
  }
}

/** A text for a header: what is not ASCII as RFC 2047 says, which ntfy reads. */
export function headerText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return `=?UTF-8?B?${Buffer.from(text).toBase64()}?=`;
}
