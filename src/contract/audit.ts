import { type Static, Type } from "@sinclair/typebox";
import { AUDIT_ACT_NAMES } from "../audit/acts.ts";
import { AUDIT_ACTOR_KINDS, type AuditFilter, type AuditPosition } from "../audit/audit-entry.ts";
import { parseInstant } from "../domain/instant.ts";
import { AUDIT_LIMITS } from "../domain/limits.ts";
import { givenInstant, id, instant } from "./fields.ts";
import { type QueryParameters, readQuery } from "./query.ts";
import * as t from "./schema.ts";

const actor = t.object({
  kind: t.choice(
    AUDIT_ACTOR_KINDS,
    "token and session: of the API and the dashboard; command: of this machine; page: a web page; system: the service itself.",
  ),
  id: t.anyText(
    "The token's or the session's id, the name of a command's user, the page's origin, or the part.",
  ),
  name: t.anyText("The name of the token, or of the user whose session it is; else empty."),
  address: t.nullable(t.anyText("The address of the client.")),
  requestId: t.nullable(t.anyText("The X-Request-Id of the request.")),
});

export const AuditEntry = t.object(
  {
    id: id("Ascending; an id is not given twice."),
    at: instant("When it was entered."),
    actor: t.described(actor, "Who did it."),
    act: t.described(t.choice(AUDIT_ACT_NAMES), "What was done, such as printer.changed."),
    message: t.anyText("The same as a sentence."),
    subject: t.anyText("The name or the id of what it was done to."),
    workspaceId: t.nullable(id("The workspace whose that is; null for what is the whole service's.")),
    details: t.record(Type.Unknown(), "Particulars; each act has its own. No secrets."),
  },
  { name: "AuditEntry" },
);

export const AuditEntries = t.object(
  {
    items: t.list(AuditEntry, null),
    nextBefore: t.nullable(
      t.anyText(),
      "What to ask for with before to get the next page; null after the last one.",
    ),
  },
  { name: "AuditEntries", description: "Entries of the audit log, the newest first." },
);

/** Writes where a page of entries ended, as `nextBefore`. */
export function writeAuditCursor({ at, id: last }: AuditPosition): string {
  return `${at}.${last}`;
}

/** Reads a {@link writeAuditCursor}; `null` for any other text. */
function readAuditCursor(text: string): AuditPosition | null {
  const [, at, last] = /^(-?\d{1,16})\.(\d{1,16})$/.exec(text) ?? [];
  return at === undefined || last === undefined ? null : { at: Number(at), id: Number(last) };
}

/** Strict: a mistyped filter never quietly matches everything. */
export const AuditParameters = t.parameters(
  t.optional({
    since: givenInstant("Only what was entered from then on."),
    until: givenInstant("Only what was entered before then."),
    act: t.described(t.choice(AUDIT_ACT_NAMES), "Only this act, such as printer.changed."),
    actor: t.anyText("Only what was done by the actor with this id."),
    subject: t.anyText("Only what was done to what has this name or id."),
    before: t.textOf((text) => readAuditCursor(text) !== null, "must be a nextBefore of an answer.", {
      description: "Only what is older: nextBefore.",
    }),
    limit: t.integer(
      1,
      AUDIT_LIMITS.itemsMaximum,
      `How many at most; ${AUDIT_LIMITS.itemsDefault} when not given.`,
    ),
  }),
);

const { before: _, limit: __, ...filters } = AuditParameters.properties;

/** As {@link AuditParameters}, of all entries. */
export const AuditExportParameters = t.parameters(filters);

/** What is asked of entries, whether they are listed or exported. */
function wantedOf(given: Static<typeof AuditExportParameters>) {
  return {
    since: parseInstant(given.since ?? ""),
    until: parseInstant(given.until ?? ""),
    act: given.act ?? null,
    actor: given.actor ?? null,
    subject: given.subject ?? null,
  };
}

/** Reads which entries are to be exported. @throws TillrollError BAD_REQUEST with all faults */
export function readAuditExport(query: QueryParameters): Omit<AuditFilter, "workspaceId"> {
  const given = readQuery(AuditExportParameters, query);
  return { ...wantedOf(given), before: null, limit: AUDIT_LIMITS.itemsMaximum };
}

/** Reads which entries are to be listed. @throws TillrollError BAD_REQUEST with all faults */
export function readAuditFilter(query: QueryParameters): Omit<AuditFilter, "workspaceId"> {
  const given = readQuery(AuditParameters, query);
  return {
    ...wantedOf(given),
    before: readAuditCursor(given.before ?? ""),
    limit: given.limit ?? AUDIT_LIMITS.itemsDefault,
  };
}

export type AuditEntryAnswer = Static<typeof AuditEntry>;
export type AuditEntriesAnswer = Static<typeof AuditEntries>;
