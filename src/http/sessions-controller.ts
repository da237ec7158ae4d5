import { Elysia } from "elysia";
import type { SessionAnswer } from "../contract/service.ts";
import { formatInstant } from "../domain/instant.ts";
import { satisfies } from "../domain/scope.ts";
import { type ListedSession, sessionNotFound } from "../storage/session-store.ts";
import type { Access } from "./authentication.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { endCookie } from "./session-cookie.ts";

/** Who is signed in to the dashboard, and ending that. */
export function sessionsController(service: HttpService) {
  const { authentication, stores, writer } = service;

  const visible = (access: Access) =>
    stores.sessions.list(service.clock()).filter((session) => maySee(access, session));

  const list = endpoint(service, (call) => {
    const access = authentication.authenticate(call);
    const items = visible(access).map((session) => describe(session, access));
    return replyValue(200, { items });
  });

  const end = endpoint(service, async (call) => {
    const access = authentication.authenticate(call);
    const session = visible(access).find(({ id }) => id === call.parameter("sessionId"));
    if (session === undefined) throw sessionNotFound();
    await writer.submit({ kind: "closeSession", id: session.id });
    const answer = describe(session, access);
    return replyValue(200, answer, answer.current ? { "Set-Cookie": endCookie() } : {});
  });

  return new Elysia()
    .get("/api/sessions", list, asOperation("listSessions"))
    .delete("/api/sessions/:sessionId", end, asOperation("endSession"));
}

/**
 * The administrator sees all sessions, an administrator of a workspace those that rest on its tokens, and anybody else
 * those that rest on the same token.
 */
function maySee(access: Access, session: ListedSession): boolean {
  const isAdministrator = satisfies(access.scopes, "admin");
  if (isAdministrator && access.workspaceId === null) return true;
  if (session.tokenId === null) return false;
  if (isAdministrator && session.workspaceId === access.workspaceId) return true;
  return session.tokenId === (access.tokenId ?? access.session?.tokenId);
}

function describe(session: ListedSession, access: Access): SessionAnswer {
  const { id, createdAt, lastUsedAt, expiresAt, client, userAgent, tokenId, tokenName } = session;
  return {
    id,
    current: id === access.session?.id,
    createdAt: formatInstant(createdAt),
    lastUsedAt: formatInstant(lastUsedAt),
    expiresAt: formatInstant(expiresAt),
    client,
    userAgent,
    token: tokenId === null ? null : { id: tokenId, name: tokenName ?? "" },
  };
}
