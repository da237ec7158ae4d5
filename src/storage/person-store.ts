import type { Changes, Database, SQLQueryBindings } from "bun:sqlite";
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
  singleGrant,
} from "../domain/person.ts";
import { hashSecret, newSecret } from "../domain/token.ts";

/** A change of the people, as data: it goes to the writer's Worker. */
export type PersonChange =
  /** The result's id is the person's. With `link`, the hash of the code of a link with which they sign in. */
  | {
      readonly do: "create";
      readonly settings: PersonSettings;
      readonly passwordHash: string | null;
      readonly link: PersonLink | null;
    }
  | { readonly do: "update"; readonly id: number; readonly settings: Partial<PersonSettings> }
  /** Sets a password. All of the person's sessions end but one. */
  | {
      readonly do: "password";
      readonly id: number;
      readonly passwordHash: string;
      readonly keptSession: string | null;
    }
  /** Takes the password away, ends all sessions, and leaves a link instead. */
  | { readonly do: "reset"; readonly id: number; readonly link: PersonLink }
  | { readonly do: "remove"; readonly id: number };

const COLUMNS =
  "person.id, user.name, role, workspace_id AS workspaceId, password_at AS passwordAt, person.created_at AS createdAt";

const SELECT = `SELECT ${COLUMNS} FROM person JOIN user ON user.id = person.id`;

/** Reads and changes the people who may sign in. */
export class PersonStore {
  /** Asked with every request of a command on this machine. */
  private readonly first;

  constructor(private readonly database: Database) {
    this.first = database.query<Person, []>(
      `${SELECT} WHERE role = 'administrator' AND workspace_id IS NULL ORDER BY person.id LIMIT 1`,
    );
  }

  /** All people, by their names. There are never many. */
  list(): Person[] {
    return this.database.query<Person, []>(`${SELECT} ORDER BY name_key`).all();
  }

  find(id: number): Person | null {
    return this.database.query<Person, [number]>(`${SELECT} WHERE person.id = ?`).get(id);
  }

  /** @throws TillrollError NOT_FOUND */
  get(id: number): Person {
    const person = this.find(id);
    if (person === null) throw personNotFound(String(id));
    return person;
  }

  /** The person of a name, in whatever case it is written. */
  findByName(name: string): PersonWithPassword | null {
    const select = `SELECT ${COLUMNS}, password_hash AS passwordHash FROM person JOIN user ON user.id = person.id`;
    return this.database
      .query<PersonWithPassword, [string]>(`${select} WHERE name_key = ?`)
      .get(personKey(name));
  }

  /** The first of those who administer all workspaces: the local commands act in their name. */
  administrator(): Person | null {
    return this.first.get();
  }

  /** Whether anybody has a password: until then nobody is asked for one. */
  hasPasswords(): boolean {
    return this.database.query("SELECT 1 FROM person WHERE password_hash IS NOT NULL LIMIT 1").get() !== null;
  }

  /** Makes a change. @returns the person's id @throws TillrollError CONFLICT, NOT_FOUND */
  apply(change: PersonChange, now: number): number {
    switch (change.do) {
      case "create":
        return this.create({ ...change.settings, ...singleGrant(change.settings) }, now, change);
      case "update":
        return this.update(change.id, singleGrant(change.settings));
      case "password":
        return this.setPassword(change.id, change.passwordHash, change.keptSession, now);
      case "reset":
        return this.reset(change.id, change.link);
      case "remove":
        return this.remove(change.id);
    }
  }

  /** Makes a person. @returns their id @throws TillrollError CONFLICT when the name is taken */
  create(
    { name, role, workspaceId }: PersonSettings,
    now: number,
    given: { readonly passwordHash: string | null; readonly link: PersonLink | null },
  ): number {
    const { count } = this.database
      .query<{ count: number }, []>("SELECT count(*) AS count FROM person")
      .get() ?? {
      count: 0,
    };
    refuseMorePeople(count);
    refusePersonName(this.findByName(name), null);
    const user = this.run("INSERT INTO user (name, created_at) VALUES (?, ?)", name, now);
    const id = Number(user.lastInsertRowid);
    const { passwordHash, link } = given;
    this.run(
      "INSERT INTO person (id, name_key, role, workspace_id, password_hash, password_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      id,
      personKey(name),
      role,
      workspaceId,
      passwordHash,
      passwordHash === null ? null : now,
      now,
    );
    if (link !== null) this.addLink(id, link);
    return id;
  }

  /** Makes a one-time code for signing in. @returns the code, of which only a hash is kept */
  createSignInCode(id: number, now: number, milliseconds: number): string {
    const code = newSecret();
    this.addLink(id, { codeHash: hashSecret(code), expiresAt: now + milliseconds });
    return code;
  }

  /** Whose a sign-in code is that can be used now. It is used up by the writer only, so that two cannot use it. */
  ownerOfCode(codeHash: Uint8Array, now: number): Person | null {
    const select = `${SELECT} JOIN person_link ON user_id = person.id WHERE code_hash = ? AND expires_at > ?`;
    return this.database.query<Person, [Uint8Array, number]>(select).get(codeHash, now);
  }

  private update(id: number, settings: Partial<PersonSettings>): number {
    const before = this.get(id);
    const { name, role, workspaceId } = { ...before, ...settings };
    if (isOfService(before) && !isOfService({ role, workspaceId })) this.requireOther(id);
    refusePersonName(this.findByName(name), id);
    this.run("UPDATE user SET name = ? WHERE id = ?", name, id);
    const update = "UPDATE person SET name_key = ?, role = ?, workspace_id = ? WHERE id = ?";
    this.run(update, personKey(name), role, workspaceId, id);
    return id;
  }

  private setPassword(id: number, passwordHash: string, keptSession: string | null, now: number): number {
    this.get(id);
    this.run("UPDATE person SET password_hash = ?, password_at = ? WHERE id = ?", passwordHash, now, id);
    this.endAccess(id, keptSession);
    return id;
  }

  private reset(id: number, link: PersonLink): number {
    this.get(id);
    this.run("UPDATE person SET password_hash = NULL, password_at = NULL WHERE id = ?", id);
    this.endAccess(id, null);
    this.addLink(id, link);
    return id;
  }

  private remove(id: number): number {
    if (isOfService(this.get(id))) this.requireOther(id);
    this.endAccess(id, null);
    this.run("DELETE FROM person WHERE id = ?", id);
    return id;
  }

  /** Ends a person's links and sessions; those that rest on a token end with the token. */
  private endAccess(id: number, keptSession: string | null): void {
    this.run("DELETE FROM person_link WHERE user_id = ?", id);
    this.run(
      "DELETE FROM person_session WHERE user_id = ? AND token_id IS NULL AND id IS NOT ?",
      id,
      keptSession,
    );
  }

  private addLink(id: number, { codeHash, expiresAt }: PersonLink): void {
    const insert = "INSERT INTO person_link (code_hash, user_id, expires_at) VALUES (?, ?, ?)";
    this.run(insert, codeHash, id, expiresAt);
  }

  /** @throws TillrollError CONFLICT when nobody else administers all workspaces */
  private requireOther(id: number): void {
    if (!this.list().some((person) => person.id !== id && isOfService(person))) throw lastAdministrator();
  }

  private run(statement: string, ...values: SQLQueryBindings[]): Changes {
    return this.database.query<unknown, SQLQueryBindings[]>(statement).run(...values);
  }
}
