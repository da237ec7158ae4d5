import { type Static, Type } from "@sinclair/typebox";
import { ERROR_CODES } from "../domain/errors.ts";
import { HEALTH_STATES } from "../domain/health.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { SCOPES } from "../domain/scope.ts";
import { id, instant } from "./fields.ts";
import { anyText, choice, flag, integer, list, named, nullable } from "./schema.ts";

export const Workspace = named(
  "Workspace",
  Type.Object({
    id: id(),
    slug: anyText(),
    width: integer(0, undefined, { description: "Default width of its prints, in columns." }),
    charset: choice(CHARSETS, {
      description: "What its prints' characters are, where the prints do not say.",
    }),
    profile: choice(PRINTER_PROFILES, { description: "The maker of its printers." }),
  }),
);

export const Workspaces = named("Workspaces", Type.Object({ items: list(Workspace, null) }));

export const Me = named(
  "Me",
  Type.Object({
    user: nullable(Type.Object({ id: id(), name: anyText() })),
    workspace: nullable(Workspace),
    scopes: list(choice(SCOPES), null, { description: "write satisfies read; admin satisfies both." }),
  }),
);

export const Session = named(
  "Session",
  Type.Object({
    id: anyText({ description: "By which it is ended; it tells nothing of the cookie." }),
    current: flag({ description: "Whether it is the one that asks." }),
    createdAt: instant("When it signed in."),
    lastUsedAt: instant("When it was used last, to five minutes."),
    expiresAt: instant("When it ends by itself."),
    client: anyText({ description: "The address from which it was used last." }),
    userAgent: anyText({ description: "What the browser said that it is; shortened." }),
    token: nullable(Type.Object({ id: anyText(), name: anyText() }), {
      description: "The API token that it rests on, and ends with; null for the administrator's.",
    }),
  }),
);

export const Sessions = named("Sessions", Type.Object({ items: list(Session, null) }));

const progress = Type.Object({ done: integer(), total: integer() });

export const IndexStatus = named(
  "IndexStatus",
  Type.Object({
    prints: integer(0, undefined, { description: "Prints of the workspace, deleted ones too." }),
    sealed: integer(0, undefined, {
      description: "Prints in segments of the index; the newest are searched without one.",
    }),
    textPending: integer(0, undefined, {
      description: "Prints whose receipt's text cannot be searched yet.",
    }),
    rebuild: nullable(progress, {
      description: "How far a rebuild is, in steps; null when none is under way.",
    }),
  }),
);

const component = Type.Object({
  state: choice(HEALTH_STATES, { description: "How the part is." }),
  message: anyText({ description: "A sentence: what is wrong, and what to do about it." }),
  details: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: "Particulars, each part's own." }),
  ),
});

export const Health = named(
  "Health",
  Type.Object({
    status: choice(HEALTH_STATES, {
      description: "failed when no till can print; degraded when any part is not as it should be.",
    }),
    canPrint: flag({ description: "Whether a till could print right now, durably." }),
    version: anyText(),
    components: Type.Record(Type.String(), component, {
      description: "How each part of the service is, by its name.",
    }),
  }),
);

/** What `tillroll clock` asks of the service that runs. */
export const Clock = named(
  "Clock",
  Type.Object({
    machine: instant("What the machine's clock says."),
    trusted: instant("By which prints are dated."),
    isBelieved: flag(),
    futurePrintAt: nullable(instant("The last print that lies in the future.")),
    repair: nullable(progress),
    message: anyText(),
  }),
);

export const Failure = named(
  "Error",
  Type.Object(
    {
      code: choice(ERROR_CODES, { description: "What was wrong, for programs." }),
      message: anyText({ description: "What was wrong and what to do, for people." }),
      data: Type.Object(
        {
          issues: Type.Optional(
            list(Type.Object({ path: anyText(), message: anyText() }), null, {
              description: "BAD_REQUEST: one for each fault found, path in the form tag.and.0.op.",
            }),
          ),
          required: Type.Optional(anyText({ description: "API_TOKEN_SCOPE_INSUFFICIENT: the scope." })),
          requestId: Type.Optional(anyText({ description: "UNKNOWN: finds the error in the log." })),
        },
        { additionalProperties: true, description: "The particulars; each code has its own." },
      ),
    },
    {
      examples: [
        {
          code: "BAD_REQUEST",
          message: "width: must be an integer from 24 to 80.",
          data: { issues: [{ path: "width", message: "must be an integer from 24 to 80." }] },
        },
      ],
    },
  ),
);

export type ClockAnswer = Static<typeof Clock>;
export type SessionAnswer = Static<typeof Session>;
export type MeAnswer = Static<typeof Me>;
export type HealthAnswer = Static<typeof Health>;
