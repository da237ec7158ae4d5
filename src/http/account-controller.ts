import { Elysia } from "elysia";
import type { SessionAnswer, WorkspaceAnswer } from "../contract/service.ts";
import { formatInstant } from "../domain/instant.ts";
import { hasRight } from "../domain/rights.ts";
import type { Workspace } from "../domain/workspace.ts";
import { chosenPrinter, settledPrinter } from "../escpos/models/chosen-printer.ts";
import { type ListedSession, sessionNotFound } from "../domain/session.ts";
import { auditNote } from "./audit-note.ts";
import type { Access } from "./authentication.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import { workspacesSeenBy } from "./granted-access.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { endCookie } from "./session-cookie.ts";

/** Which workspaces do I see, and who is signed in to the dashboard. */
export function accountController(service: HttpService) {
  const { authentication, stores, writer } = service;

  const workspaces = endpoint(service, async (call) => {
    const access = await authentication.authenticate(call);
    const items = await workspacesSeenBy(stores.workspaces, access);
    const ofShops = await service.workspacesOfShops(items.map(({ id }) => id));
    return replyValue(200, { items: items.map((workspace) => describeWorkspace(workspace, ofShops)) });
  });

  const visibleSessions = async (access: Access) =>
    (await stores.sessions.list(service.clock())).filter((session) => maySee(access, session));

  const sessions = endpoint(service, async (call) => {
    const access = await authentication.authenticate(call);
    const items = (await visibleSessions(access)).map((session) => describeSession(session, access));
    return replyValue(200, { items });
  });

  const endSession = endpoint(service, async (call) => {
    const access = await authentication.authenticate(call);
    const session = (await visibleSessions(access)).find(({ id }) => id === call.parameter("sessionId"));
    if (session === undefined) throw sessionNotFound();
    const audit = await auditNote(service, call, { access, workspace: null }, "session.ended", session.id);
    await writer.submit({ kind: "closeSession", id: session.id, audit });
    const answer = describeSession(session, access);
    return replyValue(200, answer, answer.current ? { "Set-Cookie": endCookie(call.request) } : {});
  });

  return new Elysia()
    .get("/api/workspaces", workspaces, asOperation("listWorkspaces"))
    .get("/api/sessions", sessions, asOperation("listSessions"))
    .delete("/api/sessions/:sessionId", endSession, asOperation("endSession"));
}

/** A workspace as it is answered. @param ofShops ids of those whose prints shops send */
export function describeWorkspace(workspace: Workspace, ofShops: ReadonlySet<number>): WorkspaceAnswer {
  const { id, slug, model } = workspace;
  const { columns: width, charset, profile } = settledPrinter(chosenPrinter(workspace));
  return { id, slug, model, width, charset, profile, isOfShop: ofShops.has(id) };
}

/**
 * Who administers all workspaces sees all sessions, an administrator of a workspace those of its people and its tokens; a
 * person sees their own, and a token those that rest on it.
 */
function maySee(access: Access, session: ListedSession): boolean {
  if (hasRight(access, "service")) return true;
  if (hasRight(access, "admin") && session.workspaceId === access.workspaceId) return true;
  if (session.tokenId === null) return access.role !== null && session.userId === access.userId;
  return session.tokenId === (access.tokenId ?? access.session?.tokenId);
}

function describeSession(session: ListedSession, access: Access): SessionAnswer {
  const { id, createdAt, lastUsedAt, expiresAt, client, userAgent, tokenId, tokenName, openedBy } = session;
  return {
    id,
    current: id === access.session?.id,
    createdAt: formatInstant(createdAt),
    lastUsedAt: formatInstant(lastUsedAt),
    expiresAt: formatInstant(expiresAt),
    client,
    userAgent,
    token: tokenId === null ? null : { id: tokenId, name: tokenName ?? "" },
    person: tokenId === null ? { id: session.userId, name: session.userName } : null,
    openedBy,
  };
}
