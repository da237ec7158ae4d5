import { Elysia } from "elysia";
import type { MeAnswer, WorkspaceAnswer } from "../contract/service.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Access } from "./authentication.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

/** Who am I, and which workspaces do I see. */
export function accountController(service: HttpService) {
  const { authentication, stores } = service;

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

  return new Elysia()
    .get("/api/me", me, asOperation("readMe"))
    .get("/api/workspaces", workspaces, asOperation("listWorkspaces"));
}

function describe({ id, slug, width, charset, profile }: Workspace): WorkspaceAnswer {
  return { id, slug, width, charset, profile };
}
