import type { Clock } from "../domain/clock.ts";
import { readMailServer } from "../domain/mail-server.ts";
import type { NotificationTarget } from "../domain/notification.ts";
import { sendWebhook } from "../webhooks/webhook-request.ts";
import { sendMail } from "./mail.ts";
import type { NotificationMessage } from "./message.ts";
import { sendPost } from "./post.ts";

/** What became of an attempt to tell something; the reason is a sentence. */
export type SendingOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** What the service sends mail with. */
export interface MailOptions {
  /** The address of the mail server; `null` where each target must have its own. */
  readonly server: string | null;
  /** Who mail comes from. */
  readonly from: string;
  /** Authorities to trust beside the system's, PEM. */
  readonly ca?: string;
}

/** Where something is told. */
export type SendingTarget = Pick<
  NotificationTarget,
  "id" | "kind" | "address" | "server" | "secret" | "priority"
>;

const NO_SERVER = "There is no mail server: give the notification one, or start the service with --smtp-url.";

/** Tells a target something, once. @param clock what is dated by it */
export async function send(
  message: NotificationMessage,
  target: SendingTarget,
  mail: MailOptions,
  clock: Clock,
): Promise<SendingOutcome> {
  const { kind, address, secret, priority } = target;
  switch (kind) {
    case "mail": {
      const given = target.server ?? mail.server;
      const server = given === null ? NO_SERVER : readMailServer(given);
      if (typeof server === "string") return { ok: false, reason: server };
      const to = address.split(",").map((each) => each.trim());
      return sendMail(message, {
        server,
        to,
        from: mail.from,
        ...(mail.ca !== undefined && { ca: mail.ca }),
      });
    }
    case "ntfy":
      return sendPost(message, { address, token: secret, priority });
    case "webhook": {
      const { subject, text, urgency, notices } = message;
      const at = clock();
      const data = JSON.stringify({ subject, text, urgency, notices });
      const id = `notification.${target.id}.${Bun.randomUUIDv7()}`;
      const outcome = await sendWebhook(address, { id, kind: "notification", at, data }, secret ?? "", at);
      if (outcome.ok) return { ok: true };
      return { ok: false, reason: outcome.reason.replace(/^it/, "It") };
    }
  }
}
