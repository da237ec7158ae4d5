import { Elysia } from "elysia";
import { changedSettings } from "../audit/told-settings.ts";
import { readNewWorkspace, readWorkspacePatch, type WorkspaceOptionsAnswer } from "../contract/workspace.ts";
import {
  countsElsewhere,
  WORKSPACE_DEFAULTS,
  type WorkspacePlace,
  type WorkspaceSettings,
} from "../contract/workspace-settings.ts";
import { TillrollError, throwIfAny } from "../domain/errors.ts";
import { NO_SHOPS } from "../domain/workspace.ts";
import { describeWorkspace } from "./account-controller.ts";
import { requireAdministrator } from "./administrator.ts";
import { auditNote } from "./audit-note.ts";
import type { Access } from "./authentication.ts";
import { asOperation, endpoint, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const SETTINGS = "/api/workspace/:slug/settings";

/** Limits that the service's administrator sets: a workspace does not lift its own. */
const LIMITS = ["printQuota", "requestRate"] as const satisfies readonly (keyof WorkspaceSettings)[];

/** Why a setting does nothing here, by where it counts, and where to change it instead. */
const ELSEWHERE = {
  shop: 'does nothing in an archive: change it in the shop, at its settings or by "tillroll workspace update".',
  intake:
    'does nothing for prints that a shop sends: change it in the shop, at its settings or by "tillroll workspace update".',
} as const;

/** Making workspaces, and what of them can be set. */
export function workspacesController(service: HttpService) {
  const { authentication, stores, writer, isArchive } = service;

  const create = endpoint(service, async (call) => {
    const access = await requireAdministrator(
      authentication,
      call,
      "A workspace",
      "tillroll workspace create",
    );
    const { slug, settings } = await readJson(call.request, readNewWorkspace);
    refuseUncounted({ isArchive, isOfShop: false }, settings, WORKSPACE_DEFAULTS);
    const who = { access, workspace: null };
    const audit = await auditNote(service, call, who, "workspace.created", slug, settings);
    await writer.submit({ kind: "workspace", change: { do: "create", slug, settings }, audit });
    const made = await stores.workspaces.get(slug);
    return replyValue(201, describeWorkspace(made, NO_SHOPS));
  });

  const show = workspaceEndpoint(service, "readWorkspaceSettings", async (_call, { workspace }) =>
    replyValue(200, await answerOf(workspace.slug)),
  );

  const update = workspaceEndpoint(service, "updateWorkspaceSettings", async (call, who) => {
    const { slug } = who.workspace;
    const settings = await readJson(call.request, readWorkspacePatch);
    const before = await stores.workspaces.settings(slug);
    refuseLimits(who.access, settings, before);
    const { id } = who.workspace;
    const isOfShop = (await service.workspacesOfShops([id])).has(id);
    refuseUncounted({ isArchive, isOfShop }, settings, before);
    const details = changedSettings({ ...before }, settings);
    const audit = await auditNote(service, call, who, "workspace.changed", slug, details);
    // Without a setting there is nothing to write.
    if (Object.keys(settings).length > 0)
      await writer.submit({ kind: "workspace", change: { do: "update", slug, settings }, audit });
    return replyValue(200, await answerOf(slug));
  });

  async function answerOf(slug: string): Promise<WorkspaceOptionsAnswer> {
    const { recognitionLanguages, ...settings } = await stores.workspaces.settings(slug);
    return { ...settings, recognitionLanguages: [...recognitionLanguages] };
  }

  return new Elysia()
    .post("/api/workspaces", create, asOperation("createWorkspace"))
    .get(SETTINGS, ...show)
    .patch(SETTINGS, ...update);
}

/** @throws TillrollError API_TOKEN_SCOPE_INSUFFICIENT */
function refuseLimits(
  { workspaceId }: Access,
  given: Partial<WorkspaceSettings>,
  before: WorkspaceSettings,
): void {
  const name = LIMITS.find((limit) => isNews(limit, given, before));
  if (workspaceId === null || name === undefined) return;
  const message = `${name} is a limit that only the administrator of the service sets; see "tillroll workspace update".`;
  throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin", setting: name });
}

/** What does nothing here is not taken as if it did. @throws TillrollError BAD_REQUEST with each such setting */
function refuseUncounted(
  place: WorkspacePlace,
  given: Partial<WorkspaceSettings>,
  before: WorkspaceSettings,
): void {
  const names = (Object.keys(given) as (keyof WorkspaceSettings)[]).filter((name) =>
    isNews(name, given, before),
  );
  throwIfAny(
    names.flatMap((path) => {
      const where = countsElsewhere(path, place);
      return where === null ? [] : [{ path, message: ELSEWHERE[where] }];
    }),
  );
}

/** Whether a setting is given, and other than it is: settings that are read and given back change nothing. */
function isNews(
  name: keyof WorkspaceSettings,
  given: Partial<WorkspaceSettings>,
  before: WorkspaceSettings,
): boolean {
  return given[name] !== undefined && !Bun.deepEquals(given[name], before[name]);
}
