import type { Database } from "bun:sqlite";
import type { Clock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import { PERSON_LIMITS } from "../domain/person-limits.ts";
import { passwordFault } from "../domain/password.ts";
import { isPersonName, type Person, personNotFound } from "../domain/person.ts";
import { type Role, ROLE_NAMES } from "../domain/rights.ts";
import { hashSecret, newSecret } from "../domain/token.ts";
import { hashPassword } from "../platform/password-hash.ts";
import { PersonStore } from "../storage/person-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { audited } from "./audited.ts";
import { type Command, DATA_OPTION, print, readInput, table } from "./command.ts";
import { withDatabase } from "./data.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";
import { signInAddress } from "./sign-in-address.ts";

const ROLES = ROLE_NAMES.join("|");

const WORKSPACE: Option = {
  name: "workspace",
  value: "SLUG",
  help: "The one workspace that the role is for; by default all of them.",
};

/** The people who may sign in to the dashboard. */
export const USER_COMMANDS: readonly Command[] = [
  {
    name: "user create",
    parameters: "NAME",
    summary: "Make a person who may sign in, and print a link with which they set a password.",
    options: [
      DATA_OPTION,
      { name: "role", value: "ROLE", help: `One of ${ROLES}; by default viewer.` },
      WORKSPACE,
      {
        name: "password-stdin",
        help: "Read a password from standard input, instead of making a link.",
        lineOnly: true,
      },
    ],
    async run(given) {
      const name = nameOf(given);
      const role = given.choice("role", ROLE_NAMES) ?? "viewer";
      const passwordHash = given.has("password-stdin") ? await passwordFromInput(name) : null;
      return withDatabase(given, "make", (database, _administrator, clock) => {
        const workspaceId = workspaceOf(given, database);
        const code = newSecret();
        audited(database, clock, (enter) => {
          const link = passwordHash === null ? linkOf(code, clock) : null;
          const settings = { name, role, workspaceId };
          const id = new PersonStore(database).create(settings, clock(), { passwordHash, link });
          const workspace = given.text("workspace");
          enter("person.created", id, { name, role, workspace, by: link === null ? "password" : "link" });
        });
        print(passwordHash === null ? signInAddress(given, code) : name);
      });
    },
  },
  {
    name: "user list",
    summary: "List the people who may sign in.",
    options: [DATA_OPTION],
    run(given) {
      return withDatabase(given, "refuse", (database) => {
        const slugs = new Map(new WorkspaceStore(database).list().map(({ id, slug }) => [id, slug]));
        const rows = new PersonStore(database)
          .list()
          .map(({ id, name, role, workspaceId, passwordAt, createdAt }) => [
            String(id),
            name,
            role,
            workspaceId === null ? "all" : (slugs.get(workspaceId) ?? ""),
            passwordAt === null ? "-" : formatInstant(passwordAt),
            formatInstant(createdAt),
          ]);
        print(table(["ID", "NAME", "ROLE", "WORKSPACE", "PASSWORD SET", "CREATED"], rows));
      });
    },
  },
  {
    name: "user role",
    parameters: "NAME ROLE",
    summary: `Give a person another role: ${ROLES}.`,
    options: [
      DATA_OPTION,
      { ...WORKSPACE, help: "The one workspace that the role is for; by default those that it is for now." },
      { name: "all-workspaces", help: "The role is for all workspaces.", lineOnly: true },
    ],
    run(given) {
      const [name, role] = nameAndRole(given);
      if (given.has("workspace") && given.has("all-workspaces"))
        throw new UsageError("Give --workspace or --all-workspaces.");
      return withDatabase(given, "refuse", (database, _administrator, clock) => {
        const { id, ...before } = personOf(database, name);
        // Another role is not to widen what it is for.
        const isForAll = given.has("all-workspaces");
        const chosen = workspaceOf(given, database);
        const workspaceId = isForAll ? null : (chosen ?? before.workspaceId);
        audited(database, clock, (enter) => {
          new PersonStore(database).apply({ do: "update", id, settings: { role, workspaceId } }, clock());
          const changed = {
            role: [before.role, role],
            workspace: [slugOf(before.workspaceId, database), slugOf(workspaceId, database)],
          };
          enter("person.changed", id, { name: before.name, changed });
        });
        const slug = slugOf(workspaceId, database);
        print(`${before.name} is ${role} of ${slug ?? "all workspaces"}.`);
      });
    },
  },
  {
    name: "user reset",
    parameters: "NAME",
    summary:
      "Take a person's password away, end their sessions, and print a link with which they set another one.",
    options: [DATA_OPTION],
    run(given) {
      return withDatabase(given, "refuse", (database, _administrator, clock) => {
        const { id, name } = personOf(database, nameOf(given));
        const code = newSecret();
        audited(database, clock, (enter) => {
          new PersonStore(database).apply({ do: "reset", id, link: linkOf(code, clock) }, clock());
          enter("person.reset", id, { name });
        });
        print(signInAddress(given, code));
      });
    },
  },
  {
    name: "user remove",
    parameters: "NAME",
    summary: "Remove a person, and end their sessions.",
    options: [DATA_OPTION],
    run(given) {
      return withDatabase(given, "refuse", (database, _administrator, clock) => {
        const { id, name, role } = personOf(database, nameOf(given));
        audited(database, clock, (enter) => {
          new PersonStore(database).apply({ do: "remove", id }, clock());
          enter("person.removed", id, { name, role });
        });
        print(`${name} is removed.`);
      });
    },
  },
];

function nameOf(given: GivenOptions): string {
  const name = given.argument("NAME of a person").trim();
  if (isPersonName(name)) return name;
  throw new UsageError(`A name is a line of 1 to ${PERSON_LIMITS.nameCharacters} characters.`);
}

function nameAndRole(given: GivenOptions): [name: string, role: Role] {
  const [name, word, ...more] = given.argumentsGiven;
  const role = ROLE_NAMES.find((known) => known === word);
  if (name === undefined || role === undefined || more.length > 0)
    throw new UsageError(`Give the NAME of a person and one of ${ROLES}.`);
  return [name, role];
}

/** @throws TillrollError NOT_FOUND */
function personOf(database: Database, name: string): Person {
  const person = new PersonStore(database).findByName(name);
  if (person === null) throw personNotFound(`"${name}"`);
  return person;
}

function workspaceOf(given: GivenOptions, database: Database): number | null {
  const slug = given.filled("workspace");
  return slug === null ? null : new WorkspaceStore(database).get(slug).id;
}

function slugOf(workspaceId: number | null, database: Database): string | null {
  return workspaceId === null ? null : (new WorkspaceStore(database).findById(workspaceId)?.slug ?? null);
}

function linkOf(code: string, clock: Clock) {
  return { codeHash: hashSecret(code), expiresAt: clock() + PERSON_LIMITS.invitationMilliseconds };
}

/** The hash of the first line. @throws UsageError when the password will not do */
async function passwordFromInput(name: string): Promise<string> {
  const [password = ""] = new TextDecoder().decode(await readInput("-")).split(/\r?\n/);
  const fault = passwordFault(password, name);
  if (fault !== null) throw new UsageError(`The password ${fault}`);
  return hashPassword(password);
}
