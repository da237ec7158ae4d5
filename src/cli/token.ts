import { toldToken } from "../audit/told-settings.ts";
import { NO_WORKSPACE } from "../domain/grant.ts";
import { parseInstant } from "../domain/instant.ts";
import { parseScopes, type Scope, SCOPES } from "../domain/scope.ts";
import { readToken, type Token } from "../domain/token.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { TokenStore } from "../storage/token-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { audited } from "./audited.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION, table } from "./command.ts";
import { withDatabase } from "./data.ts";
import { type GivenOptions, UsageError } from "./options.ts";

/** The tokens of the API. */
export const TOKEN_COMMANDS: readonly Command[] = [
  {
    name: "token create",
    summary: "Make an API token and print it, this once.",
    options: [
      DATA_OPTION,
      WORKSPACE_OPTION,
      { name: "scopes", value: "LIST", help: `Any of ${SCOPES.join(",")}; by default read,write.` },
      { name: "name", value: "N", help: "What it is for, to tell it from others." },
      { name: "expires", value: "ISO", help: "When it ends, such as 2027-01-31; by default never." },
    ],
    run(given) {
      const scopes = scopesOf(given);
      const expiresAt = expiryOf(given);
      return withDatabase(given, "make", (database, administrator, clock) => {
        const now = clock();
        if (expiresAt !== null && expiresAt <= now) throw new UsageError("--expires is in the past.");
        const workspace = new WorkspaceStore(database).get(given.text("workspace") ?? DEFAULT_WORKSPACE);
        const settings = { name: given.text("name") ?? "", scopes, expiresAt };
        const token = audited(database, clock, (enter) => {
          const owner = { userId: administrator.id, workspaceId: workspace.id };
          const made = new TokenStore(database).create({ ...owner, ...settings, createdAt: now });
          enter("token.created", readToken(made)?.id ?? "", toldToken(settings), workspace.id);
          return made;
        });
        print(token);
      });
    },
  },
  {
    name: "token list",
    summary: "List the API tokens, without their secrets.",
    options: [DATA_OPTION],
    run(given) {
      return withDatabase(given, "refuse", (database, _administrator, clock) => {
        const slugs = new Map(new WorkspaceStore(database).list().map(({ id, slug }) => [id, slug]));
        const rows = new TokenStore(database)
          .list()
          .map((token) => [
            token.id,
            slugs.get(token.workspaceId ?? NO_WORKSPACE) ?? "",
            token.scopes.join(","),
            stateOf(token, clock()),
            instant(token.createdAt),
            instant(token.lastUsedAt),
            token.name,
          ]);
        print(table(["ID", "WORKSPACE", "SCOPES", "STATE", "CREATED", "LAST USED", "NAME"], rows));
      });
    },
  },
  {
    name: "token revoke",
    parameters: "ID",
    summary: "Revoke an API token, for good.",
    options: [DATA_OPTION],
    run(given) {
      const text = given.argument('ID, as "tillroll token list" shows it');
      // The whole token is at hand more often than its id.
      const id = readToken(text)?.id ?? text.replace(/^at_/, "");
      return withDatabase(given, "refuse", (database, _administrator, clock) => {
        audited(database, clock, (enter) => {
          const { name, workspaceId } = new TokenStore(database).revoke(id, clock());
          enter("token.revoked", id, { name }, workspaceId);
        });
        print(`Token ${id} is revoked.`);
      });
    },
  },
];

/** What a new token may do. @throws UsageError */
export function scopesOf(given: GivenOptions): readonly Scope[] {
  const scopes = parseScopes(given.text("scopes") ?? "read,write");
  if (scopes === null)
    throw new UsageError(`--scopes must be a list of ${SCOPES.join(", ")}, separated by commas.`);
  return scopes;
}

/** When a new token ends, epoch milliseconds; `null` for never. @throws UsageError */
export function expiryOf(given: GivenOptions): number | null {
  const text = given.text("expires");
  if (text === null) return null;
  const expiresAt = parseInstant(text);
  if (expiresAt === null)
    throw new UsageError("--expires must be an ISO 8601 time such as 2027-01-31T18:00:00Z.");
  return expiresAt;
}

function stateOf(token: Token, now: number): string {
  if (token.revokedAt !== null) return "revoked";
  if (token.expiresAt === null) return "valid";
  return token.expiresAt <= now ? "expired" : `valid until ${instant(token.expiresAt)}`;
}

function instant(milliseconds: number | null): string {
  return milliseconds === null ? "-" : new Date(milliseconds).toISOString();
}
