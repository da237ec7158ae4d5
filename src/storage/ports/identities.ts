import type { Awaitable } from "../../domain/awaitable.ts";
import type { Person, PersonWithPassword } from "../../domain/person.ts";
import type { ListedSession, UsableSession, User } from "../../domain/session.ts";
import type { Token } from "../../domain/token.ts";
import type { Workspace } from "../../domain/workspace.ts";
import type { WorkspaceSettings } from "../../contract/workspace-settings.ts";

/** Who asks, and for what: tokens, sessions, people and workspaces. Times are epoch milliseconds. */
export interface Identities {
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly people: People;
  readonly workspaces: Workspaces;
  readonly memory: ReadMemory;
}

export interface Tokens {
  /** A token, whether it can be used or not. */
  find(id: string): Awaitable<Token | null>;
  /** All tokens, the oldest first. */
  list(): Awaitable<Token[]>;
}

export interface Sessions {
  /** The session with this secret, when it has not expired. */
  find(secret: string, now: number): Awaitable<UsableSession | null>;
  /** All that can be used. */
  list(now: number): Awaitable<ListedSession[]>;
  /** Whether a person has a session of their own that was last used from a client's address. */
  isKnown(userId: number, client: string, now: number): Awaitable<boolean>;
  /** Whom prints, tokens and sessions of an id are by. */
  findUser(id: number): Awaitable<User | null>;
}

export interface People {
  list(): Awaitable<Person[]>;
  find(id: number): Awaitable<Person | null>;
  /** @throws TillrollError NOT_FOUND */
  get(id: number): Awaitable<Person>;
  /** By a name however it is written. */
  findByName(name: string): Awaitable<PersonWithPassword | null>;
  /** The first administrator of all workspaces. */
  administrator(): Awaitable<Person | null>;
  /** Whether anybody has a password. */
  hasPasswords(): Awaitable<boolean>;
  /** Whom the code of a link was made for; `null` where it is not good. @param codeHash SHA-256 of the code */
  ownerOfCode(codeHash: Uint8Array, now: number): Awaitable<Person | null>;
}

export interface Workspaces {
  /** By the slug in an address. */
  find(slug: string): Awaitable<Workspace | null>;
  findById(id: number): Awaitable<Workspace | null>;
  /** @throws TillrollError NOT_FOUND */
  get(slug: string): Awaitable<Workspace>;
  /** All workspaces, the oldest first. */
  list(): Awaitable<Workspace[]>;
  /** All that can be set. @throws TillrollError NOT_FOUND */
  settings(slug: string): Awaitable<WorkspaceSettings>;
}

/** Remembers what nearly every request asks for again, as long as it may be believed. */
export interface ReadMemory {
  /** A way to read that remembers. @param read reads what there is for a key; `null` is not kept */
  remembering<Value>(
    read: (key: string) => Awaitable<Value | null>,
  ): (key: string) => Awaitable<Value | null>;
}
