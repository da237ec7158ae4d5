import { sql } from "drizzle-orm";
import type { Scope } from "../../domain/scope.ts";
import { type Token, tokenNotFound } from "../../domain/token.ts";
import type { Tokens } from "../ports/identities.ts";
import type { NewToken, TokenChange } from "../token-store.ts";
import { columnsFor, insertOf } from "./columns.ts";
import type { Statements } from "./connection.ts";
import { recordset } from "./recordset.ts";

/** A row of `token`: the scopes are JSON. */
interface TokenRow extends Omit<Token, "scopes"> {
  readonly scopes: string;
}

const GIVEN = [
  "id",
  "secretHash",
  "userId",
  "workspaceId",
  "shopGroup",
  "name",
  "scopes",
  "createdAt",
  "expiresAt",
] as const satisfies readonly (keyof NewToken)[];

const SELECT = sql`SELECT ${columnsFor([...GIVEN, "lastUsedAt", "revokedAt"])} FROM token`;

/** Reads the API tokens of an archive. */
export class PostgresTokens implements Tokens {
  constructor(private readonly database: Statements) {}

  async find(id: string): Promise<Token | null> {
    const row = await this.database.first<TokenRow>(sql`${SELECT} WHERE id = ${id}`);
    return row === null ? null : fromRow(row);
  }

  async list(): Promise<Token[]> {
    const rows = await this.database.all<TokenRow>(sql`${SELECT} ORDER BY created_at, id COLLATE "C"`);
    return rows.map(fromRow);
  }
}

/** Makes a change of the tokens. @throws TillrollError NOT_FOUND */
export async function changeTokens(transaction: Statements, change: TokenChange, now: number): Promise<void> {
  if (change.do === "create") await addToken(transaction, change.token);
  else {
    await transaction.run(
      sql`UPDATE token SET revoked_at = ${now} WHERE id = ${change.id} AND revoked_at IS NULL`,
    );
    if ((await new PostgresTokens(transaction).find(change.id)) === null) throw tokenNotFound(change.id);
  }
}

/** Notes when tokens were last used, epoch milliseconds by token id; another instance may know of a later time. */
export async function noteTokenUses(
  transaction: Statements,
  usedAt: ReadonlyMap<string, number>,
): Promise<void> {
  if (usedAt.size === 0) return;
  const uses = Array.from(usedAt, ([id, at]) => ({ id, last_used_at: at }));
  await transaction.run(
    sql`UPDATE token SET last_used_at = used.last_used_at FROM ${recordset("token", uses)} AS used
      WHERE token.id = used.id AND (token.last_used_at IS NULL OR token.last_used_at < used.last_used_at)`,
  );
}

/** Adds a token. */
export async function addToken(transaction: Statements, token: NewToken): Promise<void> {
  const { scopes, shopGroup = null } = token;
  const row = { ...token, shopGroup, scopes: JSON.stringify(scopes) };
  const given = Object.fromEntries(GIVEN.map((field) => [field, row[field]]));
  await transaction.run(insertOf("token", given));
}

function fromRow({ scopes, shopGroup, ...row }: TokenRow): Token {
  const token = { ...row, scopes: JSON.parse(scopes) as Scope[] };
  return shopGroup === null ? token : { ...token, shopGroup };
}
