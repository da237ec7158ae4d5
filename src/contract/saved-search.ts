import type { Static } from "@sinclair/typebox";
import { SAVED_SEARCH_LIMITS } from "../domain/limits.ts";
import type { SavedSearchSettings } from "../domain/saved-search.ts";
import { read } from "./check.ts";
import { id, instant } from "./fields.ts";
import * as t from "./schema.ts";

const given = {
  name: t.refined(
    t.text(
      1,
      SAVED_SEARCH_LIMITS.nameCharacters,
      "What it is called; unique in the workspace, whatever its case.",
    ),
    (name) => (name.trim() === "" ? "must have more than white space." : null),
  ),
  query: t.text(
    0,
    SAVED_SEARCH_LIMITS.queryCharacters,
    "As it is written in the dashboard's search box; the guide's page on searching tells how.",
  ),
};

export const SavedSearch = t.object(
  {
    id: id(),
    ...given,
    createdAt: instant("When it was saved."),
    updatedAt: instant("When it was last changed."),
  },
  { name: "SavedSearch", description: "A search with a name, for everybody in the workspace." },
);

export const SavedSearches = t.object(
  { items: t.list(SavedSearch, SAVED_SEARCH_LIMITS.searches, "By name.") },
  { name: "SavedSearches" },
);

export const NewSavedSearch = t.strict(given, {
  name: "NewSavedSearch",
  examples: [{ name: "Large receipts of today", query: "total:>100 on:today" }],
});

export const SavedSearchPatch = t.strict(t.optional(given), {
  name: "SavedSearchPatch",
  description: "A merge patch (RFC 7396).",
  examples: [{ name: "Large receipts" }],
});

export type SavedSearchAnswer = Static<typeof SavedSearch>;
export type SavedSearchesAnswer = Static<typeof SavedSearches>;

/** Reads the body of "Save a search". @throws TillrollError BAD_REQUEST with all faults */
export function readNewSavedSearch(body: unknown): SavedSearchSettings {
  const { name, query } = read(NewSavedSearch, body);
  return { name: name.trim(), query };
}

/** Reads the body of "Change a saved search". @returns the search as it is to be @throws TillrollError BAD_REQUEST */
export function readSavedSearchPatch(
  body: unknown,
  { name, query }: SavedSearchSettings,
): SavedSearchSettings {
  const merged = { name, query, ...read(SavedSearchPatch, body) };
  return { ...merged, name: merged.name.trim() };
}
