import { Elysia } from "elysia";
import type { MeAnswer, SessionAnswer, WorkspaceAnswer } from "../contract/service.ts";
import { formatInstant } from "../domain/instant.ts";
import { satisfies } from "../domain/scope.ts";
import type { Workspace } from "../domain/workspace.ts";
import { chosenPrinter, settledPrinter } from "../escpos/models/chosen-printer.ts";
import { type ListedSession, sessionNotFound } from "../storage/session-store.ts";
import { auditNote } from "./audit-note.ts";
import type { Access } from "./authentication.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { endCookie } from "./session-cookie.ts";

/** Who am I, which workspaces do I see, and who is signed in to the dashboard. */
export function accountController(service: HttpService) {
  const { authentication, stores, writer } = service;

  /** The workspaces an access is for, the oldest first. */
  function visible(access: Access): Workspace[] {
    const all = stores.workspaces.list();
    return access.workspaceId === null ? all : all.filter(({ id }) => id === access.workspaceId);
  }

  const me = endpoint(service, (call) => {
    const access = authentication.authenticate(call);
    const user = stores.sessions.findUser(access.userId);
    const workspace = visible(access)[0];
    const answer: MeAnswer = {
      user: user === null ? null : { id: user.id, name: user.name },
      workspace: workspace === undefined ? null : describe(workspace),
      scopes: [...access.scopes],
    };
    return replyValue(200, answer);
  });

  const workspaces = endpoint(service, (call) => {
    const access = authentication.authenticate(call);
    return replyValue(200, { items: visible(access).map(describe) });
  });

  const visibleSessions = (access: Access) =>
    stores.sessions.list(service.clock()).filter((session) => maySee(access, session));

  const sessions = endpoint(service, (call) => {
    const access = authentication.authenticate(call);
    const items = visibleSessions(access).map((session) => describeSession(session, access));
    return replyValue(200, { items });
  });

  const endSession = endpoint(service, async (call) => {
    const access = authentication.authenticate(call);
    const session = visibleSessions(access).find(({ id }) => id === call.parameter("sessionId"));
    if (session === undefined) throw sessionNotFound();
    const audit = auditNote(service, call, { access, workspace: null }, "session.ended", session.id);
    await writer.submit({ kind: "closeSession", id: session.id, audit });
    const answer = describeSession(session, access);
    return replyValue(200, answer, answer.current ? { "Set-Cookie": endCookie(call.request) } : {});
  });

  return new Elysia()
    .get("/api/me", me, asOperation("readMe"))
    .get("/api/workspaces", workspaces, asOperation("listWorkspaces"))
    .get("/api/sessions", sessions, asOperation("listSessions"))
    .delete("/api/sessions/:sessionId", endSession, asOperation("endSession"));
}

function describe(workspace: Workspace): WorkspaceAnswer {
  const { id, slug, model } = workspace;
  const { columns: width, charset, profile } = settledPrinter(chosenPrinter(workspace));
  return { id, slug, model, width, charset, profile };
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

function describeSession(session: ListedSession, access: Access): SessionAnswer {
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
