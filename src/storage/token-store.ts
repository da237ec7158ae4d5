import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { Scope } from "../domain/scope.ts";
import {
  hashSecret,
  newSecret,
  newTokenId,
  type ChosenToken,
  type Token,
  tokenNotFound,
  writeToken,
} from "../domain/token.ts";
import { columnName, selectList } from "./column-name.ts";

/** A row of `token`: the scopes are JSON. */
interface TokenRow extends Omit<Token, "scopes"> {
  readonly scopes: string;
}

const FIELDS = ["id", "userId", "workspaceId", "name", "scopes", "createdAt", "expiresAt"] as const;

const SELECT = `SELECT ${selectList([...FIELDS, "secretHash", "lastUsedAt", "revokedAt"])} FROM token`;

/** A token that is made, with the hash of its secret. */
export type NewToken = Omit<Token, "lastUsedAt" | "revokedAt">;

/** A change of the tokens, as data: it goes to the writer's Worker. */
export type TokenChange =
  { readonly do: "create"; readonly token: NewToken } | { readonly do: "revoke"; readonly id: string };

/** Reads and changes API tokens. */
export class TokenStore {
  /** Asked with every request, so it is compiled once. */
  private readonly byId;

  constructor(private readonly database: Database) {
    this.byId = database.query<TokenRow, [string]>(`${SELECT} WHERE id = ?`);
  }

  /** The token with this id, usable or not; `null` when there is none. */
  find(id: string): Token | null {
    const row = this.byId.get(id);
    return row === null ? null : fromRow(row);
  }

  /** All tokens, the oldest first. */
  list(): Token[] {
    return this.database.query<TokenRow, []>(`${SELECT} ORDER BY created_at, id`).all().map(fromRow);
  }

  /** Makes a token. @param chosen its text, where somebody chose it @returns its text, which is nowhere kept and cannot be shown again */
  create(
    token: Omit<Token, "id" | "secretHash" | "lastUsedAt" | "revokedAt">,
    chosen: ChosenToken | null = null,
  ): string {
    const { id, secret } = chosen ?? { id: newTokenId(), secret: newSecret() };
    this.insert({ ...token, id, secretHash: hashSecret(secret) });
    return writeToken(id, secret);
  }

  /** Makes a change. @throws TillrollError NOT_FOUND */
  apply(change: TokenChange, now: number): void {
    if (change.do === "create") this.insert(change.token);
    else this.revoke(change.id, now);
  }

  /** Notes when tokens were last used, epoch milliseconds by token id. */
  noteUses(usedAt: ReadonlyMap<string, number>): void {
    for (const [id, at] of usedAt) this.run("UPDATE token SET last_used_at = ? WHERE id = ?", at, id);
  }

  /** Revokes a token, for good. @throws TillrollError NOT_FOUND */
  revoke(id: string, revokedAt: number): Token {
    this.run("UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", revokedAt, id);
    const token = this.find(id);
    if (token === null) throw tokenNotFound(id);
    return token;
  }

  private insert(token: NewToken): void {
    const row = { ...token, scopes: JSON.stringify(token.scopes) };
    this.run(
      `INSERT INTO token (secret_hash, ${FIELDS.map(columnName).join(", ")}) VALUES (?${", ?".repeat(FIELDS.length)})`,
      token.secretHash,
      ...FIELDS.map((field) => row[field]),
    );
  }

  private run(statement: string, ...values: SQLQueryBindings[]): void {
    this.database.query<unknown, SQLQueryBindings[]>(statement).run(...values);
  }
}

function fromRow(row: TokenRow): Token {
  return { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
}
