import { NOTIFICATION_LIMITS } from "../domain/listener-limits.ts";
import type { MailServer } from "../domain/mail-server.ts";
import type { NotificationMessage } from "./message.ts";
import type { SendingOutcome } from "./sending.ts";

/** What a mail is sent with. */
export interface Mailing {
  readonly server: MailServer;
  readonly from: string;
  readonly to: readonly string[];
  /** Authorities to trust beside the system's, PEM. */
  readonly ca?: string;
}

/**
 * Sends a mail once. The server's certificate must be right, and where TLS is wanted nothing is sent without it.
 * @returns that it was taken, or why not
 */
export async function sendMail(
  { subject, text }: NotificationMessage,
  { server, from, to, ca }: Mailing,
): Promise<SendingOutcome> {
  // Loaded with the first mail: most services send none.
  const { createTransport } = await import("nodemailer");
  const { host, port, security, user, password } = server;
  const { answerMilliseconds } = NOTIFICATION_LIMITS;
  const transport = createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    ...(user === null ? {} : { auth: { user, pass: password ?? "" } }),
    tls: { rejectUnauthorized: true, ...(ca !== undefined && { ca }) },
    connectionTimeout: answerMilliseconds,
    greetingTimeout: answerMilliseconds,
    socketTimeout: answerMilliseconds,
    // Nothing of what is sent is a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: { name: "Tillroll", address: from },
      to: [...to],
      subject,
      text,
      headers: { "Auto-Submitted": "auto-generated" },
    });
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: reasonOf(error, `${host}:${port}`) };
  } finally {
    transport.close();
  }
}

/** What is wrong, by what nodemailer calls it, in a sentence. */
function reasonOf(error: unknown, place: string): string {
  const { code = "", message, response } = error as { code?: string; message: string; response?: string };
  const said = (response ?? message).trim().replace(/\.$/, "");
  if (code === "EAUTH") return `The mail server ${place} refused the name or the password: ${said}.`;
  if (code === "EENVELOPE") return `The mail server ${place} refused the sender or a recipient: ${said}.`;
  if (code === "ETLS") return `The connection to the mail server ${place} cannot be made safe: ${said}.`;
  if (["ECONNECTION", "ESOCKET", "EDNS", "ETIMEDOUT"].includes(code))
    return `The mail server ${place} cannot be reached, or is not to be trusted: ${said}.`;
  return `The mail server ${place} did not take it: ${said}.`;
}
