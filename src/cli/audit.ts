import { AUDIT_ACT_NAMES } from "../audit/acts.ts";
import type { AuditEntry } from "../audit/audit-entry.ts";
import { readSeconds } from "../domain/duration.ts";
import { formatInstant, parseInstant } from "../domain/instant.ts";
import { AUDIT_LIMITS, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { AuditStore } from "../storage/audit-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { type Command, DATA_OPTION, print, table } from "./command.ts";
import { withDatabase } from "./data.ts";
import { type GivenOptions, lineOnly, UsageError } from "./options.ts";

const MOST_ENTRIES = 1_000_000;

/** Shows what administrators did. */
export const auditCommand: Command = {
  name: "audit",
  summary: "Show what administrators did: who, when, from where.",
  options: [
    DATA_OPTION,
    ...lineOnly([
      { name: "since", value: "TIME", help: "Only from then on: such as 2026-01-31, or 7d for a week ago." },
      { name: "until", value: "TIME", help: "Only before then." },
      { name: "act", value: "ACT", help: "Only this act, such as printer.changed." },
      { name: "actor", value: "ID", help: "Only of this token, session or user, by the id that is shown." },
      { name: "subject", value: "NAME", help: "Only what was done to what has this name or id." },
      { name: "workspace", value: "SLUG", help: "Only what is this workspace's; by default all there is." },
      { name: "limit", value: "N", help: `How many, the newest; by default ${AUDIT_LIMITS.itemsDefault}.` },
      { name: "json", help: "A line of JSON for each, as the API tells it." },
    ]),
  ],
  async run(given) {
    const act = given.choice("act", AUDIT_ACT_NAMES);
    const slug = given.filled("workspace");
    const isJson = given.has("json");
    // Loaded here: it is written as the API does, with all that this needs.
    const { auditAnswer } = await import("../audit/audit-answer.ts");
    withDatabase(given, "refuse", (database, _administrator, clock) => {
      const entries = new AuditStore(database).list({
        since: timeOf(given, "since", clock()),
        until: timeOf(given, "until", clock()),
        act,
        actor: given.filled("actor"),
        subject: given.filled("subject"),
        workspaceId: slug === null ? null : new WorkspaceStore(database).get(slug).id,
        before: null,
        limit: given.integer("limit", 1, MOST_ENTRIES) ?? AUDIT_LIMITS.itemsDefault,
      });
      // The newest stands where a terminal ends.
      entries.reverse();
      if (isJson) for (const entry of entries) print(JSON.stringify(auditAnswer(entry)));
      else print(table(["TIME", "WHO", "FROM", "ACT", "WHAT", "DETAILS"], entries.map(rowOf)));
    });
  },
};

function rowOf({ at, actor, act, subject, details }: AuditEntry): string[] {
  const who = actor.name === "" ? actor.id : `${actor.name} (${actor.id})`;
  const told = Object.keys(details).length === 0 ? "" : JSON.stringify(details);
  return [formatInstant(at), `${actor.kind} ${who}`, actor.address ?? "-", act, subject, told];
}

/** A time as such, or as how long ago it was, epoch milliseconds. @throws UsageError */
function timeOf(given: GivenOptions, name: string, now: number): number | null {
  const text = given.filled(name);
  if (text === null) return null;
  const ago = readSeconds(text);
  const at = /[a-z]$/i.test(text) && ago !== null ? now - ago * MILLISECONDS_PER_SECOND : parseInstant(text);
  if (at !== null) return at;
  throw new UsageError(`--${name} must be a time such as 2026-01-31T18:00, or how long ago, such as 7d.`);
}
