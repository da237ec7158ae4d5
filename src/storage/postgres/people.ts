import { type SQL, sql } from "drizzle-orm";
import { type Grant, grantsOf, NO_WORKSPACE, settledGrants, standingOf } from "../../domain/grant.ts";
import {
  isOfService,
  lastAdministrator,
  type Person,
  personKey,
  type PersonLink,
  personNotFound,
  type PersonSettings,
  type PersonWithPassword,
  refuseMorePeople,
  refusePersonName,
} from "../../domain/person.ts";
import type { Role } from "../../domain/rights.ts";
import type { PersonChange } from "../person-store.ts";
import type { People } from "../ports/identities.ts";
import { columnsFor, insertOf } from "./columns.ts";
import type { Statements } from "./connection.ts";

/** A person with one of their grants. */
interface PersonRow extends Pick<PersonWithPassword, "id" | "name" | "passwordAt" | "createdAt"> {
  readonly passwordHash: string | null;
  readonly role: Role;
  readonly workspaceId: number | null;
  readonly shopGroup: string | null;
}

const GRANT = columnsFor(["role", "workspaceId", "shopGroup"], "person_grant");

const SELECT = sql`SELECT ${columnsFor(["id", "name", "passwordAt", "createdAt", "passwordHash"], "person")}, ${GRANT}
  FROM person JOIN person_grant ON person_id = person.id`;

/** Those who administer all workspaces. */
const OF_SERVICE = sql`role = 'administrator' AND workspace_id IS NULL AND shop_group IS NULL`;

/** Reads the people of an archive who may sign in. */
export class PostgresPeople implements People {
  constructor(private readonly database: Statements) {}

  async list(): Promise<Person[]> {
    return (await this.those(sql`TRUE`)).map(withoutPassword);
  }

  async find(id: number): Promise<Person | null> {
    const [person = null] = await this.those(sql`person.id = ${id}`);
    return person && withoutPassword(person);
  }

  async get(id: number): Promise<Person> {
    const person = await this.find(id);
    if (person === null) throw personNotFound(String(id));
    return person;
  }

  async findByName(name: string): Promise<PersonWithPassword | null> {
    const [person = null] = await this.those(sql`name_key = ${personKey(name)}`);
    return person;
  }

  async administrator(): Promise<Person | null> {
    const first = sql`SELECT min(person_id) FROM person_grant WHERE ${OF_SERVICE}`;
    const [person = null] = await this.those(sql`person.id = (${first})`);
    return person && withoutPassword(person);
  }

  async hasPasswords(): Promise<boolean> {
    const found = sql`SELECT 1 AS found FROM person WHERE password_hash IS NOT NULL LIMIT 1`;
    return (await this.database.first(found)) !== null;
  }

  async ownerOfCode(codeHash: Uint8Array, now: number): Promise<Person | null> {
    const owner = sql`SELECT person_id FROM person_link WHERE code_hash = ${codeHash} AND expires_at > ${now}`;
    const [person = null] = await this.those(sql`person.id = (${owner})`);
    return person && withoutPassword(person);
  }

  /** Those of whom a condition holds, by their names. */
  private async those(condition: SQL): Promise<PersonWithPassword[]> {
    const rows = await this.database.all<PersonRow>(
      sql`${SELECT} WHERE name_key IS NOT NULL AND ${condition} ORDER BY name_key COLLATE "C", number`,
    );
    const ofPerson = Map.groupBy(rows, ({ id }) => id);
    return [...ofPerson.values()].flatMap((grants) => {
      const [first] = grants;
      if (first === undefined) return [];
      const { id, name, passwordAt, createdAt, passwordHash } = first;
      return [{ id, name, ...standingOf(grants.map(grantOf)), passwordAt, createdAt, passwordHash }];
    });
  }
}

/** A grant, of a row that has one. */
export function grantOf({ role, workspaceId, shopGroup }: Grant): Grant {
  return { role, workspaceId, shopGroup };
}

/** Makes a change of the people. @returns the person's id @throws TillrollError CONFLICT, NOT_FOUND */
export async function changePeople(
  transaction: Statements,
  change: PersonChange,
  now: number,
): Promise<number> {
  if (change.do === "create") return addPerson(transaction, change.settings, now, change);
  // Whoever else changes the same person waits here: what was taken from them, or they themselves, would come back.
  await transaction.run(sql`SELECT id FROM person WHERE id = ${change.id} FOR UPDATE`);
  const before = await new PostgresPeople(transaction).get(change.id);
  const { id } = before;
  switch (change.do) {
    case "update":
      await updatePerson(transaction, before, change.settings);
      return id;
    case "password":
      await setPassword(transaction, id, change.passwordHash, now);
      await endAccess(transaction, id, change.keptSession);
      return id;
    case "reset":
      await setPassword(transaction, id, null, now);
      await endAccess(transaction, id, null);
      await addLink(transaction, id, change.link);
      return id;
    case "remove":
      if (isOfService(before)) await requireOther(transaction, id);
      await endAccess(transaction, id, null);
      await transaction.run(sql`DELETE FROM person_grant WHERE person_id = ${id}`);
      await transaction.run(
        sql`UPDATE person SET name_key = NULL, password_hash = NULL, password_at = NULL WHERE id = ${id}`,
      );
      return id;
  }
}

/** Makes a person. @returns their id @throws TillrollError CONFLICT when the name is taken, or there are too many */
export async function addPerson(
  transaction: Statements,
  settings: PersonSettings,
  now: number,
  given: { readonly passwordHash: string | null; readonly link: PersonLink | null },
): Promise<number> {
  const { name } = settings;
  const { passwordHash, link } = given;
  const counted = await transaction.first<{ count: number }>(
    sql`SELECT count(*) AS count FROM person WHERE name_key IS NOT NULL`,
  );
  refuseMorePeople(counted?.count ?? 0);
  for (;;) {
    refusePersonName(await new PostgresPeople(transaction).findByName(name), null);
    const passwordAt = passwordHash === null ? null : now;
    // Somebody else may have made one of that id, or of that name, this moment.
    const made = await transaction.first<{ id: number }>(
      sql`INSERT INTO person (id, name, name_key, password_hash, password_at, created_at)
        SELECT coalesce(max(id), 0) + 1, ${name}::text, ${personKey(name)}::text, ${passwordHash}::text,
          ${passwordAt}::bigint, ${now}::bigint FROM person ON CONFLICT DO NOTHING RETURNING id`,
    );
    if (made === null) continue;
    await setGrants(transaction, made.id, grantsOf(settings));
    if (link !== null) await addLink(transaction, made.id, link);
    return made.id;
  }
}

/** Leaves a one-time link for signing in. */
export async function addLink(
  transaction: Statements,
  personId: number,
  { codeHash, expiresAt }: PersonLink,
): Promise<void> {
  await transaction.run(insertOf("person_link", { codeHash, personId, expiresAt }));
}

async function updatePerson(
  transaction: Statements,
  before: Person,
  settings: Partial<PersonSettings>,
): Promise<void> {
  const { id } = before;
  const grants = grantsAfter(before, settings);
  const name = settings.name ?? before.name;
  if (isOfService(before) && !isOfService(standingOf(grants))) await requireOther(transaction, id);
  refusePersonName(await new PostgresPeople(transaction).findByName(name), id);
  await transaction.run(
    sql`UPDATE person SET name = ${name}, name_key = ${personKey(name)} WHERE id = ${id}`,
  );
  await setGrants(transaction, id, grants);
}

/** What a person is after a change: a role alone is changed wherever they have one. */
function grantsAfter(before: Person, settings: Partial<PersonSettings>): readonly Grant[] {
  if (settings.grants !== undefined) return settings.grants;
  const { role = before.role, workspaceId = before.workspaceId } = settings;
  if (workspaceId !== NO_WORKSPACE) return [{ role, workspaceId, shopGroup: null }];
  const grants = grantsOf(before);
  return settings.role === undefined ? grants : grants.map((grant) => ({ ...grant, role }));
}

async function setGrants(transaction: Statements, personId: number, grants: readonly Grant[]): Promise<void> {
  await transaction.run(sql`DELETE FROM person_grant WHERE person_id = ${personId}`);
  for (const [number, grant] of settledGrants(grants).entries())
    await transaction.run(insertOf("person_grant", { personId, number, ...grantOf(grant) }));
}

async function setPassword(
  transaction: Statements,
  id: number,
  passwordHash: string | null,
  now: number,
): Promise<void> {
  const passwordAt = passwordHash === null ? null : now;
  await transaction.run(
    sql`UPDATE person SET password_hash = ${passwordHash}, password_at = ${passwordAt} WHERE id = ${id}`,
  );
}

/** Ends a person's links and sessions; those that rest on a token end with the token. */
async function endAccess(transaction: Statements, id: number, keptSession: string | null): Promise<void> {
  await transaction.run(sql`DELETE FROM person_link WHERE person_id = ${id}`);
  await transaction.run(
    sql`DELETE FROM person_session WHERE user_id = ${id} AND token_id IS NULL AND id <> ${keptSession ?? ""}`,
  );
}

/** @throws TillrollError CONFLICT when nobody else administers all workspaces */
async function requireOther(transaction: Statements, id: number): Promise<void> {
  // Two who remove one another wait here, and the second finds nobody.
  const others = await transaction.all<{ personId: number }>(
    sql`SELECT person_id AS "personId" FROM person_grant WHERE ${OF_SERVICE} ORDER BY person_id FOR UPDATE`,
  );
  if (!others.some(({ personId }) => personId !== id)) throw lastAdministrator();
}

function withoutPassword(found: PersonWithPassword): Person {
  const { passwordHash: _, ...person } = found;
  return person;
}
