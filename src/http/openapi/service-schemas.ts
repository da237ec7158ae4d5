import { Type } from "@sinclair/typebox";
import { ERROR_CODES } from "../../domain/errors.ts";
import { SCOPES } from "../../domain/scope.ts";
import { CHARSETS } from "../../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../../escpos/text/printer-profile.ts";
import { HEALTH_STATES } from "../../operations/health.ts";
import { instant, reference, words } from "./fields.ts";

export const Workspace = Type.Object({
  id: Type.Integer(),
  slug: Type.String(),
  width: Type.Integer({ description: "Default width of its prints, in columns." }),
  charset: words(CHARSETS, "What its prints' characters are, where the prints do not say."),
  profile: words(PRINTER_PROFILES, "The maker of its printers."),
});

export const Me = Type.Object({
  user: Type.Object({ id: Type.Integer(), name: Type.String() }),
  workspace: reference("Workspace"),
  scopes: Type.Array(words(SCOPES, "write satisfies read; admin satisfies both.")),
});

export const Workspaces = Type.Object({ items: Type.Array(reference("Workspace")) });

export const Session = Type.Object({
  id: Type.String({ description: "By which it is ended; it tells nothing of the cookie." }),
  current: Type.Boolean({ description: "Whether it is the one that asks." }),
  createdAt: instant("When it signed in."),
  lastUsedAt: instant("When it was used last, to five minutes."),
  expiresAt: instant("When it ends by itself."),
  client: Type.String({ description: "The address from which it was used last." }),
  userAgent: Type.String({ description: "What the browser said that it is; shortened." }),
  token: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
    description: "The API token that it rests on, and ends with; null for the administrator's.",
  }),
});

export const Sessions = Type.Object({ items: Type.Array(reference("Session")) });

export const IndexStatus = Type.Object({
  prints: Type.Integer({ description: "Prints of the workspace, deleted ones too." }),
  sealed: Type.Integer({
    description: "Prints in segments of the index; the newest are searched without one.",
  }),
  textPending: Type.Integer({ description: "Prints whose receipt's text cannot be searched yet." }),
  rebuild: Type.Union([Type.Object({ done: Type.Integer(), total: Type.Integer() }), Type.Null()], {
    description: "How far a rebuild is, in steps; null when none is under way.",
  }),
});

export const Health = Type.Object({
  status: words(
    HEALTH_STATES,
    "failed when no till can print; degraded when any part is not as it should be.",
  ),
  canPrint: Type.Boolean({ description: "Whether a till could print right now, durably." }),
  version: Type.String(),
  components: Type.Record(
    Type.String(),
    Type.Object({
      state: words(HEALTH_STATES, "How the part is."),
      message: Type.String({ description: "A sentence: what is wrong, and what to do about it." }),
      details: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: "Particulars, each part's own." }),
      ),
    }),
    { description: "How each part of the service is, by its name." },
  ),
});

export const Failure = Type.Object(
  {
    code: words(ERROR_CODES, "What was wrong, for programs."),
    message: Type.String({ description: "What was wrong and what to do, for people." }),
    data: Type.Object(
      {
        issues: Type.Optional(
          Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
            description: "BAD_REQUEST: one for each fault found, path in the form tag.and.0.op.",
          }),
        ),
        required: Type.Optional(Type.String({ description: "API_TOKEN_SCOPE_INSUFFICIENT: the scope." })),
        requestId: Type.Optional(Type.String({ description: "UNKNOWN: finds the error in the log." })),
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
);
