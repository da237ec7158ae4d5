import { type Static, Type } from "@sinclair/typebox";
import { throwIfAny, type Issue } from "../domain/errors.ts";
import { NOTIFICATION_LIMITS } from "../domain/listener-limits.ts";
import { isMailAddress, readMailServer } from "../domain/mail-server.ts";
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_LANGUAGES,
  NOTIFICATION_STATES,
  type NotificationKind,
  type NotificationSettings,
  NOTIFIED_EVENTS,
  type NotifiedEvent,
  USUAL_EVENTS,
} from "../domain/notification.ts";
import { isQuietHours } from "../domain/quiet-hours.ts";
import { newWebhookSecret } from "../domain/webhook.ts";
import { read } from "./check.ts";
import { id, instant } from "./fields.ts";
import * as t from "./schema.ts";

const { nameCharacters, addressCharacters, secretCharacters, recipients } = NOTIFICATION_LIMITS;

const name = t.text(1, nameCharacters, "What people call it.");
const kind = t.choice(
  NOTIFICATION_KINDS,
  "mail; ntfy: a post as ntfy and its kin take them; webhook: signed as webhooks are.",
);
const address = t.text(
  1,
  addressCharacters,
  `Of mail up to ${recipients} recipients with commas between; else an http:// or https:// address.`,
);

const server = t.nullable(
  t.text(1, addressCharacters),
  "The mail server, such as smtp://user:password@mail.example.com:587: smtps:// is safe from its beginning, smtp:// by " +
    "STARTTLS. null for that of the service (--smtp-url). Its password is not shown.",
);

const secret = t.nullable(
  t.textOf(
    (text) => /^[\x21-\x7e]+$/.test(text) && text.length <= secretCharacters,
    `must be at most ${secretCharacters} letters, digits and signs: it goes into a header.`,
    { minLength: 1, maxLength: secretCharacters },
  ),
  "The token that a post is sent with. Never shown. That of a webhook is made, and shown once.",
);

const events = t.checked<NotifiedEvent[]>(
  {
    type: "array",
    items: { type: "string", enum: [...NOTIFIED_EVENTS] },
    minItems: 1,
    description: `What is told; ${USUAL_EVENTS.join(", ")} when not given.`,
  },
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => NOTIFIED_EVENTS.includes(each as NotifiedEvent)),
  () => `must be a list of any of ${NOTIFIED_EVENTS.join(", ")}.`,
);

const quietHours = t.nullable(
  t.textOf(isQuietHours, "must be two times of the day such as 22:00-07:00.", { examples: ["22:00-07:00"] }),
  "Local times between which nothing is told; all of it comes afterwards.",
);

const settings = {
  name,
  address,
  server,
  secret,
  workspace: t.nullable(t.anyText(), "Only what is about this workspace, and the service; null for all."),
  events,
  quietHours,
  language: t.choice(NOTIFICATION_LANGUAGES, "The language of what is told."),
  priority: t.nullable(
    t.integer(1, 5),
    "The priority of a post, as ntfy has them; null for one that fits what is told.",
  ),
  state: t.choice(
    NOTIFICATION_STATES,
    "paused is told of nothing, also not later of what happened meanwhile.",
  ),
};

const { name: _name, address: _address, ...others } = settings;

export const NewNotification = t.strict(
  {
    ...t.optional(others),
    name: t.required(name, "is missing: give it a name."),
    kind: t.required(kind, `is missing: give one of ${NOTIFICATION_KINDS.join(", ")}.`),
    address: t.required(address, "is missing: give who is told, or the address."),
  },
  {
    name: "NewNotification",
    examples: [
      {
        name: "Office",
        kind: "mail",
        address: "office@example.com",
        server: "smtp://till:secret@mail.example.com:587",
        quietHours: "22:00-07:00",
        language: "de",
      },
    ],
  },
);

export const NotificationPatch = t.strict(t.optional(settings), {
  name: "NotificationPatch",
  description: "A merge patch (RFC 7396). Its kind stays.",
  examples: [{ state: "paused" }],
});

export const Notification = t.object(
  {
    id: id(),
    name: t.anyText(),
    kind,
    address: t.anyText(),
    server: t.nullable(t.anyText(), "The mail server without its password; null for that of the service."),
    hasSecret: t.flag("Whether it has a token."),
    secret: Type.Optional(t.anyText("The key of a webhook's signatures; only in the answer that made it.")),
    workspace: t.nullable(t.anyText()),
    events: t.list(t.choice(NOTIFIED_EVENTS), null),
    quietHours: t.nullable(t.anyText()),
    language: t.choice(NOTIFICATION_LANGUAGES),
    priority: t.nullable(t.integer(1, 5)),
    state: t.choice(NOTIFICATION_STATES),
    waiting: t.count("What waits to be told."),
    reason: t.nullable(t.anyText(), "Why the last attempt failed; null when it did not."),
    attempts: t.count("Attempts in vain since it last went well."),
    failingSince: t.nullable(instant()),
    nextAttemptAt: t.nullable(instant(), "When it is tried again."),
    sentAt: t.nullable(instant(), "When something was told last."),
    createdAt: instant("When it was made."),
    updatedAt: instant("When it was changed last."),
  },
  { name: "Notification" },
);

export const Notifications = t.object(
  {
    items: t.list(Notification, null),
    mailServer: t.nullable(
      t.anyText(),
      "The mail server of the service, without its password; null where it has none.",
    ),
  },
  { name: "Notifications" },
);

export const NotificationTest = t.object(
  { ok: t.flag(), reason: t.nullable(t.anyText(), "Why it was not taken, in a sentence.") },
  { name: "NotificationTest" },
);

export type NotificationAnswer = Static<typeof Notification>;
export type NotificationTestAnswer = Static<typeof NotificationTest>;
export type NotificationsAnswer = Static<typeof Notifications>;

/** What is given of a target; its workspace by its name. */
export type GivenNotification = Omit<NotificationSettings, "workspaceId"> & {
  readonly workspace: string | null;
};

/** Reads a new notification target. @throws TillrollError BAD_REQUEST with all faults */
export function readNewNotification(body: unknown): GivenNotification {
  const given = read(NewNotification, body);
  const usual = {
    server: null,
    secret: given.kind === "webhook" ? newWebhookSecret() : null,
    workspace: null,
    events: USUAL_EVENTS,
    quietHours: null,
    language: "en",
    priority: null,
    state: "active",
  } as const;
  const whole = { ...usual, ...given, ...inOrder(given.events) };
  throwIfAny(faultsOf(whole, given.kind === "webhook" && given.secret !== undefined));
  return whole;
}

/** Reads a change of a target (a merge patch). @throws TillrollError BAD_REQUEST with all faults */
export function readNotificationPatch(
  body: unknown,
  current: Pick<NotificationSettings, "kind" | "address" | "server">,
): Partial<GivenNotification> {
  const given = read(NotificationPatch, body);
  const isKeyGiven = current.kind === "webhook" && given.secret !== undefined;
  throwIfAny(faultsOf({ ...current, ...given }, isKeyGiven));
  return { ...given, ...inOrder(given.events) };
}

/** Each kind of event once, in their order. */
function inOrder(kinds: readonly NotifiedEvent[] | undefined): { events?: readonly NotifiedEvent[] } {
  return kinds === undefined ? {} : { events: NOTIFIED_EVENTS.filter((each) => kinds.includes(each)) };
}

function faultsOf(
  given: { readonly kind: NotificationKind; readonly address: string; readonly server: string | null },
  isKeyGiven: boolean,
): Issue[] {
  const fault = addressFault(given.kind, given.address);
  return [
    ...(fault === null ? [] : [{ path: "address", message: fault }]),
    ...serverFaults(given.kind, given.server),
    ...(isKeyGiven ? [{ path: "secret", message: "is made for a webhook; leave it out." }] : []),
  ];
}

/** What is wrong with an address for a kind of target, in a sentence; `null` for nothing. */
function addressFault(of: NotificationKind, text: string): string | null {
  if (of === "mail") {
    const all = text.split(",").map((each) => each.trim());
    if (all.length > recipients) return `may name ${recipients} recipients at most.`;
    return all.every(isMailAddress) ? null : "must be addresses of mail such as office@example.com.";
  }
  const url = URL.parse(text);
  const isOfWeb = url !== null && ["http:", "https:"].includes(url.protocol);
  return isOfWeb && url.username === "" ? null : "must be an http:// or https:// address.";
}

function serverFaults(of: NotificationKind, given: string | null): Issue[] {
  if (given === null) return [];
  const known = of === "mail" ? readMailServer(given) : "is only for mail; leave it out.";
  return typeof known === "string" ? [{ path: "server", message: known }] : [];
}
