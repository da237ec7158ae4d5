import type { Database } from "bun:sqlite";
import { and, asc, eq, getTableColumns, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { TillrollError } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import { hashSecret, newSecret, newTokenId, type Token, writeToken } from "../domain/token.ts";
import { selectList } from "./column-name.ts";
import { tokens } from "./schema.ts";

/** What a new token is for. Times are epoch milliseconds. */
export interface NewToken {
  readonly userId: number;
  readonly workspaceId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** A row of `token`: the scopes are JSON. */
interface TokenRow extends Omit<Token, "scopes"> {
  readonly scopes: string;
}

/** Reads and changes API tokens. */
export class TokenStore {
  private readonly drizzle;
  /** Asked with every request, so it is compiled once; and by Bun, whose statements end with their connection. */
  private readonly byId;

  constructor(private readonly database: Database) {
    this.drizzle = drizzle({ client: database });
    this.byId = database.query<TokenRow, [string]>(
      `SELECT ${selectList(Object.keys(getTableColumns(tokens)))} FROM token WHERE id = ?`,
    );
  }

  /** The token with this id, usable or not; `null` when there is none. */
  find(id: string): Token | null {
    const row = this.byId.get(id);
    return row === null ? null : { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
  }

  /** All tokens, the oldest first. */
  list(): Token[] {
    return this.drizzle.select().from(tokens).orderBy(asc(tokens.createdAt), asc(tokens.id)).all();
  }

  /** Makes a token. @returns its text, which is nowhere kept and cannot be shown again */
  create(token: NewToken): string {
    const id = newTokenId();
    const secret = newSecret();
    this.drizzle
      .insert(tokens)
      .values({ ...token, scopes: [...token.scopes], id, secretHash: Buffer.from(hashSecret(secret)) })
      .run();
    return writeToken(id, secret);
  }

  /** Notes when tokens were last used, epoch milliseconds by token id. */
  noteUses(usedAt: ReadonlyMap<string, number>): void {
    const note = this.database.query<unknown, [number, string]>(
      "UPDATE token SET last_used_at = ? WHERE id = ?",
    );
    for (const [id, at] of usedAt) note.run(at, id);
  }

  /** Revokes a token, for good. @throws TillrollError NOT_FOUND */
  revoke(id: string, revokedAt: number): Token {
    const unrevoked = and(eq(tokens.id, id), isNull(tokens.revokedAt));
    this.drizzle.update(tokens).set({ revokedAt }).where(unrevoked).run();
    const token = this.find(id);
    if (token === null) {
      throw new TillrollError("NOT_FOUND", `There is no token "${id}"; see "tillroll token list".`);
    }
    return token;
  }
}
