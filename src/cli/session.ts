import { systemClock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import { SESSION_LIMITS } from "../domain/person-limits.ts";
import { PersonStore } from "../storage/person-store.ts";
import { SessionStore } from "../storage/session-store.ts";
import { audited } from "./audited.ts";
import { type Command, DATA_OPTION, print, table } from "./command.ts";
import { withDatabase } from "./data.ts";
import { UsageError } from "./options.ts";
import { signInAddress } from "./sign-in-address.ts";

/** Characters of what a browser says that it is: they tell browsers apart, and a line stays a line. */
const BROWSER_CHARACTERS = 60;

/** Signing in to the dashboard, and who is signed in. */
export const SESSION_COMMANDS: readonly Command[] = [
  {
    name: "sign-in",
    summary: "Make a one-time link for signing in to the dashboard.",
    options: [DATA_OPTION],
    run(given) {
      return withDatabase(given, "refuse", (database, administrator, clock) => {
        const code = audited(database, clock, (enter) => {
          enter("sign-in-link.created", administrator.name);
          return new PersonStore(database).createSignInCode(
            administrator.id,
            clock(),
            SESSION_LIMITS.signInLinkMilliseconds,
          );
        });
        print(signInAddress(given, code));
      });
    },
  },
  {
    name: "session list",
    summary: "List who is signed in to the dashboard.",
    options: [DATA_OPTION],
    run(given) {
      return withDatabase(given, "refuse", (database) => {
        const rows = new SessionStore(database)
          .list(systemClock())
          .map(({ id, lastUsedAt, createdAt, client, tokenId, userName, userAgent }) => [
            id,
            formatInstant(lastUsedAt),
            formatInstant(createdAt),
            client,
            tokenId === null ? userName : "-",
            tokenId ?? "-",
            userAgent.slice(0, BROWSER_CHARACTERS),
          ]);
        print(table(["ID", "LAST USED", "CREATED", "ADDRESS", "PERSON", "TOKEN", "BROWSER"], rows));
      });
    },
  },
  {
    name: "session end",
    parameters: "ID|--all",
    summary: "End a session of the dashboard, or all of them with --all.",
    options: [DATA_OPTION, { name: "all", help: "End all sessions.", lineOnly: true }],
    run(given) {
      const isAll = given.has("all");
      if (isAll && given.argumentsGiven.length > 0) throw new UsageError("Give an ID or --all, not both.");
      const id = isAll ? null : given.argument('ID, as "tillroll session list" shows it, or --all');
      return withDatabase(given, "refuse", (database, _administrator, clock) => {
        const sessions = new SessionStore(database);
        const ended = audited(database, clock, (enter) => {
          const count = id === null ? sessions.endAll() : sessions.end(id);
          enter("session.ended", id ?? "all", id === null ? { count } : {});
          return count;
        });
        print(id === null ? `${ended} sessions are ended.` : `Session ${id} is ended.`);
      });
    },
  },
];
