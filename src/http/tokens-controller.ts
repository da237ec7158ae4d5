import { Elysia } from "elysia";
import { toldToken } from "../audit/told-settings.ts";
import { type MadeTokenAnswer, readNewToken, type TokenAnswer } from "../contract/token.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { hasRight } from "../domain/rights.ts";
import { hashSecret, newSecret, newTokenId, type Token, tokenStateOf, writeToken } from "../domain/token.ts";
import { typedCommand } from "../domain/typed-command.ts";
import { auditNote } from "./audit-note.ts";
import type { Access } from "./authentication.ts";
import { asOperation, type Call, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const TOKENS = "/api/tokens";

/** The API tokens: those of all workspaces for the service's administrator, those of a workspace for its own. */
export function tokensController(service: HttpService) {
  const { authentication, stores, writer, clock } = service;

  /** @throws TillrollError API_TOKEN_SCOPE_INSUFFICIENT and what telling who asks throws */
  async function permit(call: Call): Promise<Access> {
    const access = await authentication.authenticate(call);
    if (hasRight(access, "admin")) return access;
    const message = 'Tokens are for administrators: sign in, or use a token with the scope "admin".';
    throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin" });
  }

  const isOf = ({ workspaceId }: Access) => {
    return (token: Pick<Token, "workspaceId">) => workspaceId === null || token.workspaceId === workspaceId;
  };

  const workspaceOf = ({ workspaceId }: Token) =>
    workspaceId === null ? null : stores.workspaces.findById(workspaceId);

  const describe = async (token: Token) =>
    tokenAnswer(token, (await workspaceOf(token))?.slug ?? "", clock());

  const list = endpoint(service, async (call) => {
    const access = await permit(call);
    const all = await stores.tokens.list();
    return replyValue(200, { items: await Promise.all(all.filter(isOf(access)).map(describe)) });
  });

  const create = endpoint(service, async (call) => {
    const access = await permit(call);
    const now = clock();
    const { workspace: slug, ...settings } = await readJson(call.request, (body) =>
      readNewToken(body, now, service.isArchive),
    );
    refuseTokens(service, access);
    const workspace = slug === null ? null : await stores.workspaces.find(slug);
    const isTheirs = workspace === null ? slug === null : isOf(access)({ workspaceId: workspace.id });
    if (!isTheirs) throw new TillrollError("NOT_FOUND", "There is no such workspace, or it is not yours.");
    if (workspace === null && !hasRight(access, "service")) throw tooWide();
    const secret = newSecret();
    const id = newTokenId();
    const owner = { userId: access.userId, workspaceId: workspace?.id ?? null, createdAt: now };
    const token = { id, secretHash: hashSecret(secret), ...owner, ...settings };
    const who = { access, workspace };
    const audit = await auditNote(service, call, who, "token.created", id, toldToken(settings));
    await writer.submit({ kind: "token", change: { do: "create", token }, audit });
    const made: MadeTokenAnswer = {
      ...(await describe({ ...token, lastUsedAt: null, revokedAt: null })),
      token: writeToken(id, secret),
    };
    return replyValue(201, made);
  });

  const revoke = endpoint(service, async (call) => {
    const access = await permit(call);
    const id = call.parameter("tokenId");
    const token = await stores.tokens.find(id);
    if (token === null || !isOf(access)(token))
      throw new TillrollError("NOT_FOUND", "There is no such token, or it is not of your workspace.");
    const workspace = await workspaceOf(token);
    const { name } = token;
    const audit = await auditNote(service, call, { access, workspace }, "token.revoked", id, { name });
    await writer.submit({ kind: "token", change: { do: "revoke", id }, audit });
    return replyValue(200, await describe((await stores.tokens.find(id)) ?? token));
  });

  return new Elysia()
    .get(TOKENS, list, asOperation("listTokens"))
    .post(TOKENS, create, asOperation("createToken"))
    .delete(`${TOKENS}/:tokenId`, revoke, asOperation("revokeToken"));
}

/**
 * Only people make tokens: one that somebody found could otherwise outlive that it is revoked.
 * @throws TillrollError API_TOKEN_SCOPE_INSUFFICIENT
 */
function refuseTokens({ isArchive }: HttpService, { tokenId, session }: Access): void {
  if (tokenId === null && (session === null || session.tokenId === null)) return;
  const command = typedCommand("token create", { isArchive });
  const message = `A token makes no tokens: sign in as an administrator, or use "${command}".`;
  throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin" });
}

/** Whoever administers one workspace makes no token for others. */
function tooWide(): TillrollError {
  const message =
    "A token for more than one workspace is made by an administrator of all: give the slug of yours.";
  return new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "service" });
}

function tokenAnswer(token: Token, workspace: string, now: number): TokenAnswer {
  const instant = (at: number | null) => (at === null ? null : formatInstant(at));
  const { id, name, scopes, shopGroup = null, createdAt, expiresAt, lastUsedAt, revokedAt } = token;
  return {
    id,
    workspace,
    group: shopGroup,
    name,
    scopes: [...scopes],
    state: tokenStateOf(token, now),
    createdAt: formatInstant(createdAt),
    expiresAt: instant(expiresAt),
    lastUsedAt: instant(lastUsedAt),
    revokedAt: instant(revokedAt),
  };
}
