import type { Database } from "bun:sqlite";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { SESSION_LIMITS } from "../domain/limits.ts";
import { hashSecret, newSecret } from "../domain/token.ts";
import { signInLinks, users } from "./schema.ts";

/** A dashboard session. Times are epoch milliseconds. */
export interface Session {
  readonly userId: number;
  readonly tokenId: string | null;
  readonly expiresAt: number;
}

export interface User {
  readonly id: number;
  readonly name: string;
}

/** Reads users and sessions, and makes sign-in links. */
export class SessionStore {
  private readonly drizzle;
  /** Asked with every request of the dashboard, so it is compiled once; it ends with its connection. */
  private readonly bySecret;
  /** The same with every request of a command on this machine. */
  private readonly first;

  constructor(database: Database) {
    this.drizzle = drizzle({ client: database });
    this.bySecret = database.query<Session, [Uint8Array]>(
      "SELECT user_id AS userId, token_id AS tokenId, expires_at AS expiresAt FROM session WHERE secret_hash = ?",
    );
    this.first = database.query<User, []>("SELECT id, name FROM user ORDER BY id LIMIT 1");
  }

  /** The session with this secret, when it has not expired. */
  find(secret: string, now: number): Session | null {
    const session = this.bySecret.get(hashSecret(secret));
    return session === null || session.expiresAt <= now ? null : session;
  }

  /** A user by id. */
  findUser(id: number): User | null {
    return this.drizzle.select().from(users).where(eq(users.id, id)).get() ?? null;
  }

  /** The administrator: the user that the first start made. */
  administrator(): User | null {
    return this.first.get();
  }

  /** Makes a user. */
  createUser(name: string, createdAt: number): User {
    return this.drizzle.insert(users).values({ name, createdAt }).returning().get();
  }

  /** Makes a one-time sign-in code, good for an hour. @returns the code, of which only a hash is kept */
  createSignInCode(userId: number, now: number): string {
    const code = newSecret();
    const expiresAt = now + SESSION_LIMITS.signInLinkMilliseconds;
    this.drizzle
      .insert(signInLinks)
      .values({ codeHash: Buffer.from(hashSecret(code)), userId, expiresAt })
      .run();
    return code;
  }
}
