import { Elysia } from "elysia";
import {
  readNewSavedSearch,
  readSavedSearchPatch,
  type SavedSearchAnswer,
} from "../contract/saved-search.ts";
import { formatInstant } from "../domain/instant.ts";
import type { SavedSearch } from "../domain/saved-search.ts";
import type { ChangeOf } from "../storage/write-operation.ts";
import { idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const SAVED_SEARCHES = "/api/workspace/:slug/saved-searches";

/** The searches of a workspace that have a name. */
export function savedSearchesController(service: HttpService) {
  const { savedSearches } = service.stores;
  const store = async (change: ChangeOf<"savedSearch">) =>
    (await service.writer.submit({ kind: "savedSearch", change })).id;

  const list: WorkspaceEndpoint = async (_call, { workspace }) =>
    replyValue(200, { items: (await savedSearches.list(workspace.id)).map(answerOf) });

  const create: WorkspaceEndpoint = async (call, { workspace: { id: workspaceId } }) => {
    const settings = await readJson(call.request, readNewSavedSearch);
    const id = await store({ do: "create", workspaceId, ...settings });
    return replyValue(201, answerOf(await savedSearches.get(workspaceId, id)));
  };

  const update: WorkspaceEndpoint = async (call, { workspace: { id: workspaceId } }) => {
    const search = await savedSearches.get(workspaceId, idOf(call, "savedSearchId"));
    const settings = await readJson(call.request, (body) => readSavedSearchPatch(body, search));
    await store({ do: "update", workspaceId, id: search.id, ...settings });
    return replyValue(200, answerOf(await savedSearches.get(workspaceId, search.id)));
  };

  const remove: WorkspaceEndpoint = async (call, { workspace: { id: workspaceId } }) => {
    const search = await savedSearches.get(workspaceId, idOf(call, "savedSearchId"));
    await store({ do: "remove", workspaceId, id: search.id });
    return replyValue(200, answerOf(search));
  };

  return new Elysia()
    .get(SAVED_SEARCHES, ...workspaceEndpoint(service, "listSavedSearches", list))
    .post(SAVED_SEARCHES, ...workspaceEndpoint(service, "saveSearch", create))
    .patch(`${SAVED_SEARCHES}/:savedSearchId`, ...workspaceEndpoint(service, "updateSavedSearch", update))
    .delete(`${SAVED_SEARCHES}/:savedSearchId`, ...workspaceEndpoint(service, "removeSavedSearch", remove));
}

function answerOf({ id, name, query, createdAt, updatedAt }: SavedSearch): SavedSearchAnswer {
  return { id, name, query, createdAt: formatInstant(createdAt), updatedAt: formatInstant(updatedAt) };
}
