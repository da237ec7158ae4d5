import { hostname } from "node:os";
import { text } from "../configuration/value-kinds.ts";
import type { ValueKind } from "../configuration/value-kinds.ts";
import { isMailAddress, readMailServer } from "../domain/mail-server.ts";
import type { MailOptions } from "../notifications/sending.ts";
import type { GivenOptions, Option } from "./options.ts";

const SERVER = "the address of a mail server such as smtp://user:password@mail.example.com:587";
const SENDER = "an address of mail";

const MAIL_SERVER: ValueKind<string> = {
  ...text(SERVER, "smtp://till:secret@mail.example.com:587"),
  read: (given) => (typeof readMailServer(given) === "string" ? undefined : given),
};

const MAIL_ADDRESS: ValueKind<string> = {
  ...text(SENDER, "till@example.com"),
  read: (given) => (isMailAddress(given) ? given : undefined),
};

const SMTP_URL = {
  name: "smtp-url",
  value: "URL",
  help: "The mail server that notifications go by: smtps://USER:PASSWORD@HOST, or smtp:// with STARTTLS.",
  kind: MAIL_SERVER,
  default: null,
  secret: true,
} as const;

const SMTP_FROM = {
  name: "smtp-from",
  value: "ADDRESS",
  help: "Who mail comes from; by default the user of the mail server, or tillroll at this machine.",
  kind: MAIL_ADDRESS,
  default: null,
} as const;

export const MAIL_OPTIONS: readonly Option[] = [SMTP_URL, SMTP_FROM];

/** What mail is sent with. */
export function mailOf(given: GivenOptions): MailOptions {
  const server = given.value(SMTP_URL);
  const read = server === null ? null : readMailServer(server);
  const user = read === null || typeof read === "string" ? null : read.user;
  const usual = user !== null && isMailAddress(user) ? user : `tillroll@${hostname()}`;
  return { server, from: given.value(SMTP_FROM) ?? usual };
}
