import { Type } from "@sinclair/typebox";
import { EVENT_KINDS } from "../../domain/event.ts";
import { WEBHOOK_LIMITS } from "../../domain/limits.ts";
import { WEBHOOK_STATES } from "../../domain/webhook.ts";
import { instant, words } from "./fields.ts";

const settings = {
  url: Type.String({
    format: "uri",
    maxLength: WEBHOOK_LIMITS.urlCharacters,
    description: "The address that is told: http:// or https://.",
    examples: ["https://example.com/tillroll"],
  }),
  events: Type.Array(words(EVENT_KINDS, ""), {
    description: "What it is told of; everything when not given.",
  }),
  state: words(WEBHOOK_STATES, "paused is told of nothing, and goes on where it stopped."),
};

const secret = Type.String({
  description: "The key of the signatures: whsec_ and 24 to 64 bytes in base64. Made when not given.",
});

const orNull = (description: string) => Type.Union([instant(description), Type.Null()]);

export const NewWebhook = Type.Object({
  url: settings.url,
  events: Type.Optional(settings.events),
  state: Type.Optional(settings.state),
  secret: Type.Optional(secret),
});

export const WebhookPatch = Type.Partial(NewWebhook);

export const Webhook = Type.Object({
  id: Type.Integer(),
  workspaceId: Type.Integer(),
  ...settings,
  secret: Type.Optional(Type.String({ description: "Only in the answer that made it." })),
  reason: Type.Union([Type.String(), Type.Null()], { description: "Why the last attempt failed." }),
  attempts: Type.Integer({ description: "Attempts in vain for the next event." }),
  failingSince: orNull("Since when it has failed."),
  nextAttemptAt: orNull("When it is tried again."),
  createdAt: instant("When it was made."),
  updatedAt: instant("When it was changed last."),
});

export const Webhooks = Type.Object({
  items: Type.Array(Type.Unsafe<unknown>({ $ref: "#/components/schemas/Webhook" })),
});

export const WebhookTest = Type.Object({
  ok: Type.Boolean(),
  reason: Type.Union([Type.String(), Type.Null()], { description: "Why it was not taken." }),
});
