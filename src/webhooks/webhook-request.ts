import { causeOf } from "../delivery/connections/connection.ts";
import { webhookKey } from "../domain/webhook.ts";
import { formatInstant } from "../domain/instant.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { WEBHOOK_LIMITS } from "../domain/listener-limits.ts";
import { firstCodePoints } from "../domain/text.ts";
import { VERSION } from "../version.ts";

/** An event on its way to a webhook. */
export interface WebhookMessage {
  /** The same at every attempt, so that the receiver can tell a repetition. */
  readonly id: string;
  readonly kind: string;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  /** JSON. */
  readonly data: string;
}

/** What became of an attempt: whether it was taken, and if not why, and whether no further events are wanted (410 Gone). */
export type WebhookOutcome = WebhookAnswer &
  ({ readonly ok: true } | { readonly ok: false; readonly reason: string; readonly isGone: boolean });

/** What came back. */
export interface WebhookAnswer {
  /** The status of HTTP; `null` when nothing came back. */
  readonly status: number | null;
  /** The beginning of what was answered. */
  readonly answer: string;
}

const GONE = 410;

/**
 * Sends a message once, signed as Standard Webhooks describes (`v1`, HMAC-SHA256). Any 2xx is success; redirects are not
 * followed, so that nothing goes where nobody sent it.
 */
export async function sendWebhook(
  url: string,
  message: WebhookMessage,
  secret: string,
  now: number,
): Promise<WebhookOutcome> {
  const body = `{"type":"${message.kind}","timestamp":"${formatInstant(message.at)}","data":${message.data}}`;
  const timestamp = Math.floor(now / MILLISECONDS_PER_SECOND);
  const signature = new Bun.CryptoHasher("sha256", webhookKey(secret))
    .update(`${message.id}.${timestamp}.${body}`)
    .digest("base64");
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "User-Agent": `Tillroll/${VERSION}`,
    "webhook-id": message.id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
  try {
    const signal = AbortSignal.timeout(WEBHOOK_LIMITS.answerMilliseconds);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    const { status } = response;
    const answered = { status, answer: await beginningOf(response) };
    if (response.ok) return { ok: true, ...answered };
    const isRedirect = status >= 300 && status < 400;
    const reason = isRedirect
      ? `it answered ${status}, and redirects are not followed.`
      : `it answered ${status}.`;
    return { ok: false, reason, isGone: status === GONE, ...answered };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const seconds = WEBHOOK_LIMITS.answerMilliseconds / MILLISECONDS_PER_SECOND;
    const reason = isLate
      ? `it did not answer within ${seconds} s.`
      : `it cannot be reached: ${causeOf(error)}.`;
    return { ok: false, reason, isGone: false, status: null, answer: "" };
  }
}

/** The beginning of an answer: what comes first of it. Its end is not waited for, because it may never come. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  if (reader === undefined) return "";
  try {
    const { value } = await reader.read();
    return firstCodePoints(new TextDecoder().decode(value), WEBHOOK_LIMITS.answerCharacters);
  } catch {
    // That it was taken the status has said.
    return "";
  } finally {
    await reader.cancel().catch(() => {});
  }
}
