import { NewSavedSearch, SavedSearch, SavedSearches, SavedSearchPatch } from "../../contract/saved-search.ts";
import { gives, operation, type Operations } from "./operation.ts";

export const savedSearchOperations = {
  listSavedSearches: operation("read", "List the saved searches", {
    answers: { 200: gives(SavedSearches, "The saved searches.") },
  }),
  saveSearch: operation("write", "Save a search", {
    description: "For everybody in the workspace.",
    body: NewSavedSearch,
    answers: { 201: gives(SavedSearch, "The saved search.") },
    errors: ["WORKSPACE_LIMIT_EXCEEDED", "CONFLICT"],
  }),
  updateSavedSearch: operation("write", "Change a saved search", {
    body: SavedSearchPatch,
    answers: { 200: gives(SavedSearch, "The search as it is now.") },
    errors: ["CONFLICT"],
  }),
  removeSavedSearch: operation("write", "Remove a saved search", {
    answers: { 200: gives(SavedSearch, "The search as it was.") },
  }),
} satisfies Operations;
