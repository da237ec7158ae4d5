import { type Static, Type } from "@sinclair/typebox";
import { ERROR_CODES } from "../domain/errors.ts";
import { HEALTH_STATES } from "../domain/health.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { SIGN_IN_WAYS } from "../domain/person.ts";
import { RIGHTS, ROLE_NAMES } from "../domain/rights.ts";
import { SCOPES } from "../domain/scope.ts";
import { id, instant, model } from "./fields.ts";
import { granted } from "./grant.ts";
import * as t from "./schema.ts";

export const Workspace = t.object(
  {
    id: id(),
    slug: t.anyText(),
    model: t.nullable(model, "The model of its printers, where they have none."),
    width: t.count("Default width of its prints, in columns."),
    charset: t.choice(CHARSETS, "What its prints' characters are, where the prints do not say."),
    profile: t.choice(PRINTER_PROFILES, "The maker of its printers."),
    isOfShop: t.flag(
      "Whether a shop sends its prints to this archive: they are changed there, and here can only be erased. Of a shop's own " +
        "service it is false.",
    ),
  },
  { name: "Workspace" },
);

export const Workspaces = t.object({ items: t.list(Workspace, null) }, { name: "Workspaces" });

export const Me = t.object(
  {
    user: t.nullable(t.object({ id: id(), name: t.anyText() })),
    workspace: t.nullable(Workspace),
    scopes: t.list(t.choice(SCOPES), null, `Each satisfies those before it: ${SCOPES.join(", ")}.`),
    role: t.nullable(t.choice(ROLE_NAMES), "What the person is; null for a token."),
    rights: t.list(
      t.choice(RIGHTS),
      null,
      "What may be done, as the operations name it; service is what is all workspaces'.",
    ),
    grants: granted,
    hasPassword: t.flag("Whether the person signs in with a password; of a token it is false."),
    needsPassword: t.flag("Whether the password from before must be given to set another one."),
    isArchive: t.flag("Whether the service is the archive of a chain, which has no printers."),
  },
  { name: "Me" },
);

export const Session = t.object(
  {
    id: t.anyText("By which it is ended; it tells nothing of the cookie."),
    current: t.flag("Whether it is the one that asks."),
    createdAt: instant("When it signed in."),
    lastUsedAt: instant("When it was used last, to five minutes."),
    expiresAt: instant("When it ends by itself."),
    client: t.anyText("The address from which it was used last."),
    userAgent: t.anyText("What the browser said that it is; shortened."),
    token: t.nullable(
      t.object({ id: t.anyText(), name: t.anyText() }),
      "The API token that it rests on, and ends with; null for a person's own.",
    ),
    person: t.nullable(
      t.object({ id: id(), name: t.anyText() }),
      "Whose it is; null where it rests on a token.",
    ),
    openedBy: t.choice(SIGN_IN_WAYS, "How it was begun."),
  },
  { name: "Session" },
);

export const Sessions = t.object({ items: t.list(Session, null) }, { name: "Sessions" });

const progress = t.object({ done: t.count(), total: t.count() });

export const IndexStatus = t.object(
  {
    prints: t.count("Prints of the workspace, deleted and removed ones too."),
    sealed: t.count("Prints in segments of the index; the newest are searched without one."),
    textPending: t.count("Prints whose receipt's text cannot be searched yet."),
    rebuild: t.nullable(progress, "How far a rebuild is, in steps; null when none is under way."),
  },
  { name: "IndexStatus" },
);

const component = t.object({
  state: t.choice(HEALTH_STATES, "How the part is."),
  message: t.anyText("A sentence: what is wrong, and what to do about it."),
  details: Type.Optional(t.record(Type.Unknown(), "Particulars, each part's own.")),
});

export const Health = t.object(
  {
    status: t.choice(
      HEALTH_STATES,
      "failed when no till can print; degraded when any part is not as it should be.",
    ),
    canPrint: t.flag("Whether a till could print right now, durably."),
    version: t.anyText(),
    components: t.record(component, "How each part of the service is, by its name."),
  },
  { name: "Health" },
);

/** What `tillroll clock` asks of the service that runs. */
export const Clock = t.object(
  {
    machine: instant("What the machine's clock says."),
    trusted: instant("By which prints are dated."),
    isBelieved: t.flag(),
    futurePrintAt: t.nullable(instant("The last print that lies in the future.")),
    repair: t.nullable(progress),
    message: t.anyText(),
  },
  { name: "Clock" },
);

const certificate = {
  subject: t.anyText(),
  fingerprint: t.anyText("SHA-256, as browsers show it."),
  until: instant(),
};

/** What `tillroll certificate` asks of the service that runs. */
export const Certificate = t.object(
  {
    source: t.choice(["local", "own"], "Whether it is of the local authority, or the owner's own."),
    ...certificate,
    issuer: t.anyText(),
    hosts: t.list(t.anyText(), null, "Names and addresses that it is for."),
    uncovered: t.list(t.anyText(), null, "Those of this machine that the local authority may not vouch for."),
    authority: t.object(certificate),
    trouble: t.nullable(t.anyText("What is wrong with the owner's own.")),
  },
  { name: "Certificate" },
);

export const Failure = t.object(
  {
    code: t.choice(ERROR_CODES, "What was wrong, for programs."),
    message: t.anyText("What was wrong and what to do, for people."),
    data: t.object(
      {
        issues: Type.Optional(
          t.list(
            t.object({ path: t.anyText(), message: t.anyText() }),
            null,
            "BAD_REQUEST: one for each fault found, path in the form tag.and.0.op.",
          ),
        ),
        required: Type.Optional(t.anyText("API_TOKEN_SCOPE_INSUFFICIENT: the scope.")),
        requestId: Type.Optional(t.anyText("UNKNOWN: finds the error in the log.")),
      },
      { additionalProperties: true, description: "The particulars; each code has its own." },
    ),
  },
  {
    name: "Error",
    examples: [
      {
        code: "BAD_REQUEST",
        message: "width: must be an integer from 24 to 80.",
        data: { issues: [{ path: "width", message: "must be an integer from 24 to 80." }] },
      },
    ],
  },
);

export type IndexAnswer = Static<typeof IndexStatus>;
export type WorkspaceAnswer = Static<typeof Workspace>;
export type ClockAnswer = Static<typeof Clock>;
export type CertificateAnswer = Static<typeof Certificate>;
export type SessionAnswer = Static<typeof Session>;
export type MeAnswer = Static<typeof Me>;
export type HealthAnswer = Static<typeof Health>;
