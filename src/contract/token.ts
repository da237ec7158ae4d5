import type { Static } from "@sinclair/typebox";
import { badRequest, throwIfAny } from "../domain/errors.ts";
import { parseInstant } from "../domain/instant.ts";
import { TOKEN_LIMITS } from "../domain/person-limits.ts";
import { SCOPES, type Scope } from "../domain/scope.ts";
import { SHOP_LIMITS } from "../domain/shop-limits.ts";
import { TOKEN_STATES } from "../domain/token.ts";
import { isJsonObject, IssueList, type JsonObject } from "../domain/validation.ts";
import { readInto } from "./check.ts";
import { givenInstant, instant } from "./fields.ts";
import * as t from "./schema.ts";

const token = {
  id: t.anyText("Its public part, by which it is revoked."),
  workspace: t.anyText("The slug of its workspace; empty where it is for more than one, as in an archive."),
  group: t.nullable(
    t.anyText("The group of an archive's shops that it is for; null where it is for one workspace, or all."),
  ),
  name: t.anyText("What it is for."),
  scopes: t.list(t.choice(SCOPES), null, "What it may do."),
  state: t.choice(TOKEN_STATES),
  createdAt: instant("When it was made."),
  expiresAt: t.nullable(instant("When it ends by itself; null for never.")),
  lastUsedAt: t.nullable(instant("When it was used last; null for never.")),
  revokedAt: t.nullable(instant("When it was revoked; null if it was not.")),
};

export const Token = t.object(token, { name: "Token", description: "An API token, without its secret." });

export const Tokens = t.object({ items: t.list(Token, null) }, { name: "Tokens" });

export const MadeToken = t.object(
  { ...token, token: t.anyText("The whole token. It is shown this once, and kept nowhere.") },
  { name: "MadeToken" },
);

export const NewToken = t.strict(
  {
    ...t.optional({
      workspace: t.nullable(
        t.anyText(
          "The slug of its one workspace. A shop's token must have it; without, an archive's is for the shops of the group, or for " +
            "all workspaces.",
        ),
      ),
      group: t.nullable(
        t.text(
          1,
          SHOP_LIMITS.groupCharacters,
          "The group of an archive's shops that it is for, instead of a workspace.",
        ),
      ),
      name: t.text(0, TOKEN_LIMITS.nameCharacters, "What it is for, to tell it from others."),
      scopes: t.checked<Scope[]>(
        {
          type: "array",
          items: { type: "string", enum: [...SCOPES] },
          minItems: 1,
          description: "What it may do; read and write when not given.",
        },
        (value) =>
          Array.isArray(value) && value.length > 0 && value.every((scope) => SCOPES.includes(scope as Scope)),
        () => `must be a list of any of ${SCOPES.join(", ")}.`,
      ),
      expiresAt: t.nullable(givenInstant("When it ends by itself; never when not given.")),
    }),
  },
  {
    name: "NewToken",
    examples: [{ workspace: "default", name: "till 2", scopes: ["write"], expiresAt: "2099-12-31" }],
  },
);

/**
 * Reads the body of "Make a token".
 * @param now epoch milliseconds
 * @param isArchive whether it may be for more than one workspace
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readNewToken(body: unknown, now: number, isArchive: boolean) {
  const issues = new IssueList();
  const given = readInto(NewToken, body, issues);
  if (isJsonObject(body)) addPlaceFault(body, isArchive, issues);
  throwIfAny(issues.issues);
  const { workspace = null, group = null, name = "", scopes = ["read", "write"], expiresAt } = given;
  const end = expiresAt === undefined || expiresAt === null ? null : parseInstant(expiresAt);
  if (end !== null && end <= now) throw badRequest([{ path: "expiresAt", message: "is in the past." }]);
  const settings = { name, scopes: SCOPES.filter((scope) => scopes.includes(scope)), expiresAt: end };
  return { workspace, shopGroup: group, ...settings };
}

function addPlaceFault({ workspace, group }: JsonObject, isArchive: boolean, issues: IssueList): void {
  const [isOne, isOfGroup] = [workspace, group].map((given) => given !== undefined && given !== null);
  if (isOfGroup && !isArchive) issues.add("group", "is for an archive: a shop has no groups.");
  else if (isOfGroup && isOne) issues.add("group", "cannot go with workspace: give one of them.");
  else if (!isOne && !isArchive) issues.add("workspace", "is missing: give the slug of its workspace.");
}

export type TokenAnswer = Static<typeof Token>;
export type MadeTokenAnswer = Static<typeof MadeToken>;
